"""What a client may send over the socket; one model a command makes validation, schemas, types and docs."""

import json
from collections.abc import Iterable
from typing import Annotated, Any, Literal, NoReturn

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
)

from app.errors import InvalidError
from app.games.actions import Action
from app.games.registry import parse_action
from app.wire.actions import action_schema

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


RoomCommand = Sit | Leave | Start | Vote | Act | Salt | Ready | Again
Command = Annotated[Watch | Unwatch | Lobby | Ping | RoomCommand, Field(discriminator="type")]
LONGEST_TEXT, LONGEST_NUMBER = 128, 15
"""Characters of a text and digits of a number: no command needs more, and every client can still count so far."""
COMMAND: TypeAdapter[Any] = TypeAdapter(Command)


def parse_command(text: str | bytes) -> Any:
    """Return the command that a frame holds.

    Raises InvalidError ("malformed") with the command's id among the facts where one can be made out.
    """
    try:
        data = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse, parse_int=_number)
    except (ValueError, RecursionError):
        raise InvalidError("malformed", "A command is one JSON object.") from None
    try:
        return COMMAND.validate_python(data)
    except (ValidationError, InvalidError) as error:
        id_ = data.get("id") if isinstance(data, dict) else None
        known = isinstance(id_, str) and len(id_) <= 64
        raise InvalidError("malformed", _reason(error), id=id_ if known else None) from None


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError("doubled key")  # decided 27
        for text in (key, value):
            if isinstance(text, str) and not (len(text) <= LONGEST_TEXT and text.isprintable()):
                raise ValueError(
                    "no text of ours"
                )  # NUL and lone surrogates, too, break drivers and encoders
        found[key] = value
    return found


def _number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError("no number of ours is that long")
    return int(digits)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


def _reason(error: ValidationError | InvalidError) -> str:
    if isinstance(error, InvalidError):
        return error.text
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}"[:200] if where else first["msg"][:200]
