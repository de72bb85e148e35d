"""What an error of the driver says: SQLSTATE, constraint, and whether the same request may be sent again."""

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

# serialization failure, deadlock, lock not available, statement cancelled by its time limit, disk full, out of
# memory, too many connections, read-only for a while, and the three ways in which a server that goes down or comes up
# says so
PASSING_STATES = frozenset(
    {"40001", "40P01", "55P03", "57014", "53100", "53200", "53300", "25006", "57P01", "57P02", "57P03"}
)


def sqlstate(error: DBAPIError) -> str | None:
    """Return the five characters by which Postgres classes the error, None when it came from elsewhere."""
    state = getattr(error.orig, "sqlstate", None)
    return state if isinstance(state, str) else None


def constraint_name(error: DBAPIError) -> str | None:
    """Return the name of the constraint that refused, None when none did."""
    name = getattr(getattr(error.orig, "__cause__", None), "constraint_name", None)
    return name if isinstance(name, str) else None


def is_passing(error: BaseException) -> bool:
    """Tell whether the error is of the moment: nothing was changed, and the same request may well succeed."""
    if isinstance(error, DBAPIError):
        state = sqlstate(error) or ""  # class 08: the connection broke, perhaps before it was one
        return error.connection_invalidated or state in PASSING_STATES or state.startswith("08")
    return isinstance(error, (TimeoutError, PoolTimeoutError))
