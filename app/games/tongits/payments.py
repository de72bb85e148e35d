"""Who is paid what: the pot or the table of payments, refunds, bonuses, the hitter pot (14)."""

from app.cards.melds import divide
from app.games.tongits.options import ante
from app.games.tongits.state import HandOutcome, State


def payouts(state: State, bet: int) -> tuple[int, ...]:
    """Return the coins by seat at the end of a match; what the hitter pot adds or keeps makes the only difference."""
    match, options = state.match, state.options
    if match.ending is None:
        raise ValueError("the match is not over")
    if not match.ending.winners:
        return (bet + ante(options, bet),) * match.seats  # void: all returns, a forfeiter's too (11.8, 14.13)
    (winner,) = match.ending.winners
    dues = [0 if seat == winner else _due(state, seat, bet) for seat in range(match.seats)]
    coins = [bet - due for due in dues]
    coins[winner] += sum(dues)
    if takes_pot(state):
        coins[winner] += state.pot + match.seats * ante(options, bet)
    return tuple(coins)


def takes_pot(state: State) -> bool:
    """Tell whether the winner has won two hands running and takes the hitter pot (14.13)."""
    outcome = state.outcome
    won = outcome is not None and outcome.winner is not None and outcome.winner == state.previous_winner
    return won and state.options.hitter_pot


def pot_after(state: State, bet: int) -> int:
    """Return the coins in the hitter pot after the match: the antes stay there, unless the hand was void."""
    if takes_pot(state):
        return 0
    void = state.outcome is None or state.outcome.winner is None
    return state.pot + (0 if void else state.match.seats * ante(state.options, bet))


def _due(state: State, seat: int, bet: int) -> int:
    """Return what a loser pays the winner, never more than the bet (14.2)."""
    outcome, options = state.outcome, state.options
    if seat in state.match.left or outcome is None or options.format == "first_to":
        return bet  # all of a forfeiter's (16.7), and of a whole match's (15.4)
    if options.stake_mode == "payment_table":
        return _units(state, outcome, seat) * bet // 10  # (14.6)
    return bet - (bet * options.fold_refund_pct // 100 if seat in outcome.folded else 0)  # (14.4, 14.5)


def _units(state: State, outcome: HandOutcome, seat: int) -> int:
    """Return base, burnt surcharge and bonuses in units (14.7-14.9); at most ten (14.11)."""
    assert outcome.winner is not None
    dear = outcome.ending == "tongits" or seat in outcome.fought
    burnt = seat not in state.open()  # (13.1)
    return (3 if dear else 1) + burnt + _bonus(state, outcome.winner)


def _bonus(state: State, winner: int) -> int:
    own = [meld for meld in state.melds if meld.owner == winner]
    cards = (*state.hands[winner], *(card for meld in own for card in meld.cards))
    secret = any(meld.face_down for meld in own) or divide(state.hands[winner]).has_four  # (12.5)
    return sum(card[0] == "A" for card in cards) + 2 * secret
