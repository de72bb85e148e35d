"""Starts the bundled Postgres and Valkey where no address is given: the real servers, never a stand-in.

Nothing here runs inside the event loop: it is done before the loop starts and after it ends.
"""

from app.embedded.errors import EmbeddedError
from app.embedded.process import end_with_parent
from app.embedded.secrets import secret_key
from app.embedded.services import Services, attach, start

__all__ = ["EmbeddedError", "Services", "attach", "end_with_parent", "secret_key", "start"]
