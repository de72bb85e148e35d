"""How a hand ends: who wins a showdown and an empty stock, and what a hand is to the match."""

from dataclasses import replace

from app.cards.melds import divide
from app.games.events import Dealt, MatchEnded
from app.games.match import Ending, Match, places
from app.games.tongits.events import ChallengedDraw, Folded, HandEnded
from app.games.tongits.state import Draft, HandEnding, HandOutcome

EVENTS = (ChallengedDraw, Dealt, HandEnded, MatchEnded)


def count(draft: Draft, seat: int) -> int:
    """Return the points of the unmatched cards in a hand; lying melds don't matter (12.1-12.4)."""
    return divide(draft.hands[seat]).count


def end_by_stock(draft: Draft, seat: int) -> None:
    """End the hand after the turn of the last stock card: of the open ones the lowest count wins (11.3-11.8)."""
    match, opened = draft.match, draft.open()
    last = seat if draft.last_drawer is None else draft.last_drawer
    standing = [other for other in match.order_from(last) if other in opened]
    if standing:  # the last drawer first, then whoever is next to the right (11.6, 11.7, 16.11)
        end_hand(draft, min(standing, key=lambda other: count(draft, other)), "stock")
    else:
        end_hand(draft, None, "void")


def end_by_showdown(draft: Draft) -> None:
    """End the hand when all answers to a Draw are in, and tell them (10.10-10.14, 16.10)."""
    match, call = draft.match, draft.call
    assert call is not None
    others = match.order_from((call.caller + 1) % match.seats)  # a caller who is still there comes last
    answers = dict(call.answers)
    fighting = [seat for seat in others if answers.get(seat) == "challenge"]
    folded = tuple(seat for seat in others if answers.get(seat) == "fold")
    for seat in others:
        if seat in answers:
            draft.events.append(ChallengedDraw(seat) if seat in fighting else Folded(seat, forced=False))
    if call.caller not in match.left:
        fighting.append(call.caller)  # last: loses every tie (10.12)
    rivals = fighting or others[:1]  # without any, the player to the right of a caller who has left (16.10)
    winner = min(rivals, key=lambda seat: count(draft, seat))
    end_hand(draft, winner, "draw", tuple(sorted(fighting)), folded)


def end_hand(
    draft: Draft,
    winner: int | None,
    ending: HandEnding,
    fought: tuple[int, ...] = (),
    folded: tuple[int, ...] = (),
) -> None:
    """End the hand; flags and calls are dropped (7.6), hands are shown (17.7)."""
    match = draft.match
    draft.call, draft.blocked, draft.renewed = None, (), False
    points = tuple(int(seat == winner) for seat in range(match.seats))
    totals = tuple(total + more for total, more in zip(match.totals, points, strict=True))
    hands = tuple((seat, draft.hands[seat]) for seat in match.active())
    outcome = HandOutcome(winner, points, hands, ending, fought, folded)
    draft.match = replace(match, totals=totals, phase="round_over", outcome=outcome)
    draft.events.append(HandEnded(winner, winner is None, points, totals, hands, ending))
    options = draft.options
    won = winner is not None and totals[winner] >= options.hands_to_win
    if options.format == "single" or won or match.left:  # a forfeit ends the match with this hand (15.4)
        end_match(draft)


def end_match(draft: Draft) -> None:
    """End the match after its last hand, or as somebody left between two."""
    match = draft.match
    winner = _match_winner(draft)
    winners = () if winner is None else (winner,)
    draft.match = replace(match, phase="match_over", ending=Ending(winners, ()))
    draft.events.append(MatchEnded(winners, ranking(draft.match), match.totals))


def ranking(match: Match) -> tuple[tuple[int, ...], ...]:
    """Return the places of a finished match by hands won; after a void hand the first place is shared."""
    return tuple(place for place in places(match, lambda seat: -match.totals[seat]) if place)


def _match_winner(draft: Draft) -> int | None:
    match, last = draft.match, draft.match.outcome.winner if draft.match.outcome else None
    if draft.options.format == "single":
        return last
    most = max(match.totals[seat] for seat in match.active())
    best = [seat for seat in match.active() if match.totals[seat] == most]
    if len(best) == 1 or not match.left:
        return best[0]
    return last if last in best else match.next_seat(match.left[-1], 1)  # (15.4)
