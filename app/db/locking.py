"""Rows that nobody else changes until the transaction ends."""

from typing import Any, TypeVar

from sqlalchemy import Select

Query = TypeVar("Query", bound=Select[Any])


def locked(query: Query) -> Query:
    """Return the query for rows as they are now, and as they stay until the transaction ends."""
    # what the session has read of them before may be older than the lock
    return query.with_for_update().execution_options(populate_existing=True)
