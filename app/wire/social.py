"""The shapes of what is told between people: beside the tables, or beside a table's log."""

from typing import Annotated, Any, Literal

from pydantic import Field

from app.wire.base import Ms, Shape

NoticeKind = Literal["invitation", "present", "present_answer", "friend_request", "friend", "warning"]


class NoticeTold(Shape):
    """Something a player should hear of; `from` and `by` among the facts are {id, name, avatar}."""

    id: int
    kind: Annotated[
        NoticeKind,
        Field(
            description="Facts: invitation {table, code, game, bet, from}, present {present, from, item}, "
            "present_answer {present, answer, by, item}, friend_request {from}, friend {from}, warning {text}."
        ),
    ]
    facts: dict[str, Any]
    at: Ms
    read: bool
    quiet: Annotated[bool, Field(description="Of a kind that is only to wait in the list: tell it softly.")]


class Notice(Shape):
    """Something new that you should hear of; it is in your list, too."""

    type: Literal["notice"]
    notice: NoticeTold
