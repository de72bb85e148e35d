"""Every moment of a process' work with the database: before and after each statement and each COMMIT."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.engine.default import DefaultDialect


def watch(passed: Callable[[str, str, Any], None]) -> None:
    """Call `passed` with "before" or "after", the statement (or "COMMIT") and the driver's connection, from now on."""

    def before(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        passed("before", statement, connection.connection.dbapi_connection)

    def after(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        passed("after", statement, connection.connection.dbapi_connection)

    commit = DefaultDialect.do_commit

    def do_commit(self: Any, connection: Any) -> None:
        driver = getattr(connection, "dbapi_connection", connection)
        passed("before", "COMMIT", driver)
        commit(self, connection)
        passed("after", "COMMIT", driver)

    event.listen(Engine, "before_cursor_execute", before)
    event.listen(Engine, "after_cursor_execute", after)
    DefaultDialect.do_commit = do_commit  # type: ignore[method-assign]
