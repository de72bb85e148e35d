"""What the tests that every game gets have to know of a game; this is the plain case.

It fits a game whose state keeps the cards that may be secret in `hands` (by seat) and `stock`, and whose
round shows all hands at its end. Any other game says here what differs.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from itertools import combinations, product
from typing import Any, TypeAlias

from app.cards.chance import Chance
from app.games.actions import Action, Challenge, Denounce, LastCard
from app.games.game import Game

Place: TypeAlias = tuple[str, int | None, int]
"""Where a card lies: the field of the state, which of its piles (None: the field is one), and the index there."""

COLORS = (None, "r", "b", "g", "y", "purple")
SUITS = (None, "h")


class Family:
    """One way of keeping a match; methods say what a viewer may know, taken from the state and never from a view."""

    secret: frozenset[str] = frozenset({"chance"})
    """Fields of the state that are not for everybody; whether they are None is public, as a rule."""
    out_of_turn: tuple[type[Action], ...] = (LastCard, Denounce)
    """Actions that need no turn: having one of these alone doesn't make it one's turn."""
    by_heart: frozenset[str] = frozenset()
    """Types of action of which `legal` names witnesses only, and `check` is the truth."""
    winners_take_all: bool = True
    """Whether nobody but a winner is paid."""
    may_be_void: bool = False
    """Whether a match may end without a winner."""

    def stacked(self, deck: list[str], rng: random.Random) -> list[str]:
        """Return a shuffled deck that brings about what chance seldom does; the short decks are such ones."""
        return deck

    # ---- what may be asked for

    def candidates(self, game: Game, state: Any, seat: int, rng: random.Random) -> Iterator[Action]:
        """Return actions worth a try: all kinds, with cards of the hand, some others, and some that are none."""
        deck, seats = self.deck(game, state), len(state.hands)
        hand = list(dict.fromkeys(state.hands[seat]))
        few = hand if len(hand) < 7 else rng.sample(hand, 7)
        cards = [*few, *rng.sample(deck, min(2, len(deck))), "zz"]
        groups = [group for size in range(5) for group in combinations(few, size)]
        values: dict[str, Sequence[Any]] = {
            "card": cards,
            "color": COLORS,
            "suit": SUITS,
            "last_card": (False, True),
            "face_down": (False, True),
            "seat": range(-1, seats + 1),
            "meld": range(-1, 4),
            "cards": groups,
            "with_": groups,
        }
        for cls in game.actions:
            names = [field.name for field in fields(cls)]  # type: ignore[arg-type]
            for row in product(*(values[name] for name in names)):
                yield cls(*row)

    def deck(self, game: Game, state: Any) -> list[str]:
        """Return the different cards of the game."""
        return sorted(set(game.cards(state)))

    def unlisted(self, state: Any, seat: int, action: Action) -> bool:
        """Tell whether `check` may allow the action though `legal` doesn't list it."""
        return bool(getattr(action, "last_card", False)) or action.type in self.by_heart

    # ---- what happened

    def follow(self, counts: list[int], event: dict[str, Any]) -> None:
        """Change the numbers of cards in the hands by what an event tells."""
        match event["type"]:
            case "dealt" | "hands_shuffled":
                counts[:] = event["counts"]
            case "drew":
                counts[event["seat"]] += event["count"]
            case "played":
                counts[event["seat"]] -= 1
                assert event["left"] == counts[event["seat"]]
            case "left":
                counts[event["seat"]] = 0

    # ---- what a viewer may know

    def hands_shown(self, game: Game, state: Any) -> bool:
        """Tell whether all hands are open now."""
        return bool(game.result(state).hands)

    def hidden(self, game: Game, state: Any, viewer: int | None) -> list[Place]:
        """Return where cards lie that the viewer can't know."""
        shown = self.hands_shown(game, state)
        places: list[Place] = [
            ("hands", seat, at)
            for seat, hand in enumerate(state.hands)
            for at in range(len(hand))
            if seat != viewer and not shown
        ]
        return places + [("stock", None, at) for at in range(len(state.stock))]

    def bound(self, state: Any) -> set[Place]:
        """Return where cards lie of which something is public, so that not any other might lie there."""
        return set()

    def told(self, step: Any, viewer: int | None) -> set[Place]:
        """Return where cards lay before the step that it lets the viewer know."""
        state, known, drawn = step.before, set(), 0
        if step.action is not None:
            known |= places_of(state.hands, step.seat, _named(step.action))
        for event in step.events:
            if event.type == "drew":
                if event.seat == viewer:
                    known |= {("stock", None, drawn + at) for at in range(len(event.cards))}
                drawn += len(event.cards)
            elif event.type in ("played", "discarded"):
                known |= places_of(state.hands, event.seat, [event.card])
            elif event.type == "round_ended":
                known |= {
                    ("hands", seat, at) for seat, hand in enumerate(state.hands) for at in range(len(hand))
                }
        if isinstance(step.action, Challenge):
            known |= {("hands", seat, at) for seat, hand in enumerate(state.hands) for at in range(len(hand))}
        return known

    def otherwise(self, state: Any, viewer: int | None, rng: random.Random) -> Any:
        """Return the state with other secrets than cards."""
        return replace(state, chance=Chance(b"another")) if hasattr(state, "chance") else state

    def rare(self, state: Any) -> bool:
        """Tell whether there are secrets here that few states have."""
        return False

    def public(self, game: Game, state: Any) -> dict[str, Any]:
        """Return what everybody sees, taken from the state itself and not from a view."""
        data = game.write_state(state)
        for name, pile, at in self.hidden(game, state, None):
            (data[name] if pile is None else data[name][pile])[at] = "?"
        for name in self.secret & data.keys():
            data[name] = None if data[name] is None else "secret"
        return dict(data)


def _named(action: Action) -> Iterable[str]:
    """Return the cards that an action lays open."""
    if getattr(action, "face_down", False):
        return ()
    one = getattr(action, "card", None)
    return [*([] if one is None else [one]), *getattr(action, "cards", ()), *getattr(action, "with_", ())]


def places_of(hands: Sequence[Sequence[str]], seat: int, cards: Iterable[str]) -> set[Place]:
    """Return the places in the hand of a seat where these cards lie."""
    wanted = set(cards)
    return {("hands", seat, at) for at, card in enumerate(hands[seat]) if card in wanted}


def swapped(state: Any, places: list[Place], rng: random.Random) -> Any:
    """Return a world in which the cards at these places have changed places."""
    piles: dict[str, Any] = {}
    for name in {name for name, _, _ in places}:
        value = getattr(state, name)
        one = any(pile is None for other, pile, _ in places if other == name)
        piles[name] = list(value) if one else [list(pile) for pile in value]
    cards = [_pile(piles, place)[place[2]] for place in places]
    rng.shuffle(cards)
    for place, card in zip(places, cards, strict=True):
        _pile(piles, place)[place[2]] = card
    changed = {
        name: tuple(tuple(item) if isinstance(item, list) else item for item in value)
        for name, value in piles.items()
    }
    return replace(state, **changed)


def _pile(piles: dict[str, Any], place: Place) -> list[str]:
    name, pile, _ = place
    found: list[str] = piles[name] if pile is None else piles[name][pile]
    return found
