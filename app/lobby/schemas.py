"""What may be asked of the lobby over HTTP."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from app.tables.state import Level

GameKey = Annotated[str, Field(min_length=1, max_length=40)]
Options = Annotated[dict[str, Any], Field(max_length=64)]


class _Wish(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class PlayNow(_Wish):
    """A seat as soon as possible."""

    game: GameKey


class NewTable(_Wish):
    """A table as its creator wants it; what is not said is the standard."""

    game: GameKey
    options: Options = {}
    seats: int = Field(ge=2, le=10)
    bet: int = Field(ge=0, le=10**12, description="Coins; 0: for nothing.")
    turn_ms: int = Field(20_000, ge=10_000, le=40_000)
    public: bool = True
    spectators: bool = True
    robots: bool = Field(False, description="Fill the other seats with robots; only for nothing.")
    level: Level = Field("normal", description="How well the robots play.")


class Practice(_Wish):
    """A table with robots, for nothing."""

    game: GameKey
    options: Options | None = Field(None, description="None: those of Play now.")
    seats: int | None = Field(None, ge=2, le=10, description="None: as many as with Play now.")
    level: Level = Field("normal", description="How well the robots play.")
