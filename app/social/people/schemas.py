"""What comes in and goes out about people."""

from typing import Literal

from pydantic import BaseModel, Field

from app.players.schemas import Asked, Person, Profile
from app.social.people.service import Relation
from app.wire.social import Friend, FriendAt


class Circle(BaseModel):
    """The asker's people, and whether the asker is invisible."""

    friends: list[Friend]
    asks: list[Person] = Field(description="Who wants to be the asker's friend.")
    asked: list[Person] = Field(description="Whom the asker wants for a friend.")
    blocked: list[Person]
    invisible: bool


class Between(BaseModel):
    """What somebody is to the asker."""

    relation: Relation


class Visibility(Asked):
    """Whether the asker is to be offline to everybody."""

    invisible: bool


class Met(Person):
    """Somebody whom the asker played with, and the last match."""

    game: str
    at: int


class Card(Profile):
    """A player, and what they are to the asker; how they are is told to friends only."""

    relation: Relation
    state: Literal["online", "away", "offline"] | None
    at: FriendAt | None
    invitable: bool = Field(
        description="The asker may invite them: a friend, or somebody they have just played with."
    )
