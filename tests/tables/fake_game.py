"""A game without cards, for what a table does for any game: windows, long turns, shared clocks, antes, legacies.

Who is to act says with `Draw` that the turn passes on, with `Play("long")` that it goes on, with `Play("window")` that
all others are to answer by `Accept`, with `Play("all")` that all others owe a `Draw`, each on the same clock, and with
`Choose` how the match ends: a seat that wins, or "void". Two wins running take the pot.
"""

from dataclasses import dataclass, replace
from typing import Any

from app.cards.chance import Chance
from app.games.actions import Accept, Action, Choose, Draw, LastCard, Play, write_action
from app.games.codec import JSON
from app.games.events import Turned
from app.games.game import Pace, Phase, Refusal, RefusedError, Step
from app.games.options import Options, OptionSet, Preset


@dataclass(frozen=True, slots=True)
class FakeOptions(Options):
    hitter: bool = False
    percent: bool = False
    odd: bool = False


@dataclass(frozen=True, slots=True)
class Fake:
    options: FakeOptions
    acting: tuple[int, ...]
    left: frozenset[int] = frozenset()
    seats: int = 2
    turn: int = 0
    window: bool = False
    long: bool = False
    end: str | None = None
    streak: int | None = None
    pot: int = 0
    windows_closed: int = 0


class FakeGame:
    key = "fake"
    name_key = "game.fake"
    seats = (2, 10)
    options = OptionSet(
        FakeOptions,
        (Preset("quick", {}, 3), Preset("hitter", {"hitter": True}, 3)),
        lambda options: "odd" if options.odd and options.hitter else None,
    )
    actions = (Accept, Choose, Draw, LastCard, Play)
    events = (Turned,)

    def check_bet(self, options: FakeOptions, bet: int) -> Refusal | None:
        odd = options.hitter and bet % 10
        return Refusal("bet_in_tens", "The bet must be a multiple of 10.") if odd else None

    def ante(self, options: FakeOptions, bet: int) -> int:
        return bet // 10 if options.hitter else 0

    def deal(
        self, options: FakeOptions, seats: int, chance: Chance, *, carried: JSON = None, **_: Any
    ) -> Step:
        legacy = carried or {"streak": None, "pot": 0}
        return Fake(options, (0,), seats=seats, streak=legacy["streak"], pot=legacy["pot"]), (Turned(0),)

    def carry(self, state: Fake, bet: int) -> JSON:
        if state.end == "void":
            return {"streak": state.streak, "pot": state.pot}
        won = self._winner(state)
        antes = self.ante(state.options, bet) * state.seats
        return {"streak": won, "pot": 0 if won == state.streak else state.pot + antes}

    def reseat(self, carried: JSON, seats: tuple[int | None, ...]) -> JSON:
        return None

    def _winner(self, state: Fake) -> int:
        (stays,) = [*(set(range(state.seats)) - state.left)][:1]
        return stays if state.end == "left" else int(state.end or 0)

    def payouts(self, state: Fake, bet: int) -> tuple[int, ...]:
        ante = self.ante(state.options, bet)
        if state.end == "void":
            return (bet + ante,) * state.seats
        winner = self._winner(state)
        taken = state.pot + ante * state.seats if winner == state.streak else 0
        return tuple(bet * state.seats + taken if n == winner else 0 for n in range(state.seats))

    def phase(self, state: Fake) -> Phase:
        return "match_over" if state.end is not None else "playing"

    def to_act(self, state: Fake) -> tuple[int, ...]:
        return () if state.end is not None else state.acting

    def pace(self, state: Fake) -> Pace:
        if state.window:
            return Pace(window_ms=5_000)
        return Pace(percent=150 if state.options.percent else 100, extends=state.long)

    def hold(self, state: Fake) -> None:
        return None

    def waits(self, state: Fake, action: Action) -> bool:
        return not isinstance(action, Accept | LastCard)

    def legal(self, state: Fake, seat: int) -> tuple[Action, ...]:
        if seat not in self.to_act(state):
            return ()
        if state.window:
            return (Accept(),)
        if state.acting != (state.turn,):
            return (Draw(),)
        plays = tuple(Play(card) for card in ("long", "window", "all"))
        ends = tuple(Choose(end) for end in (*map(str, range(state.seats)), "void"))
        return (Draw(), LastCard(), *plays, *ends)

    def check(self, state: Fake, seat: int | None, action: Action) -> Refusal | None:
        legal = seat is not None and action in self.legal(state, seat)
        return None if legal else Refusal("not_your_turn", "It is not your turn.")

    def apply(self, state: Fake, seat: int, action: Action) -> Step:
        if refusal := self.check(state, seat, action):
            raise RefusedError(refusal)
        others = tuple(n for n in range(state.seats) if n != seat and n not in state.left)
        match action:
            case Play("long"):
                return replace(state, long=True), ()
            case Play("window"):
                return replace(state, window=True, acting=others), ()
            case Play("all"):
                return replace(state, acting=others), ()
            case Choose(end):
                return replace(state, end=end), ()
            case LastCard():
                return state, (Turned(seat),)
        return self._done(state, seat)

    def _done(self, state: Fake, seat: int) -> Step:
        """A seat has answered, or its turn is over."""
        waiting = tuple(n for n in state.acting if n != seat)
        if state.acting != (state.turn,) and waiting:
            return replace(state, acting=waiting), ()
        following = next(
            n % state.seats
            for n in range(state.turn + 1, state.turn + 1 + state.seats)
            if n % state.seats not in state.left
        )
        state = replace(state, acting=(following,), turn=following, window=False, long=False)
        return state, (Turned(following),)

    def timeout(self, state: Fake, seat: int) -> Step:
        return self._done(state, seat)

    def window(self, state: Fake) -> Step:
        for seat in state.acting if state.window else ():
            state, _ = self._done(state, seat)
        return replace(state, windows_closed=state.windows_closed + 1), ()

    def leave(self, state: Fake, seat: int) -> Step:
        state = replace(state, left=state.left | {seat})
        if len(state.left) == state.seats - 1:
            return replace(state, end="left"), ()
        return self._done(state, seat) if seat in state.acting else (state, ())

    def view(self, state: Fake, viewer: int | None) -> JSON:
        legal = None if viewer is None else [write_action(action) for action in self.legal(state, viewer)]
        turn = None if state.window else state.turn
        return {"turn": turn, "legal": legal, "pot": state.pot, "streak": state.streak, "end": state.end}

    def redact(self, event: Any, viewer: int | None) -> JSON:
        return event.seen_by(viewer)


FAKE: Any = FakeGame()
