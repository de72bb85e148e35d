"""What may go wrong while the bundled servers are started, said so that a host can act on it."""

from app.errors import AppError


class EmbeddedError(AppError):
    """A bundled server could not be started or stopped; the text says what to do."""
