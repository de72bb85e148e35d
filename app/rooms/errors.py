"""What can stop a room from writing."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from app.db.faults import is_passing, sqlstate
from app.errors import BusyError


class FencedError(Exception):
    """Another owner has taken the table over: this one must write nothing more."""


PASSING_CLASSES = ("40", "53", "55", "57", "58")
"""Whole SQLSTATE classes of the moment, beside what passes anywhere: rollback, resources, locks, shutdown, system."""


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
        state = sqlstate(error)
        if not state or is_passing(error) or state.startswith(PASSING_CLASSES):
            raise UnknownOutcomeError from error
        raise
