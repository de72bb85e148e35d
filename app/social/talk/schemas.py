"""What comes in and goes out about talk."""

from typing import Literal

from pydantic import BaseModel, Field

from app.players.schemas import Asked
from app.wire.talk import Line

Reason = Literal["insults", "cheating", "stalling", "name", "spam", "other"]


class Lines(BaseModel):
    """The last lines of a table, the oldest first."""

    lines: list[Line]


class NewReport(Asked):
    """What is wrong with somebody, and where the log of the table had come to."""

    player: int = Field(ge=1, lt=2**63)
    reason: Reason
    note: str = Field("", max_length=2_000, description="500 characters at most, once it is tidied.")
    table: int | None = Field(None, ge=1, lt=2**63)
    seq: int | None = Field(None, ge=0, lt=2**63)


class Reported(BaseModel):
    """The number under which a report is kept."""

    id: int
