"""Talk over HTTP: what was said at a table until now, and reports of it."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from app.db.request import Transaction
from app.players.asker import Asker, AskerOrNone
from app.players.call import Called
from app.players.routes import Key
from app.rooms.service import Rooms
from app.social.talk import reports, schemas, service

router = APIRouter(prefix="/api", tags=["talk"])

REPORTS, WINDOW_S = 10, 3_600
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


@router.post("/reports", status_code=201)
async def report(call: Called, wish: schemas.NewReport, key: Key, asker: Asker) -> schemas.Reported:
    """Tell the moderators of somebody; the last lines that the asker could read go along."""
    number, new = await reports.add_report(call.session, asker.id, wish, key)
    if new:
        await call.limits.change("report", asker.id, limit=REPORTS, window_s=WINDOW_S)
    return schemas.Reported(id=number)
