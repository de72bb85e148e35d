"""Random matches of any game, step by step, with everything that can happen in them.

The short form plays settings in which every value of each option and every number of seats occurs; with
SOBREMESA_STATES (nightly 100000) random combinations come on top, and more matches of each.
"""

import itertools
import math
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from app.cards.chance import Chance
from app.errors import InvalidError
from app.games.actions import Action
from app.games.events import Event
from app.games.game import Game
from app.games.options import Options
from app.games.registry import GAMES
from tests.games.families import family_of

STATES = int(os.environ.get("SOBREMESA_STATES") or "0")
MATCHES = max(1, STATES // 10000)
MORE_SETTINGS = STATES // 2500
LONG = 600  # steps, after which everybody gets up: a match to a high target says nothing new
ENDLESS = 5000
ENOUGH = 150  # steps of a setting
PLAYS = 0.75  # so that hands get empty, too


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
    kind: str  # "deal", "next_round", "action", "timeout", "window", "leave"
    seat: int
    action: Action | None
    after: Any
    events: tuple[Event, ...]


def settings() -> list[Setting]:
    """Return settings of every game that have each value of each option, each preset and each number of seats."""
    return [setting for game in GAMES.values() for setting in settings_of(game)]


def settings_of(game: Game, more: int = MORE_SETTINGS) -> list[Setting]:
    """Return a covering set of settings of one game, all of them where there are few; and `more` at random."""
    rng = random.Random(game.key)
    values = {option["name"]: _values(option) for option in game.options.declared()}
    seats = range(game.seats[0], game.seats[1] + 1)
    if len(seats) * math.prod(map(len, values.values())) <= 12:
        rows = [
            Setting(game, game.options.parse(dict(zip(values, row, strict=True))), number)
            for row in itertools.product(*values.values())
            for number in seats
        ]
        return list(dict.fromkeys(rows))
    found = [
        Setting(game, game.options.parse(preset.options), preset.seats) for preset in game.options.presets
    ]
    wanted = [(name, value) for name in values for value in values[name]] + [("", n) for n in seats]
    missing = [pair for pair in wanted if not any(_has(setting, pair) for setting in found)]
    while missing:
        tried = [setting for _ in range(30) if (setting := _random(game, values, rng, missing[0]))]
        best = max(tried, key=lambda setting: sum(_has(setting, pair) for pair in missing))
        found.append(best)
        missing = [pair for pair in missing if not _has(best, pair)]
    found += [
        setting for _ in range(more) if (setting := _random(game, values, rng, ("", rng.choice(seats))))
    ]
    return list(dict.fromkeys(found))


def _has(setting: Setting, pair: tuple[str, Any]) -> bool:
    name, value = pair
    return (setting.seats if name == "" else setting.game.options.write(setting.options)[name]) == value


def _random(
    game: Game, values: dict[str, list[Any]], rng: random.Random, fixed: tuple[str, Any]
) -> Setting | None:
    """Return a random setting with that value (of the option, or of the seats), or None where it can't be."""
    row = {name: rng.choice(choices) for name, choices in values.items()} | {"": rng.randint(*game.seats)}
    row |= dict([fixed])
    seats = row.pop("")
    try:
        return Setting(game, game.options.parse(row), seats)
    except InvalidError:  # options that don't go together: most of them as they are by default
        few = {name: value for name, value in row.items() if name == fixed[0] or rng.random() < 0.3}
        try:
            return Setting(game, game.options.parse(few), seats)
        except InvalidError:
            return None


def _values(option: dict[str, Any]) -> list[Any]:
    if option["kind"] == "choice":
        return list(option["values"])
    return (
        [False, True]
        if option["kind"] == "flag"
        else sorted({option["min"], option["default"], option["max"]})
    )


Deals: TypeAlias = Callable[[int], tuple[Chance, tuple[str, ...] | None, int | None]]
"""By the number of a round: its chance, its deck and its first seat, where these don't come from the chance."""


def chance(*parts: object) -> Chance:
    return Chance("/".join(map(str, parts)).encode())


def play(
    setting: Setting,
    seed: int,
    *,
    leaves: float = 0.004,
    timeouts: float = 0.03,
    short: bool = False,
    deals: Deals | None = None,
) -> Iterator[Step]:
    """Play one match to its end; `short` stocks make for reshuffles and blocked rounds."""
    game, rng = setting.game, random.Random(f"{setting}/{seed}/{short}")
    few = _short_deck(setting, rng) if short else None
    deals = deals or (lambda round_: (chance(setting, seed, round_), few, None))
    given, deck, first = deals(1)
    state, events = game.deal(setting.options, setting.seats, given, deck=deck, first=first)
    yield Step(setting, None, "deal", -1, None, state, events)
    for number in itertools.count(2):
        assert number < ENDLESS, "the match does not end"
        if game.phase(state) == "match_over":
            return
        before, action = state, None
        seats = game.to_act(state)
        if rng.random() < leaves or number > LONG:
            kind, seat = "leave", rng.randrange(setting.seats)
            state, events = game.leave(state, seat)
        elif game.phase(state) == "round_over":
            kind, seat = "next_round", -1
            given, deck, _ = deals(game.view(state, None)["round"] + 1)
            state, events = game.next_round(state, given, deck=deck)
        elif game.pace(state).window_ms is not None and rng.random() < 0.2:
            kind, seat = "window", -1
            state, events = game.window(state)
        elif game.pace(state).window_ms is None and rng.random() < timeouts:
            kind, seat = "timeout", rng.choice(seats)
            state, events = game.timeout(state, seat)
        else:
            kind = "action"
            options = [(seat, act) for seat in range(setting.seats) for act in game.legal(state, seat)]
            # One of the kinds that are possible, so that calls are not drowned by cards.
            kinds = sorted({act.type for _, act in options})
            type_ = "play" if "play" in kinds and rng.random() < PLAYS else rng.choice(kinds)
            seat, action = rng.choice([option for option in options if option[1].type == type_])
            state, events = game.apply(state, seat, action)
        yield Step(setting, before, kind, seat, action, state, events)


def _short_deck(setting: Setting, rng: random.Random) -> tuple[str, ...]:
    """Return as few cards as can be dealt, and at most three more."""
    game = setting.game
    cards = list(game.deck(setting.options, setting.seats))
    state, _ = game.deal(setting.options, setting.seats, chance(setting))
    dealt = sum(game.view(state, None)["counts"]) - 20
    rng.shuffle(cards)
    cards = family_of(game).stacked(cards, rng)
    for count in range(max(1, dealt), len(cards)):
        try:
            game.deal(setting.options, setting.seats, chance(setting), deck=tuple(cards[:count]))
        except ValueError:
            continue
        return tuple(cards[: count + rng.randrange(4)])
    return tuple(cards)


@cache
def match_of(setting: Setting, seed: int = 0, short: bool = False) -> tuple[Step, ...]:
    """Return the steps of one match; each is played once a worker."""
    return tuple(play(setting, seed, short=short))


def matches(setting: Setting) -> Iterator[tuple[Step, ...]]:
    """Return matches with the full deck and with a short one; more of them where they are short."""
    seen = 0
    for seed in range(MATCHES + 5):
        if seed >= MATCHES and seen > ENOUGH:
            return
        for short in (False, True):
            match = match_of(setting, seed, short)
            seen += len(match)
            yield match


def steps(setting: Setting, most: int = 60) -> Iterator[Step]:
    """Return steps from all over the matches, the last of each among them: about `most` of two matches."""
    played = list(matches(setting))
    each = max(3, 2 * MATCHES * most // len(played))
    for match in played:
        stride = -(-len(match) // each)
        yield from match[::stride]
        if (len(match) - 1) % stride:
            yield match[-1]
