"""Making a table: its row, its first entry and its creator's seat in one transaction."""

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import Any

import orjson
from sqlalchemy import func, select, text
from sqlalchemy.exc import IntegrityError

from app.db import Sessions
from app.db.faults import constraint_name
from app.errors import ConflictError, InvalidError
from app.games.registry import GAMES
from app.rooms import steps
from app.rooms.journal import Line, append
from app.rooms.models import SeatRecord, TableRecord
from app.rooms.vault import Vault
from app.tables import Person, Setup, apply, open_table, row
from app.tables.entries import Sit
from app.tables.state import Level

CODE_LETTERS = "ACDEFGHJKLMNPQRTUVWXY34679"  # nothing that looks or sounds like another
MOST_TABLES = 4  # practice does not count as a seat (decided 11), but each table is a room
SPEEDS_MS = (10_000, 20_000, 40_000)


@dataclass(frozen=True, slots=True)
class TableRef:
    """How to find a table: its number, its short name, the token of its link."""

    id: int
    code: str
    link: str


@dataclass(frozen=True, slots=True)
class TableSetup:
    """What a creator asks for; `bet` 0 and `robots` is practice."""

    game: str
    options: Mapping[str, Any]
    seats: int
    bet: int
    turn_ms: int = 20_000
    public: bool = True
    spectators: bool = True
    robots: bool = False
    level: Level = "normal"


def check_setup(setup: TableSetup) -> TableSetup:
    """Return the setup with every option written out; raise InvalidError with the reason."""
    game = GAMES.get(setup.game)
    if game is None:
        raise InvalidError("no_such_game", "There is no such game.")
    least, most = game.seats
    if not least <= setup.seats <= most:
        raise InvalidError("bad_seats", f"This game is for {least} to {most} players.")
    if setup.turn_ms not in SPEEDS_MS:
        raise InvalidError("bad_speed", "A turn takes 10, 20 or 40 seconds.")
    if setup.bet < 0 or (setup.robots and setup.bet):
        raise InvalidError("bad_bet", "Robots play for nothing.")
    options = game.options.parse(setup.options)
    if refusal := game.check_bet(options, setup.bet):
        raise InvalidError(refusal.code, refusal.text)
    return replace(setup, options=game.options.write(options))


async def create_table(
    sessions: Sessions,
    vault: Vault,
    setup: TableSetup,
    creator: Person,
    create_key: str,
    now: int,
    owner: str | None,
) -> TableRef:
    """Make the table of a checked setup and seat its creator, once for each of the creator's keys.

    It belongs to the worker `owner`; to nobody yet where that is None.

    Raises ConflictError (`already_seated`; `id_reused` where the key made another table).
    """
    asked = sha256(orjson.dumps(asdict(setup), option=orjson.OPT_SORT_KEYS)).digest()
    for _ in range(20):
        if known := await _find_made(sessions, creator.id, create_key, asked):
            return known
        try:
            return await _insert(sessions, vault, setup, creator, create_key, asked, now, owner)
        except IntegrityError as error:
            if constraint_name(error) == "uq_seat_coin_player":
                raise ConflictError("already_seated", "You sit at another table.") from None
            # Else the short name is taken or the same request came twice: look again.
    raise ConflictError("busy", "No free name for a table was found. Please try again.")


async def _find_made(sessions: Sessions, creator: int, key: str, asked: bytes) -> TableRef | None:
    async with sessions() as session:
        found = await session.scalar(
            select(TableRecord).where(TableRecord.creator_id == creator, TableRecord.create_key == key)
        )
    if found is None:
        return None
    if found.create_hash != asked:
        raise ConflictError("id_reused", "This request id was used for another table.")
    return TableRef(found.id, found.code, found.link)


async def _insert(
    sessions: Sessions,
    vault: Vault,
    setup: TableSetup,
    creator: Person,
    create_key: str,
    asked: bytes,
    now: int,
    owner: str | None,
) -> TableRef:
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(4))
    link = secrets.token_urlsafe(24)
    async with sessions.begin() as session:
        seats = select(func.count()).where(SeatRecord.player_id == creator.id)
        if (await session.scalar(seats) or 0) >= MOST_TABLES:
            raise ConflictError("too_many_tables", "You sit at too many tables. Leave one first.")
        id_ = await session.scalar(select(func.nextval(text("pg_get_serial_sequence('card_table', 'id')"))))
        assert id_ is not None
        full = Setup(id=id_, code=code, created=now, **asdict(setup))
        entry = Sit(now, creator)
        table, _ = apply(open_table(full), entry)
        session.add(
            TableRecord(
                id=id_,
                code=code,
                creator_id=creator.id,
                create_key=create_key,
                create_hash=asked,
                link=link,
                setup=asdict(full),
                row=row(table),
                phase="waiting",
                epoch=1,
                owner=owner,
            )
        )
        await session.flush()
        kind, body = steps.stored(entry, vault, f"{id_}:1")
        await append(await session.connection(), [Line(id_, 1, 1, now, kind, body)])
        session.add(SeatRecord(table_id=id_, player_id=creator.id, practice=setup.bet == 0))
    return TableRef(id_, code, link)
