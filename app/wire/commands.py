"""What a client may send over the socket; one model a command makes validation, schemas, types and docs."""

from typing import Annotated, Any, Literal

import orjson
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
    model_validator,
)

from app.errors import InvalidError
from app.games.actions import Action, write_action
from app.games.registry import parse_action
from app.wire.actions import action_schema
from app.wire.strict import Bounds, read_json
from app.wire.talk import Phrase, Reaction

MOST_TYPED = 800
"""Characters of a text as it comes in: what is typed may get shorter by tidying."""
TableId = Annotated[int, Field(gt=0, lt=2**63, description="The table's number, from its row or view.")]


class _Command(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    id: str = Field(
        pattern=r"^[A-Za-z0-9_-]{8,64}$",
        description="Made by the client, sent again unchanged until it is answered: one effect, the same answer.",
    )


class Watch(_Command):
    """See a table: answered by an update with the whole view, then by every update that follows."""

    type: Literal["watch"]
    table: TableId


class Unwatch(_Command):
    """See a table no longer."""

    type: Literal["unwatch"]
    table: TableId


class Lobby(_Command):
    """Turn the live list of tables on or off."""

    type: Literal["lobby"]
    on: bool


class Friends(_Command):
    """Turn the news of one's friends on or off; answered by the whole list when it is read."""

    type: Literal["friends"]
    on: bool


class Away(_Command):
    """Say that no page has been in view for a while, or that one is again; only friends see it."""

    type: Literal["away"]
    on: bool


class Ping(_Command):
    """Ask whether the other end is there; answered by pong and ack."""

    type: Literal["ping"]


class TableCommand(_Command):
    """A command to the room of a table."""

    table: TableId


class Sit(TableCommand):
    """Take the first free seat; a private table wants the token of its link."""

    type: Literal["sit"]
    link: str | None = Field(None, pattern=r"^[A-Za-z0-9_-]{1,64}$")


class Leave(TableCommand):
    """Get up; in a started match this forfeits the bet."""

    type: Literal["leave"]


class Start(TableCommand):
    """As the host, ask the others to begin with the seats as they are."""

    type: Literal["start"]


class Vote(TableCommand):
    """Answer the host's wish to start."""

    type: Literal["vote"]
    accept: bool


def _action(data: Any) -> Action:
    return data if isinstance(data, Action) else parse_action(data)


class Act(TableCommand):
    """Do something in the game."""

    type: Literal["act"]
    action: Annotated[Action, PlainValidator(_action), WithJsonSchema(action_schema())]


class Salt(TableCommand):
    """Give one's own share of the round's chance: 32 random bytes, made after the commitment was seen."""

    type: Literal["salt"]
    round: int = Field(ge=1, le=1_000_000)
    salt: str = Field(pattern=r"^[0-9a-f]{64}$")


class Ready(TableCommand):
    """Want the next round now; or, at a clock that ran out, be back."""

    type: Literal["ready"]


class Again(TableCommand):
    """Want another match with the same people."""

    type: Literal["again"]


class Say(TableCommand):
    """Say one thing at a table where you sit: a phrase or a reaction by its id, or, with an account, a text.

    Refused with `muted` (until when: `until`), with `too_many` (wait `retry_ms`), with `said_before` at the third
    time in a row.
    """

    type: Literal["say"]
    phrase: Phrase | None = None
    reaction: Reaction | None = None
    text: str | None = Field(
        None, min_length=1, max_length=MOST_TYPED, description="200 characters at most, once it is tidied."
    )

    @model_validator(mode="after")
    def _one_thing(self) -> "Say":
        if sum(said is not None for said in (self.phrase, self.reaction, self.text)) != 1:
            raise ValueError("a phrase, a reaction or a text")
        return self


RoomCommand = Sit | Leave | Start | Vote | Act | Salt | Ready | Again
Command = Annotated[
    Watch | Unwatch | Lobby | Friends | Away | Ping | Say | RoomCommand, Field(discriminator="type")
]
BOUNDS = Bounds(digits=15, text=128, one_line=True, typed=frozenset({"text"}))
"""No command needs more, and every client can still count so far."""
COMMAND: TypeAdapter[Any] = TypeAdapter(Command)


def parse_command(text: str | bytes) -> Any:
    """Return the command that a frame holds.

    Raises InvalidError ("malformed") with the command's id among the facts where one can be made out.
    """
    try:
        data = read_json(text, BOUNDS)
    except ValueError:
        raise InvalidError("malformed", "A command is one JSON object.") from None
    try:
        return COMMAND.validate_python(data)
    except (ValidationError, InvalidError) as error:
        id_ = data.get("id") if isinstance(data, dict) else None
        known = isinstance(id_, str) and len(id_) <= 64
        raise InvalidError("malformed", _reason(error), id=id_ if known else None) from None


def write_command(command: RoomCommand) -> bytes:
    """Return the frame that `parse_command` makes the command of."""
    data = command.model_dump(exclude={"action"}, exclude_none=True)
    if isinstance(command, Act):
        data["action"] = write_action(command.action)
    return orjson.dumps(data)


def _reason(error: ValidationError | InvalidError) -> str:
    if isinstance(error, InvalidError):
        return error.text
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}"[:200] if where else first["msg"][:200]
