"""What the forms of the pages send, read strictly: nothing unknown, nothing out of range."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.requests import Request

from app.admin.acts import Wish, tidy_reason
from app.admin.rights import Act
from app.errors import InvalidError
from app.ledger.service import AMOUNT_LIMIT
from app.players.models import Player
from app.players.sanctions import FOR_GOOD

FOR_GOOD_HOURS = FOR_GOOD.days * 24
LASTS: Mapping[int, str] = {
    1: "an hour",
    24: "a day",
    168: "a week",
    720: "30 days",
    FOR_GOOD_HOURS: "for good",
}
"""What may be chosen, in hours."""


class Form(BaseModel):
    """What any act needs: the key that was made with the page, and why."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    key: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16,64}$")]
    act: Literal["warn", "mute", "unmute", "dismiss", "ban", "unban", "correct", "end_table"]
    reason: Annotated[str, Field(max_length=2_000)] = ""
    hours: int | None = None
    amount: Annotated[int, Field(ge=-AMOUNT_LIMIT, le=AMOUNT_LIMIT)] | None = None
    report: Annotated[int, Field(ge=1, lt=2**63)] | None = None


async def read_wish(request: Request, *, player: int | None = None, table: int | None = None) -> Wish:
    """Return what the form of a page wishes. Raises InvalidError."""
    async with request.form(max_files=0, max_fields=20) as sent:
        fields = {name: value for name, value in sent.multi_items() if isinstance(value, str) and value != ""}
    try:
        form = Form.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise InvalidError("invalid", f"{where}: {first['msg']}.", where=where) from None
    staff: Player = request.state.staff
    return Wish(
        key=form.key,
        actor=staff.id,
        act=form.act,
        reason=tidy_reason(form.reason),
        player=player,
        table=table,
        report=form.report,
        facts=_facts(form.act, form),
    )


def _facts(act: Act, form: Form) -> Mapping[str, int]:
    if act in ("mute", "ban"):
        if form.hours is None or form.hours not in LASTS:
            raise InvalidError("invalid", "Choose how long.", where="hours")
        return {"hours": form.hours}
    if act == "correct":
        if not form.amount:
            raise InvalidError("invalid", "How many coins? Fewer than none takes them.", where="amount")
        return {"amount": form.amount}
    return {}
