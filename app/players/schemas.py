"""What comes in and goes out about people. Times are milliseconds since 1970."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.players.avatars import AVATARS

LANGUAGES = ("en", "es", "sv", "it", "ro")

Name = Annotated[str, Field(min_length=1, max_length=80, description="3 to 20 visible characters.")]
Password = Annotated[str, Field(min_length=1, max_length=128, description="8 to 128 characters.")]


class Asked(BaseModel):
    """The base of what comes in: nothing unknown, nothing converted."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Credentials(Asked):
    """A name and a password."""

    name: Name
    password: Password


class Recovery(Asked):
    """A way back in by one of the recovery codes, with the new password."""

    name: Name
    code: str = Field(min_length=1, max_length=40)
    password: Password


class Changes(Asked):
    """What of oneself to change."""

    name: Name | None = None
    avatar: str | None = Field(None, description=f"One of {', '.join(AVATARS)}.")
    language: Literal["en", "es", "sv", "it", "ro"] | None = None


class NewPassword(Asked):
    """The password of until now and the one from now on."""

    old: Password
    new: Password


class Proof(Asked):
    """The password once more."""

    password: Password


class MaybeProof(Asked):
    """The password once more; guests have none."""

    password: Password | None = None


class NewToken(Asked):
    """What a token is for."""

    name: str = Field(min_length=1, max_length=60)


class Bonus(BaseModel):
    """The daily bonus."""

    amount: int
    available: bool
    next_at: int | None


class Relief(Bonus):
    """Help up to `floor`; `amount` is what is missing."""

    floor: int


class Me(BaseModel):
    """What the asker may know of themselves."""

    id: int
    name: str
    guest: bool
    avatar: str
    language: str
    coins: int
    held: int = Field(description="Coins in bets of open matches.")
    grant_due: int = Field(description="Coins a guest gets on registering.")
    bonus: Bonus
    relief: Relief


class Coins(BaseModel):
    """Coins that were given, and how many there are now."""

    coins: int
    amount: int


class Person(BaseModel):
    """Somebody, in a list."""

    id: int
    name: str
    avatar: str


class Line(BaseModel):
    """A line of the statement."""

    id: int
    at: int
    amount: int
    after: int
    kind: str
    facts: dict[str, Any]
    who: Person | None = Field(description="Whom it was for or from: `to` or `from` among the facts.")


class Statement(BaseModel):
    """A page of the statement, newest first; `next` goes into `before` for the next page."""

    lines: list[Line]
    next: int | None


class SessionFacts(BaseModel):
    """A browser that is signed in."""

    id: int
    agent: str
    created: int
    seen: int
    current: bool


class TokenFacts(BaseModel):
    """A program's token, without the token."""

    id: int
    name: str
    created: int
    seen: int | None


class MadeToken(TokenFacts):
    """A program's token, shown this once."""

    token: str


class Codes(BaseModel):
    """Recovery codes, shown this once."""

    codes: list[str]


class Record(BaseModel):
    """What settled matches for coins came to."""

    matches: int
    finished: int | None = Field(
        description="Of a hundred started matches so many were played to the end; null before the first."
    )
    wins: int = Field(description="Matches that brought more than they cost.")
    coins: int = Field(description="Net coins of the matches that were won.")
    points: int = Field(description="A point for each 1,000 net coins won with a match, rounded down.")


class GameRecord(Record):
    """What the matches of one game came to."""

    game: str


class Profile(Person, Record):
    """What everybody may know of a player."""

    guest: bool
    since: int
    blocked: bool = Field(description="Blocked by the asker.")
    level: int = Field(description="Level n begins at 6 * (n - 1)^2 points.")
    level_from: int = Field(description="Points that this level began at.")
    level_to: int = Field(description="Points that the next level begins at.")
    statistics: list[GameRecord] = Field(description="By game, the most played first.")


class Ranked(Person, Record):
    """Somebody in a leaderboard; equal points share a place."""

    place: int


class Leaderboard(BaseModel):
    """A page of those with the most points; `next` is the page after it."""

    rows: list[Ranked]
    own: Ranked | None = Field(description="The asker's own place; null without a point.")
    next: int | None
