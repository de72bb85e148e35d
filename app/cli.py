"""The command `sobremesa`: thin, every subcommand calls one function of a room."""

import argparse
import gc
import logging
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType

from pydantic import ValidationError

from app import config, embedded, workers
from app.config import Settings
from app.errors import AppError


def main(words: Sequence[str] | None = None) -> None:
    """Run one command; ends with code 1 and a sentence on stderr when it can't be done."""
    arguments = _parser().parse_args(words)
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    try:
        code = arguments.run(arguments)
    except AppError as error:
        sys.exit(f"sobremesa: {error.text}")
    except ValidationError as error:
        sys.exit("\n".join(f"sobremesa: {sentence}" for sentence in _complaints(error)))
    except KeyboardInterrupt:
        code = 0
    sys.exit(code)


def serve(arguments: argparse.Namespace) -> int:
    """Start what is needed, bring the database up to date, and serve until SIGINT, SIGTERM or SIGHUP."""
    _end_by_signals()
    if arguments.end_with_parent is not None:
        embedded.end_with_parent(arguments.end_with_parent)
    settings = Settings() if arguments.workers is None else Settings(workers=arguments.workers)
    if arguments.listener is not None:
        _serve(settings, socket.socket(fileno=arguments.listener), ready="ready\n")
        return 0
    with embedded.start(settings) as services:
        settings = settings.model_copy(
            update={"database_url": services.database_url, "redis_url": services.redis_url}
        )
        try:
            return _listen_and_serve(settings)
        finally:
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(
                    number, signal.SIG_IGN
                )  # the servers are about to end anyway, and in good order


def migrate(_: argparse.Namespace) -> int:
    """Bring the database to the newest shape."""
    with embedded.attach(Settings()) as services:
        _migrate(services.database_url)
    return 0


def audit(arguments: argparse.Namespace) -> int:
    """Prove books, tables, logs, things and presents, also beside a running server; code 1 when anything is unsound."""
    from app.embedded.secrets import known_key
    from app.rooms.audit import run
    from app.social.presents.rules import QUESTIONS

    settings = Settings()
    with embedded.attach(settings) as services:
        _migrate(services.database_url)
        return run(services.database_url, known_key(settings), deep=arguments.deep, also=[QUESTIONS])


def backup(arguments: argparse.Namespace) -> int:
    """Copy the database into FILE, also while the server runs; keep secret.key beside it."""
    from app.db.backup import back_up
    from app.db.reach import require_postgres

    with embedded.attach(Settings()) as services:
        require_postgres(services.database_url)
        back_up(services.database_url, arguments.file)
    return 0


def restore(arguments: argparse.Namespace) -> int:
    """Read FILE into an empty database; serve on it with the secret.key it was made with."""
    from app.db.backup import restore
    from app.db.reach import require_postgres

    with embedded.attach(Settings()) as services:
        require_postgres(services.database_url)
        restore(services.database_url, arguments.file)
    return 0


def admin(arguments: argparse.Namespace) -> int:
    """Make NAME an admin or a moderator of the pages at /admin, take that back, or list who is one."""
    from app.admin.console import run

    with embedded.attach(Settings()) as services:
        _migrate(services.database_url)
        return run(services.database_url, arguments.what, arguments.name, moderator=arguments.moderator)


def settings_table(_: argparse.Namespace) -> int:
    """Write the page of settings to stdout."""
    sys.stdout.write(config.settings_page())
    return 0


def _listen_and_serve(settings: Settings) -> int:
    from app.web.serving import bind

    with bind(settings.host, settings.port) as listener:
        port = listener.getsockname()[1]
        _await_database(settings.database_url)
        public = f" ({settings.public_url})" if settings.public_url else ""
        line = f"Sobremesa is on http://{_spoken(settings.host)}:{port}{public} - stop with Ctrl+C\n"
        if settings.workers == 1:
            _serve(settings, listener, ready=line)
            return 0
        given = {"DATABASE_URL": settings.database_url, "REDIS_URL": settings.redis_url}
        return workers.run(settings.workers, listener, given, ready=lambda: _say(line))


