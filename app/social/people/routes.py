"""People over HTTP: one's friends, requests, whom one met, cards of players."""

from typing import Any

from fastapi import APIRouter, Request

from app.db.request import Transaction
from app.players.asker import Asker, AskerOrNone
from app.players.call import Call, Called
from app.players.routes import Id, read_player
from app.players.service import plain
from app.social.notices.service import frame_of
from app.social.people import opponents, schemas, service
from app.social.people.board import Board
from app.wire import frames

router = APIRouter(prefix="/api", tags=["people"])

ASKS_A_DAY, ASKS_OF_ONE_A_DAY = 50, 3
DAY_S = 86_400


def board_of(request: Request) -> Board:
    """Return the board of the application that was asked."""
    board: Board = request.app.state.board
    return board


@router.get("/friends")
async def list_friends(request: Request, asker: Asker, session: Transaction) -> schemas.Circle:
    """The asker's friends and how they are, requests, whom the asker blocked."""
    circle = await service.read_circle(session, asker.id)
    hidden = await service.find_invisible(session, [asker.id, *(person.id for person in circle.friends)])
    told = board_of(request).describe(circle, hidden)
    return schemas.Circle.model_validate({**told, "invisible": asker.id in hidden})


@router.post("/friends/{player_id}")
async def ask_friend(call: Called, player_id: Id, asker: Asker) -> schemas.Between:
    """Ask somebody to be friends, or accept who asks; asked again, nothing more happens."""
    change = await service.ask_friend(call.session, asker, player_id)
    if change.relation == "asked" and change.notice is not None:  # else it knocks at no door
        await call.limits.change("ask-friend", asker.id, limit=ASKS_A_DAY, window_s=DAY_S)
        await call.limits.change(f"ask-friend:{player_id}", asker.id, limit=ASKS_OF_ONE_A_DAY, window_s=DAY_S)
    return _told(call, asker.id, player_id, change)


@router.post("/friends/{player_id}/accept")
async def accept_friend(call: Called, player_id: Id, asker: Asker) -> schemas.Between:
    """Be friends with somebody who asks."""
    return _told(call, asker.id, player_id, await service.accept_friend(call.session, asker, player_id))


@router.delete("/friends/{player_id}", status_code=204)
async def drop_friend(call: Called, player_id: Id, asker: Asker) -> None:
    """Remove a friend, refuse a request or take one back; nobody is told."""
    await _drop(call, asker.id, player_id)


@router.get("/opponents")
async def list_opponents(asker: Asker, session: Transaction) -> list[schemas.Met]:
    """With whom the asker played lately, the last first."""
    return [
        schemas.Met.model_validate({**plain(met.player), "game": met.game, "at": met.at})
        for met in await opponents.recent_opponents(session, asker.id)
    ]


@router.put("/me/visibility", status_code=204)
async def set_visibility(call: Called, wish: schemas.Visibility, asker: Asker) -> None:
    """Be offline to everybody, or be seen by friends again."""
    await service.set_invisible(call.session, asker.id, wish.invisible)
    call.tell("invisible", asker.id, wish.invisible)


@router.get("/people/{player_id}")
async def read_card(
    request: Request, player_id: Id, asker: AskerOrNone, session: Transaction
) -> schemas.Card:
    """What everybody may know of a player, and what they are to the asker."""
    known = (await read_player(player_id, asker, session)).model_dump()
    relation = "none" if asker is None else await service.find_relation(session, asker.id, player_id)
    seen: dict[str, Any] = {"state": None, "at": None}
    if relation == "friends":
        hidden = await service.find_invisible(session, [player_id])
        seen = {"state": "offline", "at": None} if hidden else board_of(request).seen(player_id)
    invitable = relation == "friends"
    if asker is not None and not invitable:
        met = await opponents.recent_opponents(session, asker.id)
        invitable = any(player_id == opponent.player.id for opponent in met)
    return schemas.Card.model_validate({**seen, **known, "relation": relation, "invitable": invitable})


async def on_block(call: Call, player_id: int, blocked: int) -> None:
    """Who blocks is no friend, asks and is asked no more, and looks on no more where the other sits."""
    await _drop(call, player_id, blocked)
    call.tell("part", player_id, blocked)


async def on_farewell(call: Call, player_id: int) -> None:
    """Whoever goes leaves all circles."""
    circle = await service.read_circle(call.session, player_id)
    await service.leave_everybody(call.session, player_id)
    others = {person.id for group in (circle.friends, circle.asks, circle.asked) for person in group}
    call.tell("circles_changed", *others)


async def _drop(call: Call, player_id: int, other: int) -> None:
    for whose, gone in (await service.drop_friend(call.session, player_id, other)).items():
        if gone:
            call.tell("push", whose, frames.notices_gone(gone))
    call.tell("circles_changed", player_id, other)


def _told(call: Call, player_id: int, other: int, change: service.Change) -> schemas.Between:
    if change.notice is not None:
        call.tell("push", other, frame_of(change.notice))
        if change.gone:
            call.tell("push", player_id, frames.notices_gone(change.gone))
        call.tell("circles_changed", player_id, other)
    return schemas.Between(relation=change.relation)
