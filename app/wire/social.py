"""The shapes of what is told between people: beside the tables, or beside a table's log."""

from typing import Annotated, Any, Literal

from pydantic import Field

from app.wire.base import Ms, Shape

NoticeKind = Literal["invitation", "present", "present_answer", "friend_request", "friend", "warning"]


class Named(Shape):
    """Who somebody is."""

    id: int
    name: str
    avatar: str


class NoticeTold(Shape):
    """Something a player should hear of; `from` and `by` among the facts are {id, name, avatar}."""

    id: int
    kind: Annotated[
        NoticeKind,
        Field(
            description="Facts: invitation {invitation, table, code, game, bet, until, from}, "
            "present {present, from, item}, present_answer {present, answer, by, item}, "
            "friend_request {from}, friend {from}, warning {text}."
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


class NoticesGone(Shape):
    """Notices of yours that hold no longer: they are in your list no more."""

    type: Literal["notices_gone"]
    ids: list[int]


class InvitationTold(Shape):
    """Somebody for whom a seat is or was kept."""

    id: int
    player: Named
    state: Literal["pending", "accepted", "refused", "expired", "withdrawn"]
    until: Ms


class Invitations(Shape):
    """The invitations to the table whose host you are, after one of them changed; a pending one ends at `until`."""

    type: Literal["invitations"]
    table: int
    invitations: list[InvitationTold]


class FriendAt(Shape):
    """A public table where a friend sits."""

    id: int
    code: str
    game: str
    bet: int
    phase: Literal["waiting", "playing"]
    free: Annotated[bool, Field(description="A seat can be taken that is kept for nobody.")]
    spectators: bool


FriendState = Annotated[
    Literal["online", "away", "offline"],
    Field(description="`away`: no page of theirs is in view. Invisible players are offline to all others."),
]


class Friend(Named):
    """A friend, and how they are."""

    state: FriendState
    at: FriendAt | None


class FriendList(Shape):
    """Your people: sent when `friends` is turned on, and whenever somebody came or went."""

    type: Literal["friends"]
    friends: list[Friend]
    asks: Annotated[list[Named], Field(description="Who wants to be your friend.")]
    asked: Annotated[list[Named], Field(description="Whom you want for a friend.")]
    blocked: Annotated[list[Named], Field(description="Whom you blocked.")]


class FriendChanged(Shape):
    """How a friend is now."""

    type: Literal["friend"]
    id: int
    state: FriendState
    at: FriendAt | None