def _serve(settings: Settings, listener: socket.socket, *, ready: str) -> None:
    gc.disable()  # there is no garbage in what is imported, and looking for some takes a fifth of a start
    from app.main import create_app
    from app.rooms.keys import WrongKeyError
    from app.web.serving import NOTICE_S, serve

    notice_s = NOTICE_S if settings.trusted_proxies else 0.0
    said = False

    def say() -> None:
        nonlocal said
        said = True
        _say(ready)

    while True:
        app = create_app(settings)
        gc.freeze()  # a full collection that looked through all of it would halt every table for a fifth of a second
        gc.enable()
        try:
            serve(app, listener, ready=say, notice_s=notice_s)
        except WrongKeyError as error:
            sys.exit(f"sobremesa: {error}")
        except Exception as error:
            if said or not _is_away(error):
                raise
            sys.stderr.write("sobremesa: Postgres went away during the start. Trying again.\n")
            time.sleep(0.2)
            _await_database(settings.database_url)
        else:
            return


def _await_database(database_url: str) -> None:
    """Bring the database up to date, as soon as there is one: a container may start before its Postgres."""
    from app.db.reach import DatabaseAwayError

    said = False
    while True:
        try:
            _migrate(database_url)
        except DatabaseAwayError as error:
            if not said:
                sys.stderr.write(f"sobremesa: {error.text} Waiting for it.\n")
                said = True
            time.sleep(0.5)
        else:
            return


def _is_away(error: Exception) -> bool:
    """Whether Postgres isn't there for the moment, by whatever driver that was noticed."""
    from app.db.faults import is_passing
    from app.db.reach import COMING

    return isinstance(error, COMING) or is_passing(error)


def _migrate(database_url: str) -> None:
    from alembic.util import CommandError

    from app.db.migrate import migrate
    from app.db.reach import DatabaseAwayError, DatabaseUnusableError, require_postgres

    require_postgres(database_url)
    try:
        migrate(database_url)
    except CommandError as error:
        text = (
            f"A newer Sobremesa has used this database ({error}): install that version. Nothing was changed."
        )
        raise DatabaseUnusableError("database_newer", text) from error
    except Exception as error:
        if not _is_away(error):
            raise
        text = "Postgres went away while the database was brought up to date. Nothing was changed."
        raise DatabaseAwayError("database_away", text) from error


def _say(line: str) -> None:
    sys.stdout.write(line)
    sys.stdout.flush()


def _spoken(host: str) -> str:
    if host in ("127.0.0.1", "0.0.0.0", "::", "::1"):  # noqa: S104 (compared, not listened on)
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _end_by_signals() -> None:
    def end(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    def hang_up(_number: int, _frame: FrameType | None) -> None:
        signal.raise_signal(signal.SIGTERM)

    signal.signal(signal.SIGINT, end)  # a shell that starts us in the background has it ignored
    signal.signal(signal.SIGTERM, end)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup
        signal.signal(signal.SIGHUP, hang_up)


def _complaints(error: ValidationError) -> list[str]:
    return [f"{'.'.join(map(str, one['loc'])).upper()}: {one['msg']}." for one in error.errors()]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sobremesa", description="A card-table server. docs/settings.md: settings."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=run.__doc__, description=run.__doc__)
        added.set_defaults(run=run)
        return added

    server = command("serve", serve)
    server.add_argument("--workers", type=int, metavar="N", help="how many processes serve (WORKERS)")
    server.add_argument("--listener", type=int, help=argparse.SUPPRESS)  # we are one of several workers
    server.add_argument(
        "--end-with-parent",
        type=int,
        metavar="PID",
        help="stop when the program of this number, which started this one, is gone (Linux)",
    )
    command("migrate", migrate)
    command("audit", audit).add_argument(
        "--deep", action="store_true", help="fold every log there is, not only those of open tables"
    )
    for name, run in (("backup", backup), ("restore", restore)):
        command(name, run).add_argument("file", type=Path, metavar="FILE")
    staff = command("admin", admin)
    staff.set_defaults(name=None, moderator=False)
    wishes = staff.add_subparsers(dest="what", required=True, metavar="grant|revoke|list")
    for wish in ("grant", "revoke"):
        wishes.add_parser(wish).add_argument("name", metavar="NAME")
    wishes.add_parser("list")
    grant = wishes.choices["grant"]
    grant.add_argument("--moderator", action="store_true", help="reports, warnings and mutes only")
    command("settings-table", settings_table)
    return parser


if __name__ == "__main__":
    main()
