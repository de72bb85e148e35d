"""The share that presents have when people part, in the transaction in which they do."""

from collections.abc import Iterable

from app.players.call import Call
from app.social.presents import service
from app.social.presents.tidings import push, tell_gone


async def part(call: Call, player_id: int, other: int) -> None:
    """When two people part by a block: what is on its way between them goes back."""
    await _tell_gone(call, await service.send_back_between(call.session, player_id, other))


async def clear_away(call: Call, player_id: int) -> None:
    """When a person goes: what is on its way from and to them goes back, and their things go with them."""
    await _tell_gone(call, await service.clear_away(call.session, player_id))


async def _tell_gone(call: Call, outcomes: Iterable[service.Outcome]) -> None:
    for outcome in outcomes:
        push(call, await tell_gone(call.session, outcome))
