"""A database session for a request: one transaction, committed before the answer goes out."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncSession

from app.db.engine import Sessions


async def session(request: Request) -> AsyncIterator[AsyncSession]:
    """Yield a session; commit when the route returned, roll back when it raised.

    No connection is taken before the first statement, so a route may do slow things first.
    """
    sessions: Sessions = request.app.state.sessions
    async with sessions.begin() as opened:
        yield opened


# "function": the commit comes before the answer, and its failure is the answer
Transaction = Annotated[AsyncSession, Depends(session, scope="function")]
