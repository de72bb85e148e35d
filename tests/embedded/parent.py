"""A program that starts the bundled servers and waits for its end: `parent.py FOLDER bound|unbound`."""

import json
import signal
import sys
from pathlib import Path

from app.config import Settings
from app.embedded import start


def main() -> None:
    folder, bond = sys.argv[1:]
    settings = Settings(data_dir=Path(folder), database_url="", redis_url="")
    with start(settings, die_with_parent=bond == "bound") as services:
        sys.stdout.write(json.dumps([services.database_url, services.redis_url]) + "\n")
        sys.stdout.flush()
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        signal.pause()


if __name__ == "__main__":
    main()
