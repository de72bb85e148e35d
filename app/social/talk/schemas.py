"""What comes in and goes out about talk."""

from pydantic import BaseModel

from app.wire.talk import Line


class Lines(BaseModel):
    """The last lines of a table, the oldest first."""

    lines: list[Line]
