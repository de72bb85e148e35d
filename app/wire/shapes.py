"""The shapes of what the server sends. Frames are built as plain data (`frames`); tests hold them against these."""

from typing import Annotated, Any, Literal, Union

from pydantic import ConfigDict, Field

from app.games.registry import GAMES
from app.tables.state import Level
from app.wire.base import Ms, Shape
from app.wire.presents import Looks, Presents
from app.wire.social import FriendChanged, FriendList, Invitations, Notice, NoticesGone
from app.wire.talk import Talk

GameView: Any = Union[tuple(dict.fromkeys(game.view_shape for game in GAMES.values()))]  # noqa: UP007
"""What a viewer may know of any game; which one it is stands in `table.game`."""

Number = Annotated[int, Field(description="Seat number, from 0.")]


class Person(Shape):
    """What everybody may know of who sits: a player, or a robot with a negative id."""

    id: int
    name: str
    avatar: str
    guest: bool


class SeatView(Shape):
    """A taken seat."""

    player: Person
    robot: bool
    left: bool
    standin: Annotated[bool, Field(description="The rule book's time-out action was done for this player.")]
    bank_ms: int


class TableView(Shape):
    """What the creator chose, and who is the host now."""

    id: int
    code: str
    game: str
    options: dict[str, Any]
    seats: int
    bet: int
    turn_ms: int
    public: bool
    spectators: bool
    host: Number | None
    created: Ms
    level: Annotated[Level | None, Field(description="How well the robots play; null where none do.")]


class RoundView(Shape):
    """The chance of a round: its commitment, and after its end the seed and the salts."""

    number: int
    commitment: str
    salted: list[Number]
    salts: dict[str, str] | None
    seed: str | None


class ClockView(Shape):
    """Whose time runs, until when, and how long the time bank lasts after that."""

    seats: list[Number]
    kind: Literal["turn", "window"]
    starts: Ms
    deadline: Ms
    bank_deadline: Ms


class HoldView(Shape):
    """Until when turn actions wait (T11.6)."""

    until: Ms


class VoteView(Shape):
    """The host wants to start now."""

    deadline: Ms
    accepted: list[Number]


class PauseView(Shape):
    """The time between two rounds."""

    deadline: Ms
    ready: list[Number]


class AgainView(Shape):
    """Who wants another match."""

    deadline: Ms
    pressed: list[Number]


class SettledView(Shape):
    """What each seat was paid, and the points for it."""

    payouts: list[int]
    points: list[int]


class View(Shape):
    """All that one viewer may know of a table."""

    table: TableView
    seats: list[SeatView | None]
    you: Number | None
    phase: Literal["waiting", "vote", "salting", "playing", "pause", "over", "closed"]
    pot: Annotated[
        int, Field(description="The bets of this match; a pot that outlives it is in the view of its game.")
    ]
    match: str | None
    round: RoundView | None
    clock: ClockView | None
    hold: HoldView | None
    held: Annotated[
        bool | None, Field(description="Whether an action of yours waits for the end of the hold.")
    ]
    vote: VoteView | None
    pause: PauseView | None
    again: AgainView | None
    settled: SettledView | None
    game: GameView | None


class Event(Shape):
    """Something that happened; further keys by type."""

    model_config = ConfigDict(extra="allow")

    type: str


class RowPlayer(Shape):
    """A seated person in the lobby."""

    id: int
    name: str
    avatar: str


class Row(Shape):
    """A line of the lobby."""

    id: int
    code: str
    game: str
    differs: list[tuple[str, Any]]
    options: dict[str, Any]
    bet: int
    ante: Annotated[int, Field(description="Coins that a seat adds for a pot that outlives the match.")]
    seats: int
    players: list[RowPlayer]
    robots: int
    phase: Literal["waiting", "playing"]
    round: int
    turn_ms: int
    since: Ms
    public: bool
    spectators: bool
    host: int | None
    watching: int
    kept: Annotated[
        int,
        Field(description="So many of the free seats are kept for invited people, for ten minutes at most."),
    ]


class Seated(Shape):
    """A table where the player sits."""

    id: int
    code: str
    game: str
    phase: Literal["waiting", "playing"]
    bet: int


class Hello(Shape):
    """The first frame: who you are (null: a stranger) and where you sit."""

    type: Literal["hello"]
    player: Person | None
    tables: list[Seated]
    now: Ms


class Ack(Shape):
    """The command with this id was accepted and is durable."""

    model_config = ConfigDict(extra="allow")

    type: Literal["ack"]
    id: str


class Reject(Shape):
    """The command with this id was refused and changed nothing; `id` is null where none could be made out."""

    model_config = ConfigDict(extra="allow")

    type: Literal["reject"]
    id: str | None
    code: str
    text: str


class Update(Shape):
    """News of a table: `seq` has no gaps, `view` is the whole view after the events."""

    type: Literal["update"]
    table: int
    seq: int
    now: Ms
    events: list[Event]
    view: View


class Presence(Shape):
    """Which seats are connected, how many watch, and how many of the free seats are kept for invited people."""

    type: Literal["presence"]
    table: int
    online: list[Number]
    watching: int
    kept: Annotated[int | None, Field(description="Null where that is not known yet.")]


class Stalled(Shape):
    """This table can't go on for the moment; nothing is lost, and its next update says that it goes on."""

    type: Literal["stalled"]
    table: int
    why: Annotated[
        Literal["storage", "owner"],
        Field(description="What can't be reached: the database, or the worker that runs the table."),
    ]


class LobbyList(Shape):
    """The whole list of tables."""

    type: Literal["lobby"]
    rows: list[Row]
    now: Ms


class LobbyChanged(Shape):
    """What changed in the list: new or changed rows, and ids that are gone."""

    type: Literal["lobby_changed"]
    rows: list[Row]
    gone: list[int]


class Wallet(Shape):
    """Your coins after they changed."""

    type: Literal["wallet"]
    coins: int


class Called(Shape):
    """A match for coins in which you sit has begun."""

    type: Literal["called"]
    table: int
    code: str


class Gone(Shape):
    """You see this table no longer."""

    type: Literal["gone"]
    table: int
    reason: str


class Replaced(Shape):
    """A newer socket of yours has taken over; this one closes."""

    type: Literal["replaced"]


class Moving(Shape):
    """This server is about to stop: come back after so long."""

    type: Literal["moving"]
    retry_ms: int


class Pong(Shape):
    """The answer to a ping."""

    type: Literal["pong"]
    now: Ms


Frame = Annotated[
    Hello | Ack | Reject | Update | Presence | Stalled | LobbyList | LobbyChanged | Wallet | Called | Gone | Replaced
    | Moving | Pong | Notice | NoticesGone | Invitations | FriendList | FriendChanged | Talk
    | Looks | Presents,
    Field(discriminator="type"),
]  # fmt: skip

CLOSE_CODES = {
    1003: "Only text frames are understood.",
    1008: "Too many malformed frames, or too many frames a second.",
    1009: "A frame is larger than 8 KiB.",
    1012: "The server restarts: come back at once.",
    4000: "The sub-protocol is of another version: get the page anew, don't come back by yourself.",
    4001: "The session has ended: sign in again.",
    4003: "The Origin or the credentials are not accepted.",
    4009: "A newer socket of the same player has taken over: stay away until asked.",
    4012: "The table moves to another worker: come back at once.",
    4013: "This reader is too slow: come back after a pause.",
}
