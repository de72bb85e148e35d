"""What all games with a `Match` in their state do alike."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from typing import Any

from app.games import codec
from app.games.codec import JSON
from app.games.events import Event
from app.games.game import Pace, Phase, Refusal, Result
from app.games.options import Options
from app.games.payouts import share


class MatchGame(ABC):
    """The part of `app.games.game.Game` that follows from `state.match`, and what most games say to the rest."""

    @abstractmethod
    def ranking(self, state: Any) -> tuple[tuple[int, ...], ...]:
        """Return the places of a finished match, best first; none for any other."""

    def check_bet(self, options: Options, bet: int) -> Refusal | None:
        """Return None: every bet will do."""
        return None

    def ante(self, options: Options, bet: int) -> int:
        """Return 0: nothing outlives a match."""
        return 0

    def carry(self, state: Any, bet: int) -> JSON:
        """Return None: the next match begins afresh."""
        return None

    def reseat(self, carried: JSON, seats: tuple[int | None, ...]) -> JSON:
        """Return None: among other people the next match begins afresh."""
        return None

    def pace(self, state: Any) -> Pace:
        """Return a turn's whole time."""
        return Pace()

    def hold(self, state: Any) -> Hashable | None:
        """Return None: no action waits for anything."""
        return None

    def window(self, state: Any) -> tuple[Any, tuple[Event, ...]]:
        """Return the state as it is: nothing waits for time."""
        return state, ()

    def redact(self, event: Event, viewer: int | None) -> JSON | None:
        """Return the event as that viewer may know it."""
        return event.seen_by(viewer)

    def phase(self, state: Any) -> Phase:
        """Return whether the round runs, the next one is awaited, or the match is over."""
        phase: Phase = state.match.phase
        return phase

    def result(self, state: Any) -> Result:
        """Return the standing after the last round."""
        match, outcome, ending = state.match, state.match.outcome, state.match.ending
        return Result(
            winners=ending.winners if ending else (),
            ranking=self.ranking(state),
            losers=ending.losers if ending else (),
            totals=match.totals,
            round_winner=outcome.winner if outcome else None,
            blocked=outcome is not None and outcome.winner is None,
            round_points=outcome.points if outcome else (0,) * match.seats,
            hands=outcome.hands if outcome else (),
        )

    def payouts(self, state: Any, bet: int) -> tuple[int, ...]:
        """Return the pot, shared among the winners (T16.1-T16.5); ValueError before the end of the match."""
        match = state.match
        if match.ending is None:
            raise ValueError("the match is not over")
        return share(bet * match.seats, match.ending.winners, match.seats, match.first)

    def facts(self, state: Any) -> Mapping[str, JSON]:
        """Return nothing: the view says all that rule cases ask for."""
        return {}

    def write_state(self, state: Any) -> JSON:
        """Return the whole state as JSON data, secrets included: never for a viewer."""
        return codec.write(state)
