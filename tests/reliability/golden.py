"""Logs of real matches, kept: `python -m tests.reliability.golden` plays one of each game and writes what is missing.

`python -m tests.reliability.golden fold` folds all that are kept and prints a digest of the state after each line.
A file is never written anew: its log is of the version that recorded it, and every later one must fold it alike.
"""

import asyncio
import hashlib
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

from app.games.registry import GAMES
from app.rooms.steps import fold
from app.rooms.vault import Vault
from app.tables import Table
from app.tables import view as show

FOLDER = Path(__file__).parent / "golden"
KEY = "5e" * 32


@dataclass(frozen=True)
class Line:
    """A line of a kept log."""

    table_id: int
    seq: int
    at: int
    kind: str
    body: dict[str, Any]


def kept() -> dict[str, dict[str, Any]]:
    """Return what was recorded, by name of the file."""
    return {path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}


def states(record: Mapping[str, Any]) -> Iterator[Table]:
    """Return the table after each line."""
    table_id = record["setup"]["id"]
    lines = [Line(table_id, seq, *line) for seq, line in enumerate(record["lines"], 1)]
    for _, _, table in fold(record["setup"], lines, Vault(bytes.fromhex(KEY))):
        yield table


def plain(value: Any) -> Any:
    """Return any state as plain data that doesn't depend on how it lies in memory."""
    if is_dataclass(value) and not isinstance(value, type):
        return [type(value).__name__, *(plain(getattr(value, field.name)) for field in fields(value))]
    if isinstance(value, Mapping):
        return sorted([json.dumps(plain(key)), plain(item)] for key, item in value.items())
    if isinstance(value, set | frozenset):
        return sorted(json.dumps(plain(item)) for item in value)
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, bytes):
        return value.hex()
    assert value is None or isinstance(value, int | str), type(value)
    return value


def digest(value: Any) -> str:
    """Return 16 digits for the whole of a state."""
    return hashlib.sha256(json.dumps(plain(value), sort_keys=True).encode()).hexdigest()[:16]


def facts(table: Table) -> dict[str, Any]:
    """Return what a log must mean in every version: who sits, whose clock runs, who holds what, who gets what."""
    seen = [show(table, seat.person.id) for seat in table.seats if seat is not None]
    games = [view["game"] or {} for view in seen]
    match = table.match
    return {
        "phase": table.phase,
        "at": table.at,
        "seats": [seat and [seat.person.id, seat.left, seat.timeouts, seat.bank_ms] for seat in table.seats],
        "clock": match
        and match.clock
        and [match.clock.seats, match.clock.deadline, match.clock.bank_deadline],
        "round": match and match.round and [match.round.number, match.round.commitment, match.round.deadline],
        "waits": match and [match.hold_until, match.pause_deadline, match.again_deadline],
        "hands": [game.get("hand") for game in games],
        "counts": games[0].get("counts") if games else None,
        "top": games[0].get("top") if games else None,
        "money": match and [match.id, match.players, match.payouts, match.points, match.settled],
        "pot": table.pot and [table.pot.players, table.pot.coins],
    }


async def record(url: str, database_url: str, game: str) -> dict[str, Any]:
    """Play one match of the game on a real server and return its log."""
    from sqlalchemy import text

    from app.db import make_engine
    from tests.clients import Client

    quick = GAMES[game].options.quick
    clients = [Client(url, seed) for seed in range(quick.seats)]
    for client in clients:
        await client.sign_in()
    host, *others = clients
    wish = {"game": game, "options": dict(quick.options), "seats": quick.seats, "bet": 6000}
    table = int((await host.post("/api/tables", wish))["table"])
    await asyncio.gather(host.play(table), *(other.play(table, sit=True) for other in others))
    for client in clients:
        await client.leave(table)
        await client.__aexit__()
    engine = make_engine(database_url)
    async with engine.connect() as connection:
        asked = {"table": table}
        setup = await connection.scalar(text("select setup from card_table where id = :table"), asked)
        lines = await connection.execute(
            text("select at, kind, body from log where table_id = :table order by seq"), asked
        )
        made: dict[str, Any] = {"game": game, "setup": setup, "lines": [list(line) for line in lines]}
    await engine.dispose()
    made["facts"] = [digest(facts(state)) for state in states(made)]
    return made


def main() -> None:
    from app.embedded.valkey import Valkey
    from tests.databases import cluster, own_folder
    from tests.program import Program

    missing = [game for game in GAMES if not list(FOLDER.glob(f"{game}-*.json"))]
    with own_folder() as folder, own_folder() as other, cluster(folder) as databases:
        valkey = Valkey(other)
        valkey.start()
        url, _ = databases.make()
        words = {
            "DATABASE_URL": url,
            "REDIS_URL": valkey.url,
            "DATA_DIR": tempfile.mkdtemp(),
            "RATE_LIMITS": "off",
        }
        program = Program(Path(words["DATA_DIR"]), words | {"SECRET_KEY": KEY, "GUEST_GRANT": "1000000"})
        try:
            program.start()
            FOLDER.mkdir(exist_ok=True)
            for game in missing:
                made = asyncio.run(record(program.url, url, game))
                lines = ",\n".join(json.dumps(line, separators=(",", ":")) for line in made.pop("lines"))
                head = json.dumps(made, separators=(",", ":"))[:-1]
                path = FOLDER / f"{game}-1.json"
                path.write_text(f'{head},\n"lines":[\n{lines}\n]}}\n')
                print(path, path.stat().st_size)  # noqa: T201
        finally:
            program.stop()
            valkey.stop()


if __name__ == "__main__":
    if sys.argv[1:] == ["fold"]:
        json.dump({name: [digest(s) for s in states(record)] for name, record in kept().items()}, sys.stdout)
    else:
        main()
