"""What the lobby does for a player; every step that takes a seat is a room's own."""

import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, cast, not_, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection

from app.config import Settings
from app.db import Sessions
from app.errors import AppError, ConflictError, InvalidError, NotFoundError
from app.games.registry import GAMES
from app.lobby.schemas import Practice
from app.lobby.turnstile import Turnstile
from app.players import service as players
from app.rooms.create import TableRef, TableSetup
from app.rooms.invitations import count_held, may_see, seats_held
from app.rooms.models import TableRecord
from app.rooms.seating import price_of, why_not
from app.rooms.service import Asker, Rooms
from app.wire.commands import Sit

HERE_S = 15.0
"""Seconds for which a press of Play now counts as being there: the socket may open a moment later."""
REMEMBERED = 10_000
TURN_MS = 20_000
PASSED_BY = frozenset({"full", "started", "private", "blocked", "gone", "busy", "try_again"})
"""Why a table can't be taken after all, so that the next one is tried."""

MOST_WAITING = 100

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Place:
    """A seat that was found."""

    table: int
    code: str
    seat: int


class Lobby:
    """Finds and makes tables."""

    def __init__(self, settings: Settings, sessions: Sessions, rooms: Rooms, turnstile: Turnstile) -> None:
        self._settings, self._sessions, self._rooms = settings, sessions, rooms
        self._presence, self._turnstile = rooms.presence, turnstile
        self._places: OrderedDict[tuple[int, str], tuple[str, Place]] = OrderedDict()

    async def play_now(self, player: Asker, game: str, key: str) -> Place:
        """Seat the player at the longest-waiting quick table of the game, or at a new one (decided 10).

        Waiters must be connected, and unblocked either way. Whoever waits at such a table gets it again.
        Raises InvalidError, ConflictError (`already_seated` with facts `table` and `table_code`,
        `not_enough_coins`, `id_reused`), BusyError.
        """
        if game not in GAMES:
            raise InvalidError("no_such_game", "There is no such game.")
        async with self._turnstile.hold(f"play-now:{game}") as connection:
            if known := self._places.get((player.id, key)):
                if known[0] != game:
                    raise ConflictError("id_reused", "This request id was used for another game.")
                return known[1]
            place = await self._my_waiting_table(connection, player, game)
            place = place or await self._take_or_make(connection, player, game, key)
            self._places[player.id, key] = (game, place)
            if len(self._places) > REMEMBERED:
                self._places.popitem(last=False)
            return place

    async def create(self, player: Asker, setup: TableSetup, key: str) -> TableRef:
        """Make a table and seat its creator; the same key makes it once.

        Raises InvalidError (`bet_too_small` with fact `minimum`, ...), ConflictError as `play_now`.
        """
        minimum = self._settings.minimum_bet
        if setup.bet and setup.bet < minimum:
            raise InvalidError("bet_too_small", f"The smallest bet is {minimum} coins.", minimum=minimum)
        try:
            ref = await self._rooms.create(setup, player, key)
        except ConflictError as error:
            raise await self._where_else(player, error) from None
        self._presence.touch([player.id], for_s=HERE_S)
        return ref

    async def practice(self, player: Asker, wish: Practice, key: str) -> TableRef:
        """Make a table for nothing, filled with robots; it does not count as a seat (decided 11, 12)."""
        if wish.game not in GAMES:
            raise InvalidError("no_such_game", "There is no such game.")
        quick = GAMES[wish.game].options.quick
        setup = TableSetup(
            wish.game,
            quick.options if wish.options is None else wish.options,
            quick.seats if wish.seats is None else wish.seats,
            bet=0,
            public=False,
            spectators=False,
            robots=True,
            level=wish.level,
        )
        return await self._rooms.create(setup, player, key)

    async def look_at(self, ref: TableRef, player: Asker | None, *, invited: bool) -> dict[str, Any]:
        """Return a table's row, whether the asker may sit down there, and else the code of the reason.

        `held` seats are kept for others. The link is told to the host only. Raises NotFoundError for a private
        table that shows itself to others.
        """
        async with self._sessions() as session:
            record = await session.get(TableRecord, ref.id)
            if record is None or record.phase == "closed":
                raise NotFoundError("gone", "There is no such table any more.")
            row = record.row
            seated = player is not None and player.id in ids_of(row)
            if not (row["public"] or invited or seated):
                invited = player is not None and await may_see(session, ref.id, player.id)
            if not (row["public"] or invited or seated):
                raise NotFoundError("gone", "There is no such table any more.")
            held = await count_held(session, ref.id, player.id if player else None)
            row = {**row, "kept": await count_held(session, ref.id, None) if row["phase"] == "waiting" else 0}
        reason = "seated_here" if seated else await self._reason(row, player, held)
        found: dict[str, Any] = {"row": row, "joinable": reason is None, "reason": reason, "held": held}
        if player is not None and row["host"] == player.id:
            found["link"] = ref.link
        return found

    async def _reason(self, row: dict[str, Any], player: Asker | None, held: int) -> str | None:
        if row["phase"] != "waiting":
            return "started"
        if len(row["players"]) + row["robots"] + held >= row["seats"]:
            return "full"
        if player is None:
            return None  # a guest is made in one tap, and has coins
        async with self._sessions() as session:
            price = price_of(row["game"], row["options"], row["bet"])
            if refusal := await why_not(session, player.id, ids_of(row), price):
                return refusal.code
        if row["bet"] and await self._coin_seat(player):
            return "already_seated"
        return None

    async def _coin_seat(self, player: Asker) -> dict[str, Any] | None:
        seats = await self._rooms.seats_of(player.id)
        return next((seat for seat in seats if seat["bet"]), None)

    async def _my_waiting_table(self, connection: AsyncConnection, player: Asker, game: str) -> Place | None:
        seat = await self._coin_seat(player)
        if seat is None:
            return None
        if seat["phase"] == "waiting":
            for found in await self._waiting(connection, game, player):
                if found.id == seat["id"]:
                    return self._place(found, player)
        raise already_seated(seat)

    async def _where_else(self, player: Asker, error: ConflictError) -> ConflictError:
        if error.code == "already_seated" and (seat := await self._coin_seat(player)):
            return already_seated(seat)
        return error

    async def _waiting(self, connection: AsyncConnection, game: str, player: Asker) -> Sequence[Any]:
        """Quick tables of the minimum bet, the longest waiting first, and the seats kept there for others."""
        options, setup = GAMES[game].options, TableRecord.setup
        quick = options.write(options.parse(options.quick.options))
        waiting = (
            select(
                TableRecord.id,
                TableRecord.code,
                TableRecord.row,
                seats_held(TableRecord.id, player.id).label("held"),
            )
            .where(
                TableRecord.phase == "waiting",
                setup["game"].astext == game,
                setup["bet"].astext.cast(BigInteger) == self._settings.minimum_bet,
                setup["seats"].as_integer() == options.quick.seats,
                setup["turn_ms"].as_integer() == TURN_MS,
                setup["public"].as_boolean(),
                not_(setup["robots"].as_boolean()),
                setup["options"] == cast(quick, JSONB),
            )
            .order_by(TableRecord.row["since"].astext.cast(BigInteger), TableRecord.id)
            .limit(MOST_WAITING)
        )
        found: Sequence[Any] = (await connection.execute(waiting)).all()
        return found

    async def _take_or_make(self, connection: AsyncConnection, player: Asker, game: str, key: str) -> Place:
        for row in await self._fitting(connection, player, game):
            command = Sit(id=f"now-{secrets.token_urlsafe(16)}", type="sit", table=row.id)
            try:
                taken = await self._rooms.ask(row.id, command, player)
            except AppError as error:
                if error.code in PASSED_BY:
                    continue
                raise (
                    await self._where_else(player, error) if isinstance(error, ConflictError) else error
                ) from None
            self._presence.touch([player.id], for_s=HERE_S)
            return Place(row.id, row.code, seat=taken.seat or 0)
        quick = GAMES[game].options.quick
        setup = TableSetup(game, quick.options, quick.seats, self._settings.minimum_bet, TURN_MS)
        ref = await self.create(player, setup, f"now-{key}")
        return Place(ref.id, ref.code, seat=0)  # its creator's

    async def _fitting(self, connection: AsyncConnection, player: Asker, game: str) -> list[Any]:
        free = [
            row
            for row in await self._waiting(connection, game, player)
            if 0 < len(ids_of(row.row)) < row.row["seats"] - row.held
        ]
        waiters = sorted({other for row in free for other in ids_of(row.row)})
        if not waiters:
            return []
        here = self._presence.among(waiters)
        async with self._sessions() as session:
            blocked = await players.are_blocked(session, player.id, waiters)
        return [
            row for row in free if here.issuperset(ids_of(row.row)) and not blocked & set(ids_of(row.row))
        ]

    def _place(self, found: Any, player: Asker) -> Place:
        seat = self._rooms.seat_of(found.id, player.id)
        if seat is None:  # its room is only just opening
            seat = ids_of(found.row).index(player.id)
        return Place(found.id, found.code, seat)


def ids_of(row: Mapping[str, Any]) -> list[int]:
    """Return the ids of the people at a table, from its row."""
    return [person["id"] for person in row["players"]]


def already_seated(seat: Mapping[str, Any]) -> ConflictError:
    """Return the refusal of a second seat; it says where the first one is."""
    sentence = f"You sit at table {seat['code']} already."
    return ConflictError("already_seated", sentence, table=seat["id"], table_code=seat["code"])


def describe_games(settings: Settings) -> list[dict[str, Any]]:
    """Return what the form for making a table is built from, for every game."""
    return [
        {
            "key": game.key,
            "name": game.name_key,
            "seats": {"min": game.seats[0], "max": game.seats[1]},
            "options": game.options.declared(),
            "presets": [
                {"name": preset.name, "options": dict(preset.options), "seats": preset.seats}
                for preset in game.options.presets
            ],
            "quick": {"options": dict(game.options.quick.options), "seats": game.options.quick.seats},
            "minimum_bet": settings.minimum_bet,
        }
        for game in GAMES.values()
    ]


def now_ms() -> int:
    """Return the server's time in ms since 1970."""
    return time.time_ns() // 1_000_000
