"""Two questions: is everything well (`/healthz`, for who watches over it), and may people be sent here (`/readyz`).

A proxy must ask the second one. Without a database or Redis no worker is well, but each still serves the page, which
says so and waits: taken out of the proxy's list, all at once, they would leave people a bare error page.
"""

import asyncio

from fastapi import APIRouter, Request
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import JSONResponse

from app.bus import Bus
from app.db import Sessions

PATIENCE_S = 2.0
FRESH = {"cache-control": "no-store"}
router = APIRouter(tags=["operations"])


@router.get("/readyz")
async def check_readiness(request: Request) -> JSONResponse:
    """200 unless this worker is about to stop; asks nobody, so that it answers at once or not at all."""
    draining = _is_draining(request)
    return JSONResponse({"ready": not draining, "draining": draining}, 503 if draining else 200, FRESH)


@router.get("/healthz")
async def check_health(request: Request) -> JSONResponse:
    """200 if database and Redis answer within 2 s and nothing is about to stop, else 503; the body says which."""
    database, redis = await asyncio.gather(
        _database_answers(request.app.state.sessions), _redis_answers(request.app.state.bus)
    )
    draining = _is_draining(request)
    sound = database and redis and not draining
    body = {"ok": sound, "database": database, "redis": redis, "draining": draining}
    return JSONResponse(body, 200 if sound else 503, FRESH)


def _is_draining(request: Request) -> bool:
    return bool(getattr(request.app.state, "draining", False))


async def _database_answers(sessions: Sessions) -> bool:
    try:
        async with asyncio.timeout(PATIENCE_S), sessions() as session:
            return bool(await session.scalar(text("select true")))
    except (SQLAlchemyError, OSError):  # a TimeoutError is an OSError
        return False


async def _redis_answers(bus: Bus) -> bool:
    return await bus.ping()
