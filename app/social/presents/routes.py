"""The shop, one's things and presents over HTTP."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query
from sqlalchemy.ext.asyncio import AsyncSession

from app.db.request import Transaction
from app.players.allowances import to_ms
from app.players.asker import Asker
from app.players.call import Call, Called
from app.players.models import Player
from app.players.routes import Id, Key
from app.players.service import name_people
from app.social.presents import schemas, service, things
from app.social.presents.catalogue import CATALOGUE
from app.social.presents.models import Present
from app.social.presents.tidings import push, tell_answered, tell_sent
from app.wire import frames

router = APIRouter(prefix="/api", tags=["presents"])

MOST_LOOKS = 100
WISHES, WINDOW_S = 60, 60.0
TO_ONE, HOUR_S = 20, 3_600.0
"""So many presents go to one person: given and taken back at once, each makes a sound there."""


@router.get("/shop")
async def list_shop() -> list[schemas.ShopItem]:
    """Everything there is to have."""
    return [
        schemas.ShopItem(key=item.key, slot=item.slot, kind=item.kind, price=item.price)
        for item in CATALOGUE.values()
    ]


# Things


@router.post("/things", status_code=201)
async def buy(call: Called, wish: schemas.Purchase, key: Key, asker: Asker) -> schemas.Bought:
    """Buy a thing for oneself."""
    await call.limits.change("buy", asker.id, limit=WISHES, window_s=WINDOW_S)
    thing, coins = await things.buy_thing(call.session, asker.id, things.item_of(wish.item), key)
    call.tell("push", asker.id, frames.wallet(coins))
    return schemas.Bought(thing=thing.id, item=thing.item, coins=coins)


@router.get("/me/things")
async def list_stuff(asker: Asker, session: Transaction) -> schemas.Stuff:
    """What the asker owns."""
    return schemas.Stuff(
        things=[
            schemas.ThingFacts.model_validate(
                {
                    "id": thing.id,
                    "item": thing.item,
                    "slot": thing.slot,
                    "worn": thing.worn,
                    "at": to_ms(thing.got_at),
                }
            )
            for thing in await things.list_things(session, asker.id)
        ],
        put_on=await things.puts_on(session, asker.id),
    )


@router.put("/me/things/{thing_id}/worn", status_code=204)
async def wear(call: Called, thing_id: Id, wish: schemas.Wearing, asker: Asker) -> None:
    """Put a thing on or take it off; everybody at the asker's tables sees it."""
    await call.limits.change("wear", asker.id, limit=WISHES, window_s=WINDOW_S)
    await things.wear_thing(call.session, asker.id, thing_id, worn=wish.worn)
    await _show(call, asker.id)


@router.put("/me/wardrobe", status_code=204)
async def choose_taste(session: Transaction, wish: schemas.Taste, asker: Asker) -> None:
    """Say whether accepted things are to be put on at once."""
    await things.choose_put_on(session, asker.id, wish.put_on)


@router.get("/looks")
async def read_looks(
    session: Transaction,
    players: Annotated[str, Query(pattern=r"^\d{1,18}(,\d{1,18}){0,99}$", description="Ids, with commas.")],
) -> list[schemas.Looks]:
    """What so many players wear."""
    wanted = {int(player) for player in players.split(",")}
    return [schemas.Looks(**looks) for looks in await things.read_looks(session, wanted)]


async def _show(call: Call, player_id: int) -> None:
    """Let the player and everybody at their tables see what they wear, once it is so."""
    [worn] = await things.read_looks(call.session, [player_id])
    frame = frames.looks(worn)
    call.tell("push", player_id, frame)
    call.tell("say_of", player_id, frame)


# Presents


@router.get("/me/presents")
async def list_presents(call: Called, asker: Asker) -> schemas.Presents:
    """What waits for the asker or was accepted lately, and what they sent that waits."""
    for present_id in await service.list_overdue(call.session, asker.id):
        call.tell("expire", present_id)
    found = await service.list_presents(call.session, asker.id)
    shown = await _describe(call.session, found)
    return schemas.Presents(
        received=[present for present in shown if present.receiver.id == asker.id],
        sent=[present for present in shown if present.giver.id == asker.id],
        waiting=await service.count_waiting(call.session, asker.id),
    )


@router.post("/presents", status_code=201)
async def give(call: Called, wish: schemas.NewPresent, key: Key, asker: Asker) -> schemas.Sent:
    """Give somebody a present: the coins or the thing leave the asker now, and come back if it isn't accepted."""
    await call.limits.change("give", asker.id, limit=WISHES, window_s=WINDOW_S)
    gift = service.Gift(item=wish.item, thing=wish.thing, note=wish.note)
    outcome = await service.give_present(call.session, asker.id, wish.to, gift, key)
    if outcome.new:
        await call.limits.change(f"give:{wish.to}", asker.id, limit=TO_ONE, window_s=HOUR_S)
        push(call, await tell_sent(call.session, outcome))
    [shown] = await _describe(call.session, [outcome.present])
    return schemas.Sent(present=shown, coins=outcome.coins)


async def _answer(call: Call, asker: Player, present_id: int, answer: service.Answer) -> schemas.Answered:
    outcome = await service.answer_present(call.session, asker.id, present_id, answer)
    if outcome.new:
        push(call, await tell_answered(call.session, outcome))
    if outcome.looks:
        await _show(call, asker.id)
    [shown] = await _describe(call.session, [outcome.present])
    coins = outcome.coins if answer == "withdraw" else None
    return schemas.Answered(present=shown, coins=coins, worn=answer == "accept" and outcome.looks)


@router.post("/presents/{present_id}/accept")
async def accept(call: Called, present_id: Id, asker: Asker) -> schemas.Answered:
    """Take a present; it is found in one's stuff, and put on at once unless one said otherwise."""
    return await _answer(call, asker, present_id, "accept")


@router.post("/presents/{present_id}/refuse")
async def refuse(call: Called, present_id: Id, asker: Asker) -> schemas.Answered:
    """Let a present go back, unopened."""
    return await _answer(call, asker, present_id, "refuse")


@router.post("/presents/{present_id}/withdraw")
async def withdraw(call: Called, present_id: Id, asker: Asker) -> schemas.Answered:
    """Take a present back that one gave and that nobody has answered."""
    return await _answer(call, asker, present_id, "withdraw")


@router.post("/presents/{present_id}/return")
async def give_back(call: Called, present_id: Id, asker: Asker) -> schemas.Answered:
    """Give a thing that one accepted back to whom it came from."""
    return await _answer(call, asker, present_id, "return")


async def _describe(session: AsyncSession, presents: Sequence[Present]) -> list[schemas.PresentFacts]:
    people = await name_people(
        session, {id_ for present in presents for id_ in (present.giver, present.receiver)}
    )
    return [
        schemas.PresentFacts(
            id=present.id,
            giver=people[present.giver],
            receiver=people[present.receiver],
            item=present.item,
            coins=present.coins,
            note=present.note,
            state=present.state,
            at=to_ms(present.sent_at),
            until=to_ms((present.answered_at or present.sent_at) + service.LASTS),
        )
        for present in presents
    ]
