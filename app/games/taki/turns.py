"""What moves are made of: laying and drawing cards, finishing, the end of a turn."""

from app.cards.notation import Card
from app.games.events import Drew, Penalty, Played, Reason, Reshuffled, Skipped, Turned
from app.games.taki.cards import FACES, TRANSPARENT
from app.games.taki.events import DutyBegan, StageEntered
from app.games.taki.rounds import end_round, leaders
from app.games.taki.state import Draft, Duty


def lay(draft: Draft, seat: int, card: Card, named: str | None = None) -> None:
    """Put a card of the hand on the pile: it leads from now on, unless it is transparent (3.4, 3.5)."""
    hand = draft.hands[seat]
    at = hand.index(card)
    draft.set_hand(seat, hand[:at] + hand[at + 1 :])
    draft.pile = (card, *draft.pile)
    draft.passes = 0
    color, symbol = FACES[card]
    if card == "CC":
        draft.color, draft.figure = named, None
    elif symbol not in TRANSPARENT:
        draft.color, draft.figure = color or draft.color, symbol  # an ST leaves the colour
    elif card == "K":
        draft.penalty = 0  # for everybody, behind a +3 too (11.2, 17.5)
    draft.events.append(Played(seat, card, len(hand) - 1, named))


def draw_cards(draft: Draft, seat: int, count: int, reason: Reason) -> bool:
    """Draw as many of `count` as there are (4.4, 4.5); tell whether there were any."""
    drawn = draft.stock[:count]
    draft.stock = draft.stock[count:]
    if len(drawn) < count and len(draft.pile) > 1:
        stock, draft.chance = draft.chance.shuffled(draft.pile[1:])
        draft.pile = draft.pile[:1]
        draft.events.append(Reshuffled(len(stock)))
        missing = count - len(drawn)
        drawn += stock[:missing]
        draft.stock = stock[missing:]
    draft.events.append(Drew(seat, drawn, reason))
    if drawn:
        draft.passes = 0  # (4.6)
        draft.set_hand(seat, draft.hands[seat] + drawn)
    return bool(drawn)


def goes_on(draft: Draft, seat: int) -> bool:
    """Do what an emptied hand brings, the round's end or the next stage; tell whether play goes on (14.1, 18.2)."""
    if draft.hands[seat] or seat in draft.match.left:
        return True  # a leaver can't win (20.6)
    if draft.stages is None or draft.stages[seat] == 1:
        end_round(draft, (seat,), seat)  # (18.4)
        return False
    stage = draft.stages[seat] - 1
    draft.stages = (*draft.stages[:seat], stage, *draft.stages[seat + 1 :])
    draft.events.append(StageEntered(seat, stage))
    if not draw_cards(draft, seat, stage, "stage"):
        end_round(draft, leaders(draft), None)  # (18.10)
        return False
    if len(draft.hands[seat]) == 1:
        draft.fresh = (*draft.fresh, seat)  # (15.8)
    return True


def begin_duty(draft: Draft, seat: int, duty: Duty) -> None:
    """Let the turn of this seat go on (6.1, 11.3)."""
    draft.duty = duty
    draft.events.append(DutyBegan(seat, duty))


def settle_call(draft: Draft, seat: int) -> None:
    """Make the last card due for a call, or end a call made with two (15.2, 15.6)."""
    if len(draft.hands[seat]) != 1:
        draft.lapse(seat)
    elif seat not in draft.announced and seat not in draft.fresh:
        draft.owes = seat
        draft.calls += 1


def end_turn(draft: Draft, seat: int, *, skips: bool = False) -> None:
    """Pass the turn on from this seat."""
    draft.duty, draft.run = None, False
    settle_call(draft, seat)
    if skips:
        seat = draft.match.next_seat(seat, draft.direction)
        draft.events.append(Skipped(seat))
    draft.turn = draft.match.next_seat(seat, draft.direction)
    if draft.penalty:
        draft.events.append(Penalty(draft.turn, draft.penalty))
    draft.events.append(Turned(draft.turn))
