"""UNO (docs/rules/uno.md): the wild draw four's challenge, shuffled hands, and drawing for the deal are its own."""

from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar, Literal

from app.cards.chance import Chance
from app.cards.decks import color_deck
from app.cards.notation import COLORS, Card
from app.games.actions import Accept, Challenge
from app.games.codec import JSON
from app.games.events import Event, PublicEvent
from app.games.game import Refusal
from app.games.options import Bounds, Options, OptionSet, Preset
from app.games.shedding import legality, moves, rounds
from app.games.shedding.color_cards import COLOR_FACES
from app.games.shedding.engine import SheddingGame
from app.games.shedding.rules import Face, Hook, Rules
from app.games.shedding.scoring import fewest_at, most_at, one_round, own_points, winner_collects
from app.games.shedding.state import Doubt, Draft, Shown, State
from app.games.shedding.steps import begin_action, draw_cards, end_turn, take_all

NOTHING_TO_ANSWER = Refusal("nothing_to_answer", "There is no card to accept or to challenge.")
CANT_CHALLENGE = Refusal("cant_challenge", "Whoever laid it has left: it can't be challenged any more.")


@dataclass(frozen=True, slots=True)
class UnoOptions(Options):
    """The deck, what the customizable wilds do, stacking, drawing, and how a match is scored (U0)."""

    deck: Literal[112, 108] = 112
    customEffect: Literal["plain", "othersDrawOne", "playAgain"] = "plain"  # noqa: N815 - named by the rules
    stacking: Literal["off", "sameKind"] = "off"
    drawMode: Literal["one", "untilPlayable"] = "one"  # noqa: N815
    scoring: Literal["winnerCollects", "ownPoints", "singleRound"] = "winnerCollects"
    target: Annotated[int, Bounds(1, 10000)] = 500


@dataclass(frozen=True, slots=True)
class DealerDrawn(PublicEvent):
    """Who deals first: for each time of drawing, who drew what; all but the last were ties (U1.2, U1.3)."""

    type: ClassVar[str] = "dealer_drawn"
    draws: tuple[tuple[tuple[int, Card], ...], ...]


@dataclass(frozen=True, slots=True)
class Challenged(Event):
    """`by` challenged the wild draw four of `seat` and saw its hand, nobody else did (U8.7, U17.2)."""

    type: ClassVar[str] = "challenged"
    seat: int
    by: int
    guilty: bool
    hand: tuple[Card, ...] = field(repr=False)

    def seen_by(self, viewer: int | None) -> JSON:
        """Return the outcome, and to the challenger the hand."""
        seen = {"type": "challenged", "seat": self.seat, "by": self.by, "guilty": self.guilty}
        return seen | {"hand": list(self.hand)} if viewer == self.by else seen


@dataclass(frozen=True, slots=True)
class HandsShuffled(PublicEvent):
    """All hands were gathered, shuffled and dealt out again; everybody knows how many cards each has (U17.3)."""

    type: ClassVar[str] = "hands_shuffled"
    seat: int
    counts: tuple[int, ...]


def _draw_for_the_deal(rules: Rules, seats: int, chance: Chance) -> tuple[int, Chance, tuple[Event, ...]]:
    """Let the highest number deal; action and wild cards count as zero, equal ones draw again (U1.2, U1.3)."""
    draws: list[tuple[tuple[int, Card], ...]] = []
    drawing = tuple(range(seats))
    while len(drawing) > 1:
        cards, chance = chance.drawn(rules.deck, len(drawing))
        draws.append(tuple(zip(drawing, cards, strict=True)))
        faces = [rules.faces[card] for _, card in draws[-1]]
        values = [face.points if face.symbol.isdecimal() else 0 for face in faces]
        drawing = tuple(seat for seat, value in zip(drawing, values, strict=True) if value == max(values))
    return (drawing[0] + 1) % seats, chance, (DealerDrawn(tuple(draws)),)


def _others_draw(rules: Rules, draft: Draft, seat: int, before: str | None) -> bool:
    """(U7.9 othersDrawOne, U12.5)"""
    for other in draft.match.order_from(seat, draft.direction):
        if other != seat:
            draw_cards(draft, other, 1, "effect")
    return False


def _play_again(rules: Rules, draft: Draft, seat: int, before: str | None) -> bool:
    """(U7.9 playAgain)"""
    return True


def _shuffle_hands(rules: Rules, draft: Draft, seat: int, before: str | None) -> bool:
    """(U7.7, U7.8): dealt out from the left of its player, whatever the direction; no call outlasts it."""
    left_on = draft.match.order_from(seat)
    order = (*left_on[1:], seat)
    gathered = tuple(card for other in draft.match.active() for card in draft.hands[other])
    cards, draft.chance = draft.chance.shuffled(gathered)
    for place, other in enumerate(order):
        draft.set_hand(other, cards[place :: len(order)])
    draft.announced = ()
    draft.events.append(HandsShuffled(seat, tuple(len(hand) for hand in draft.hands)))
    for other in order:
        if not draft.hands[other]:
            draw_cards(draft, other, 1, "effect")
    return False


