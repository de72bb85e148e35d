"""Random matches of any game, step by step, with everything that can happen in them."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from app.cards.chance import Chance
from app.games.actions import Action
from app.games.events import Event
from app.games.game import Game
from app.games.options import Options
from app.games.registry import GAMES


@dataclass(frozen=True)
class Setting:
    """A game with one choice of options and a number of seats."""

    game: Game
    options: Options
    seats: int

    def __str__(self) -> str:
        options = self.game.options.write(self.options)
        return "-".join(map(str, (self.game.key, *options.values(), self.seats)))


@dataclass(frozen=True)
class Step:
    """One step of a match: what was done in which state, and what came of it."""

    setting: Setting
    before: Any
    kind: str  # "action", "timeout", "leave", "next_round"
    seat: int
    action: Action | None
    after: Any
    events: tuple[Event, ...]


def settings() -> list[Setting]:
    """Return every combination of option values and seats of every game."""
    found = []
    for game in GAMES.values():
        declared = game.options.declared()
        values = [_values(option) for option in declared]
        for chosen in itertools.product(*values):
            options = game.options.parse(
                {option["name"]: v for option, v in zip(declared, chosen, strict=True)}
            )
            for seats in range(game.seats[0], game.seats[1] + 1):
                found.append(Setting(game, options, seats))
    return found


def _values(option: dict[str, Any]) -> list[Any]:
    if option["kind"] == "choice":
        return list(option["values"])
    return (
        [False, True]
        if option["kind"] == "flag"
        else sorted({option["min"], option["default"], option["max"]})
    )


def chance(*parts: object) -> Chance:
    return Chance("/".join(map(str, parts)).encode())


def play(
    setting: Setting, seed: int, *, leaves: float = 0.004, timeouts: float = 0.03, short: bool = False
) -> Iterator[Step]:
    """Play one match to its end; `short` stocks make for reshuffles and blocked rounds."""
    game, rng = setting.game, random.Random(f"{setting}/{seed}/{short}")
    deck = _short_deck(setting, rng) if short else None
    state, events = game.deal(setting.options, setting.seats, chance(setting, seed, 1), deck=deck)
    yield Step(setting, None, "deal", -1, None, state, events)
    for number in itertools.count(2):
        assert number < 5000, "the match does not end"
        if game.phase(state) == "match_over":
            return
        before, action = state, None
        seats = game.to_act(state)
        options = [(seat, act) for seat in range(setting.seats) for act in game.legal(state, seat)]
        if rng.random() < leaves:
            kind, seat = "leave", rng.randrange(setting.seats)
            state, events = game.leave(state, seat)
        elif game.phase(state) == "round_over":
            kind, seat = "next_round", -1
            state, events = game.next_round(state, chance(setting, seed, number), deck=deck)
        elif rng.random() < timeouts:
            kind, seat = "timeout", rng.choice(seats)
            state, events = game.timeout(state, seat)
        else:
            kind = "action"
            # One of the kinds that are possible, so that calls are not drowned by cards.
            type_ = rng.choice(sorted({act.type for _, act in options}))
            seat, action = rng.choice([option for option in options if option[1].type == type_])
            state, events = game.apply(state, seat, action)
        yield Step(setting, before, kind, seat, action, state, events)


def _short_deck(setting: Setting, rng: random.Random) -> tuple[str, ...]:
    cards = list(setting.game.deck(setting.options, setting.seats))
    rng.shuffle(cards)
    return tuple(cards[: setting.seats * 7 + 1 + rng.randrange(4)])
