"""What can stop a room from writing."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from app.db.faults import sqlstate
from app.errors import BusyError


class FencedError(Exception):
    """Another owner has taken the table over: this one must write nothing more."""


PASSING_CLASSES = ("08", "25006", "40", "53", "55", "57", "58")
"""SQLSTATE classes of the moment: connection, read-only (a standby that takes over), rollback, resources (disk full
too), locks, shutdown, system."""


class UnknownOutcomeError(BusyError):
    """The database went away while it was asked to write: only reading the log again tells what it did."""

    def __init__(self) -> None:
        super().__init__("try_again", "The service is catching its breath. Please try again.")


class ElsewhereError(BusyError):
    """The table runs on another worker by now, or on none for the moment: ask there, under the same id."""

    def __init__(self) -> None:
        super().__init__("try_again", "This table is changing places. Please try again.")


@contextmanager
def outcome_unknown() -> Iterator[None]:
    """Turn what a failing database raises into UnknownOutcomeError; a mistake of ours stays what it is."""
    try:
        yield
    except (OSError, TimeoutError, PoolTimeoutError) as error:
        raise UnknownOutcomeError from error
    except DBAPIError as error:
        if error.connection_invalidated or (sqlstate(error) or "08").startswith(PASSING_CLASSES):
            raise UnknownOutcomeError from error
        raise
