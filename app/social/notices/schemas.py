"""What comes in and goes out about notices. Times are milliseconds since 1970."""

from typing import Annotated, Any

from pydantic import BaseModel, Field

from app.players.schemas import Asked
from app.wire.social import NoticeKind


class NoticeFacts(BaseModel):
    """Something a player should hear of."""

    id: int
    kind: NoticeKind
    facts: dict[str, Any]
    at: int
    read: bool
    quiet: bool


class NoticeList(BaseModel):
    """The newest notices, the newest first; how many are unread; which kinds only wait in the list."""

    notices: list[NoticeFacts]
    unread: int
    quiet: list[NoticeKind]


class ReadUpTo(Asked):
    """The newest notice that was seen: it and all before it are read."""

    id: int = Field(ge=1, lt=2**63)


class QuietKinds(Asked):
    """The kinds of notices that are to wait in the list only."""

    kinds: Annotated[list[NoticeKind], Field(max_length=20)]
