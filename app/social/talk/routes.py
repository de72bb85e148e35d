"""Talk over HTTP: what was said at a table until now."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from app.db.request import Transaction
from app.players.asker import AskerOrNone
from app.rooms.service import Rooms
from app.social.talk import schemas, service

router = APIRouter(prefix="/api", tags=["talk"])

Code = Annotated[str, Path(pattern=r"^[A-Za-z0-9]{4}$", description="A table's short name.")]


@router.get("/tables/{code}/talk", response_model=schemas.Lines)
async def list_lines(
    request: Request, code: Code, player: AskerOrNone, session: Transaction
) -> dict[str, Any]:
    """The last lines of a table that the asker may see; what follows comes over the socket."""
    rooms: Rooms = request.app.state.rooms
    table, reader = (await rooms.find(code)).id, player.id if player else None
    await service.check_reader(session, table, reader)
    return {"lines": await service.list_lines(session, table, reader)}
