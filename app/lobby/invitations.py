"""Invitations over HTTP: the host keeps seats for people, who hear of it and say no; yes is sitting down."""

from collections.abc import Callable, Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.ext.asyncio import AsyncSession

from app.db import Sessions
from app.db.request import Transaction
from app.errors import ForbiddenError
from app.lobby.routes import Code, Key, count_wish, rooms_of
from app.players.allowances import to_ms
from app.players.asker import Asker
from app.players.call import Call, Called
from app.players.schemas import Person
from app.players.service import name_people, plain
from app.rooms import invitations
from app.rooms.models import Invitation, TableRecord
from app.social.notices import service as notices
from app.social.people import service as people
from app.social.people.opponents import recent_opponents
from app.wire import frames

router = APIRouter(prefix="/api", tags=["invitations"])

OF_ONE, HOUR_S = 10, 3_600
"""So often one host knocks at one person's door: made and taken back at once, each makes a sound there."""
InvitationId = Annotated[int, Path(ge=1, lt=2**63)]
State = Literal["pending", "accepted", "refused", "expired", "withdrawn"]


class NewInvitation(BaseModel):
    """For whom a seat is to be kept."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    player: int = Field(ge=1, lt=2**63)


class Kept(BaseModel):
    """A seat that is or was kept for somebody, until a time in ms since 1970."""

    id: int
    player: Person
    state: State
    until: int


class Received(BaseModel):
    """A seat that is or was kept for the asker."""

    id: int
    table: int
    code: str
    game: str
    bet: int
    phase: str
    by: Person
    state: State
    until: int


@router.post("/tables/{code}/invitations")
async def invite(call: Called, code: Code, wish: NewInvitation, key: Key, asker: Asker) -> dict[str, int]:
    """Keep a seat for somebody for ten minutes, as the host, and tell them."""
    await count_wish(call.request, asker.id)
    ref = await rooms_of(call.request).find(code)
    made, new = await invitations.invite(call.session, ref.id, asker.id, wish.player, key)
    if new:
        await call.limits.change(f"invite:{wish.player}", asker.id, limit=OF_ONE, window_s=HOUR_S)
        if wish.player not in {known.id for known in await known_people(call.session, asker.id)}:
            raise ForbiddenError("not_known", "Invite friends, or people you have just played with.")
        record = await call.session.get_one(TableRecord, ref.id)
        facts = {
            "invitation": made.id,
            "table": ref.id,
            "code": ref.code,
            "game": record.setup["game"],
            "bet": record.setup["bet"],
            "until": to_ms(made.until_at),
            "from": plain(asker),
        }
        notice = await notices.add_notice(call.session, wish.player, "invitation", facts)
        call.tell("push", wish.player, notices.frame_of(notice))
        call.tell("tell_invitations", ref.id)
    return {"invitation": made.id, "until": to_ms(made.until_at)}


@router.get("/me/invitable")
async def list_invitable(asker: Asker, session: Transaction) -> list[Person]:
    """Whom the asker may invite: friends, then people they have just played with."""
    return await known_people(session, asker.id)


@router.get("/tables/{code}/invitations")
async def list_of_table(call: Called, code: Code, asker: Asker) -> list[Kept]:
    """For whom seats are or were kept at the table whose host asks; to others nothing is told."""
    ref = await rooms_of(call.request).find(code)
    record = await call.session.get_one(TableRecord, ref.id)
    invitations.check_shown(record, asker.id)
    return await kept(call.session, ref.id) if record.row["host"] == asker.id else []


@router.get("/me/invitations")
async def list_received(asker: Asker, session: Transaction) -> list[Received]:
    """The asker's invitations to tables that are still there, the newest first."""
    found = await invitations.list_received(session, asker.id)
    named = await name_people(session, [invitation.by_id for invitation, _, _ in found])
    return [
        Received(
            id=invitation.id,
            table=record.id,
            code=record.code,
            game=record.setup["game"],
            bet=record.setup["bet"],
            phase=record.phase,
            by=named[invitation.by_id],
            state=state,
            until=to_ms(invitation.until_at),
        )
        for invitation, state, record in found
    ]


@router.post("/invitations/{invitation}/refuse", status_code=204)
async def refuse(call: Called, invitation: InvitationId, asker: Asker) -> None:
    """Say no to an invitation: the seat is free again."""
    done = await invitations.answer(call.session, invitation, asker.id, "refused")
    call.tell("uninvite", done.table_id, asker.id)
    call.tell("tell_invitations", done.table_id)


@router.delete("/invitations/{invitation}", status_code=204)
async def withdraw(call: Called, invitation: InvitationId, asker: Asker) -> None:
    """Take an invitation back, as the host: the seat is free again."""
    done = await invitations.answer(call.session, invitation, asker.id, "withdrawn")
    await tell_withdrawn(call, [done])


async def on_block(call: Call, player_id: int, blocked: int) -> None:
    """Take back what was offered between two of whom one wants nothing to do with the other."""
    await tell_withdrawn(call, await invitations.withdraw_between(call.session, player_id, blocked))


async def on_farewell(call: Call, player_id: int) -> None:
    """Take back the invitations of somebody who leaves for good, and forget the notices that name them."""
    await tell_withdrawn(call, await invitations.withdraw_all(call.session, player_id))
    for whose, gone in (await notices.forget_person(call.session, player_id)).items():
        call.tell("push", whose, frames.notices_gone(gone))


async def tell_withdrawn(call: Call, withdrawn: Sequence[Invitation]) -> None:
    """Take the notices of invitations that hold no longer back, and let everybody concerned see it."""
    for each in withdrawn:
        facts = {"invitation": each.id}
        if gone := await notices.forget_notices(call.session, each.player_id, "invitation", facts):
            call.tell("push", each.player_id, frames.notices_gone(gone))
        call.tell("uninvite", each.table_id, each.player_id)
        call.tell("tell_invitations", each.table_id)


async def tell_changed(
    count_again: Callable[[int], None], sessions: Sessions, push: Callable[[int, bytes], None], table_id: int
) -> None:
    """Let everybody learn how many seats of a table are kept by now, and its host for whom."""
    count_again(table_id)
    await tell_host(sessions, push, table_id)


async def tell_host(sessions: Sessions, push: Callable[[int, bytes], None], table_id: int) -> None:
    """Send a table's invitations to its host, as they are now."""
    async with sessions() as session:
        record = await session.get_one(TableRecord, table_id)
        told = [each.model_dump() for each in await kept(session, table_id)]
    if record.row["host"] is not None:
        push(record.row["host"], frames.invitations(table_id, told))


async def kept(session: AsyncSession, table_id: int) -> list[Kept]:
    """Return for whom seats are or were kept at a table, each person once."""
    found = await invitations.list_of_table(session, table_id)
    named = await name_people(session, [invitation.player_id for invitation, _ in found])
    return [
        Kept(
            id=invitation.id,
            player=named[invitation.player_id],
            state=state,
            until=to_ms(invitation.until_at),
        )
        for invitation, state in found
    ]


async def known_people(session: AsyncSession, player_id: int) -> list[Person]:
    """Return a player's friends, then the people they have just played with, each once."""
    circle = await people.read_circle(session, player_id)
    met = [opponent.player for opponent in await recent_opponents(session, player_id)]
    return list({player.id: Person(**plain(player)) for player in (*circle.friends, *met)}.values())
