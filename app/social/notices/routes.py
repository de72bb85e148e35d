"""Notices over HTTP: one's list, what was read, which kinds are to be quiet."""

from fastapi import APIRouter

from app.db.request import Transaction
from app.players.asker import Asker
from app.players.service import lock_player
from app.social.notices import schemas, service

router = APIRouter(prefix="/api/me/notices", tags=["notices"])


@router.get("")
async def list_notices(asker: Asker, session: Transaction) -> schemas.NoticeList:
    """What the asker should hear of, the newest first."""
    return schemas.NoticeList.model_validate(
        {
            "notices": [service.plain(notice) for notice in await service.list_notices(session, asker.id)],
            "unread": await service.count_unread(session, asker.id),
            "quiet": await service.list_quiet(session, asker.id),
        }
    )


@router.post("/read", status_code=204)
async def read_notices(wish: schemas.ReadUpTo, asker: Asker, session: Transaction) -> None:
    """The asker has seen the list up to this notice."""
    await service.read_notices(session, asker.id, wish.id)


@router.put("/quiet", status_code=204)
async def set_quiet(wish: schemas.QuietKinds, asker: Asker, session: Transaction) -> None:
    """These kinds, and no others, only wait in the asker's list."""
    await lock_player(session, asker.id)
    await service.set_quiet(session, asker.id, wish.kinds)
