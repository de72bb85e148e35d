"""What the thinkers' process may be made to do; found there by name, as everything that crosses over."""

import os
import time

from app.games.codec import JSON
from app.rooms.thinkers import Question


def tell_pid(question: Question) -> JSON:
    return {"pid": os.getpid(), "seat": question.seat}


def hang(question: Question) -> JSON:
    while True:
        time.sleep(1)


def die(question: Question) -> JSON:
    os._exit(3)
