"""What the routes of the people need of a request, in one hand."""

import inspect
import logging
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import BackgroundTasks, Depends, Request, Response

from app.config import Settings
from app.db.request import Transaction
from app.players.allowances import Allowance, describe_purse, to_ms
from app.players.asker import address_of
from app.players.cookies import set_cookie
from app.players.limits import Limits
from app.players.models import Player
from app.players.schemas import LANGUAGES, Bonus, Me, Relief
from app.players.sessions import open_session

log = logging.getLogger(__name__)


async def tell(request: Request, hook: str, *facts: object) -> None:
    """Tell another part, if the application has it, of what is committed; a failure there stops nothing else."""
    told: Callable[..., Any] | None = getattr(request.app.state, hook, None)
    if told is None:
        return
    try:
        outcome = told(*facts)
        if inspect.isawaitable(outcome):
            await outcome
    except Exception:
        log.exception("%s could not be told", hook)


class Call:
    """A request and its answer, the transaction they share, settings and limits."""

    def __init__(
        self, request: Request, response: Response, session: Transaction, tasks: BackgroundTasks
    ) -> None:
        self.request, self.response, self.session, self._tasks = request, response, session, tasks
        self.settings: Settings = request.app.state.settings
        limiter = getattr(request.app.state, "limiter", None) if self.settings.rate_limits else None
        self.limits = Limits(limiter)
        self.address = address_of(request)

    @property
    def language(self) -> str:
        """Return the first of the reader's languages that we speak."""
        header = self.request.headers.get("accept-language", "")
        wanted = [part.strip()[:2].lower() for part in header.split(",")]
        return next((language for language in wanted if language in LANGUAGES), "en")

    def tell(self, hook: str, *facts: object) -> None:
        """Tell another part, if the application has it, once the answer is out: then all is committed."""
        self._tasks.add_task(tell, self.request, hook, *facts)

    async def share(self, hook: str, *facts: object) -> None:
        """Let the other parts that have a share in this do it now, in the same transaction."""
        for do in getattr(self.request.app.state, hook, ()):
            await do(self, *facts)

    async def sign_in(self, player: Player) -> None:
        """Open a session for the player and let the browser keep its token."""
        agent = self.request.headers.get("user-agent", "")
        token = await open_session(self.session, player.id, days=self.settings.session_days, agent=agent)
        set_cookie(self.request, self.response, token)

    async def describe(self, player: Player) -> Me:
        """Return what a player may know of themselves."""
        purse = await describe_purse(self.session, self.settings, player)
        return Me(
            id=player.id,
            name=player.name,
            guest=player.guest,
            avatar=player.avatar,
            language=player.language,
            coins=purse.coins,
            held=purse.held,
            grant_due=purse.grant_due,
            bonus=Bonus(**_plain(purse.bonus)),
            relief=Relief(**_plain(purse.relief), floor=self.settings.relief_floor),
        )


def _plain(allowance: Allowance) -> dict[str, Any]:
    next_at = to_ms(allowance.next_at) if allowance.next_at else None
    return {"amount": allowance.amount, "available": allowance.available, "next_at": next_at}


# of the transaction's life, so that it may hold it
Called = Annotated[Call, Depends(Call, scope="function")]
