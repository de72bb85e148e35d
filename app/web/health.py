"""Whether this worker can do its work."""

import asyncio

from fastapi import APIRouter, Request
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import JSONResponse

from app.bus import Bus
from app.db import Sessions

PATIENCE_S = 2.0
router = APIRouter(tags=["operations"])


@router.get("/healthz")
async def check_health(request: Request) -> JSONResponse:
    """200 if database and Redis answer within 2 s, else 503; the body says which one does not."""
    database, redis = await asyncio.gather(
        _database_answers(request.app.state.sessions), _redis_answers(request.app.state.bus)
    )
    sound = database and redis
    body = {"ok": sound, "database": database, "redis": redis}
    return JSONResponse(body, 200 if sound else 503, {"cache-control": "no-store"})


async def _database_answers(sessions: Sessions) -> bool:
    try:
        async with asyncio.timeout(PATIENCE_S), sessions() as session:
            return bool(await session.scalar(text("select true")))
    except (SQLAlchemyError, OSError):  # a TimeoutError is an OSError
        return False


async def _redis_answers(bus: Bus) -> bool:
    return await bus.ping()
