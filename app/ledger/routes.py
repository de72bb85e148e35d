"""The books over HTTP, for everybody to see."""

from fastapi import APIRouter, Request
from pydantic import BaseModel

from app.ledger.audit import AuditReport

router = APIRouter(prefix="/api", tags=["books"])


class BooksView(BaseModel):
    """The proof of the books, of the moment `checked_at` (ms)."""

    minted: int
    sunk: int
    held: int
    wallets: int
    escrow: int
    pots: int
    transfers: int
    unbalanced: int
    sound: bool
    checked_at: int


@router.get("/books")
async def read_books(request: Request) -> BooksView:
    """Every coin that was made, and where it is; and that no rule of the books is broken."""
    report: AuditReport = await request.app.state.proof.newest()
    return BooksView(
        minted=report.minted,
        sunk=report.sunk,
        held=report.held,
        wallets=report.wallets,
        escrow=report.escrow,
        pots=report.pots,
        transfers=report.transfers,
        unbalanced=report.wrong("unbalanced"),
        sound=report.sound,
        checked_at=int(report.checked_at.timestamp() * 1000),
    )
