"""What is done to players and tables: each act once for each form, with a line in the log in the same transaction."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from app.admin.models import AdminAct
from app.admin.rights import Act, check
from app.errors import ConflictError, ForbiddenError, InvalidError, NotFoundError
from app.ledger.service import correct_coins
from app.players import sanctions
from app.players.models import Player
from app.players.service import lock_players
from app.players.writing import tidy_text
from app.rooms.models import TableRecord
from app.social.notices.service import add_notice, frame_of
from app.social.talk.reports import close_report

LONGEST_REASON = 200
Told = tuple[str, tuple[object, ...]]
"""What another part is told once all is committed: the application's hook and its arguments."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A form that was sent: `actor` wants to do `act`; `key` is the form's, however often it arrives."""

    key: str
    actor: int
    act: Act
    reason: str
    player: int | None = None
    table: int | None = None
    report: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)


async def carry_out(session: AsyncSession, wish: Wish) -> list[Told]:
    """Do what is wished; return what to tell after the commit. The same wish again has one effect.

    Raises ForbiddenError, InvalidError, NotFoundError, NotEnoughCoinsError, ConflictError (`id_reused`, `closed`).
    """
    if (wish.act == "end_table") != (wish.player is None) or (wish.act == "dismiss" and wish.report is None):
        raise InvalidError("invalid", "This form belongs to another page.")
    actor, whom = await _lock(session, wish)
    check(actor, wish.act, whom)
    if wish.table is not None and await session.get(TableRecord, wish.table) is None:
        raise NotFoundError("not_found", "There is no such table.")
    new = await _write_down(session, wish)
    told = await _do(session, wish, whom) if whom is not None and new else []
    if wish.report is not None and new:
        closed = await close_report(
            session, wish.report, wish.actor, "dismissed" if wish.act == "dismiss" else "acted"
        )
        if closed.reported != wish.player:
            raise ConflictError("closed", "This report is about somebody else.")
    if wish.act == "ban":  # also again: whoever asked first may have died before it told
        told.append(("look_again", (wish.player,)))
    return told


async def _do(session: AsyncSession, wish: Wish, whom: Player) -> list[Told]:
    match wish.act:
        case "warn":
            notice = await add_notice(session, whom.id, "warning", {"text": wish.reason})
            return [("push", (whom.id, frame_of(notice)))]
        case "mute" | "ban":
            lasts = timedelta(hours=wish.facts["hours"])
            await sanctions.sanction_player(
                session, whom.id, wish.act, reason=wish.reason, lasts=lasts, by=wish.actor
            )
        case "unmute" | "unban":
            kind: sanctions.Kind = "mute" if wish.act == "unmute" else "ban"
            if not await sanctions.lift_sanction(session, whom.id, kind):
                raise ConflictError("closed", "There is nothing to lift any more.")
        case "correct":
            posted = await correct_coins(
                session,
                whom.id,
                wish.facts["amount"],
                cause=f"correction:{wish.key}",
                facts={"reason": wish.reason},
            )
            return [("tell_wallet", (whom.id, posted))]
        case _:
            pass
    return []


async def _lock(session: AsyncSession, wish: Wish) -> tuple[Player, Player | None]:
    """Return both as they are now, and as they stay until the end; always in one order.

    Who is gone can't be acted on any more, but what was reported of them can be dismissed.
    """
    asked = {wish.actor} if wish.player is None else {wish.actor, wish.player}
    known = await lock_players(session, asked)
    if wish.actor not in known:
        raise ForbiddenError("not_allowed", "Your account is gone.")
    await sanctions.refuse_banned(session, wish.actor)  # two admins may ban each other at the same moment
    if wish.player is None:
        return known[wish.actor], None
    whom = known.get(wish.player)
    if whom is None and wish.act == "dismiss":
        whom = await session.get(Player, wish.player)
    if whom is None:
        raise NotFoundError("not_found", "There is no such player.")
    return known[wish.actor], whom


async def _write_down(session: AsyncSession, wish: Wish) -> bool:
    """Add the line to the log; False where this form was carried out before."""
    line = {
        "actor": wish.actor,
        "act": wish.act,
        "player": wish.player,
        "table_id": wish.table,
        "report": wish.report,
        "reason": wish.reason,
        "facts": dict(wish.facts),
    }
    added = await session.scalar(
        insert(AdminAct).values(key=wish.key, **line).on_conflict_do_nothing().returning(AdminAct.id)
    )
    if added is not None:
        return True
    before = (await session.scalars(select(AdminAct).where(AdminAct.key == wish.key))).one()
    if any(getattr(before, name) != value for name, value in line.items()):
        raise ConflictError("id_reused", "This form was used for something else. Load the page anew.")
    return False


async def note_at_console(session: AsyncSession, act: str, player_id: int, key: str) -> None:
    """Add a line for what was done by the command."""
    session.add(
        AdminAct(
            actor=None, act=act, player=player_id, table_id=None, report=None, reason="", facts={}, key=key
        )
    )
    await session.flush()


def tidy_reason(typed: str) -> str:
    """Return a reason as it is kept and told. Raises InvalidError for none, and for a story."""
    reason = tidy_text(typed)
    if not reason:
        raise InvalidError("invalid", "Say why: the player reads it, and so does the log.", where="reason")
    if len(reason) > LONGEST_REASON:
        raise InvalidError("invalid", f"At most {LONGEST_REASON} characters, please.", where="reason")
    return reason