def _doubt(rules: Rules, draft: Draft, seat: int, before: str | None) -> bool:
    """(U8.2, U8.3, U8.6): whether it was a bluff goes by the hand as it is now, and the colour that was in force."""
    hand = draft.hands[seat]
    colors = {rules.faces[card].color for card in hand}
    draft.doubt = Doubt(seat, hand, before is not None and before in colors)
    return False


def _check_accept(rules: Rules, state: State, seat: int, action: Accept) -> Refusal | None:
    return NOTHING_TO_ANSWER if state.doubt is None else None  # only whoever would draw (U8.4, U8.5)


def _check_challenge(rules: Rules, state: State, seat: int, action: Challenge) -> Refusal | None:
    if state.doubt is None:
        return NOTHING_TO_ANSWER
    return CANT_CHALLENGE if state.doubt.seat in state.match.left else None  # (U15.3)


def _accept(rules: Rules, draft: Draft, seat: int, action: Accept) -> None:
    take_all(draft, seat)
    end_turn(draft, seat)  # (U8.1)


def _challenge(rules: Rules, draft: Draft, seat: int, action: Challenge) -> None:
    doubt, count = draft.doubt, draft.penalty
    assert doubt is not None
    begin_action(draft)
    draft.doubt, draft.penalty, draft.bill, draft.passes = None, 0, (), 0
    draft.shown = Shown(seat, doubt.seat, doubt.hand)
    draft.events.append(Challenged(doubt.seat, seat, doubt.guilty, doubt.hand))
    if doubt.guilty:  # the card and its colour stand; the challenger's turn is a normal one (U8.8)
        draw_cards(draft, doubt.seat, count, "challenge")
    else:
        draw_cards(draft, seat, count + 2, "challenge")  # (U8.9)
        end_turn(draft, seat)


def _faces(options: UnoOptions) -> dict[Card, Face]:
    faces = dict(COLOR_FACES)
    if options.stacking == "off":  # a +2 is drawn at once (U7.1)
        faces |= {card: replace(face, draws=0, forces=2) for card, face in faces.items() if card[1:] == "+2"}
    if options.deck == 112:  # (U13.2)
        faces |= {card: Face(card, None, 40, wild=True) for card in ("WSH", "WC")}
    return faces


def _rules(options: UnoOptions) -> Rules:
    stacking, collects = options.stacking == "sameKind", options.scoring == "winnerCollects"
    hooks: dict[Card, Hook] = {"WSH": _shuffle_hands}
    if options.customEffect != "plain":
        hooks["WC"] = _others_draw if options.customEffect == "othersDrawOne" else _play_again
    if not stacking:
        hooks["W4"] = _doubt
    endings = {
        "winnerCollects": most_at(lambda match: options.target),  # (U13.3)
        "ownPoints": fewest_at(options.target),  # (U13.6)
        "singleRound": one_round,  # (U13.5)
    }
    return Rules(
        deck=color_deck() + (("WSH", *["WC"] * 3) if options.deck == 112 else ()),  # (U2.1, U2.3)
        faces=_faces(options),
        colors=COLORS,
        put_back=frozenset({"W4"}),  # (U4.6)
        until_playable=options.drawMode == "untilPlayable",  # (U6.6)
        answers="same" if stacking else "nothing",  # (U8.11)
        final_draws=True,  # (U12.2)
        no_finish=frozenset({"WSH"}),  # (U12.4)
        no_call=frozenset({"WSH"}),  # (U11.9)
        score=winner_collects if collects else own_points,  # (U13.1)
        ending=endings[options.scoring],
        most_wins=collects,
        leavers_keep_points=False,  # (U15.2)
        begins=_draw_for_the_deal,
        hooks=hooks,
        own_actions={}
        if stacking
        else {Accept: (_check_accept, _accept), Challenge: (_check_challenge, _challenge)},
    )


_PRESETS = (
    Preset("one_round", {"scoring": "singleRound"}, 2),
    Preset("to_500", {}, 4),
    Preset("to_200", {"target": 200}, 4),
)
UNO = SheddingGame(
    "uno",
    (2, 10),  # (U1.1)
    OptionSet(UnoOptions, _PRESETS),
    _rules,
    (*legality.ACTIONS, Accept, Challenge),
    (*moves.EVENTS, *rounds.EVENTS, DealerDrawn, Challenged, HandsShuffled),
)
