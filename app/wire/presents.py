"""The shapes of what is told of presents and of what people wear."""

from typing import Literal

from app.wire.base import Shape


class LooksTold(Shape):
    """What a player wears: ids of the catalogue, null where nothing."""

    player: int
    companion: str | None
    avatar: str | None
    frame: str | None
    felt: str | None
    back: str | None


class Looks(Shape):
    """Somebody at a table that you see, perhaps you, wears something else now."""

    type: Literal["looks"]
    looks: LooksTold


class Presents(Shape):
    """How many presents wait for your answer."""

    type: Literal["presents"]
    waiting: int
