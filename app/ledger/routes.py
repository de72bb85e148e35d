"""The books over HTTP, for everybody to see."""

import asyncio
import time

from fastapi import APIRouter, Request
from pydantic import BaseModel

from app.db import Sessions
from app.ledger.audit import AuditReport, audit

router = APIRouter(prefix="/api", tags=["books"])

FRESH_S = 5.0
SHARE = 20
"""The audit takes no more than one twentieth of the time, however large the books are."""


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


class Proof:
    """The newest audit; made anew by whoever asks when it is old, and by one asker at a time."""

    def __init__(self) -> None:
        self._report: AuditReport | None = None
        self._fresh_until = 0.0
        self._lock = asyncio.Lock()

    async def newest(self, sessions: Sessions) -> AuditReport:
        """Return an audit that is a few seconds old at most, or as old as twenty audits last."""
        async with self._lock:
            begun = time.monotonic()
            if self._report is None or begun >= self._fresh_until:
                async with sessions() as session:
                    self._report = await audit(session)
                ended = time.monotonic()
                self._fresh_until = ended + max(FRESH_S, SHARE * (ended - begun))
            return self._report


@router.get("/books")
async def read_books(request: Request) -> BooksView:
    """Every coin that was made, and where it is; and that no rule of the books is broken."""
    state = request.app.state
    proof: Proof | None = getattr(state, "proof", None)
    if proof is None:
        proof = state.proof = Proof()
    report = await proof.newest(state.sessions)
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
