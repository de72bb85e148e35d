"""Records that admins may read and nobody may change: each view names the columns it shows."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, ClassVar

from markupsafe import Markup
from sqladmin import ModelView
from sqladmin.formatters import BASE_FORMATTERS
from sqlalchemy.exc import DBAPIError
from starlette.requests import Request

from app.admin.models import AdminAct
from app.ledger.models import Account, Posting, Transfer
from app.players.models import Player
from app.rooms.models import MatchRecord, TableRecord
from app.social.presents.models import Present, Thing

LABELS: dict[Any, str] = {
    "id": "#", "at": "When (UTC)", "actor": "Who", "act": "What", "player": "Whom", "table_id": "Table",
    "report": "Report", "reason": "Why", "facts": "More", "kind": "Kind", "cause": "Cause",
    "match": "Match", "legs": "Legs",
}  # fmt: skip


def _person(line: Any, name: str) -> Markup | str:
    """Whoever a column names by number, with the way to their page."""
    number = getattr(line, name)
    return "console" if number is None else Markup('<a href="/admin/people/{0}">#{0}</a>').format(number)


class Record(ModelView):
    """A table to look at; the columns of the list are those of the page of one line."""

    can_create = False
    can_edit = False
    can_delete = False
    can_export = False
    can_import = False
    page_size: ClassVar[int] = 50
    page_size_options: ClassVar[list[int]] = [50, 100]
    column_default_sort: ClassVar[tuple[str, bool]] = ("id", True)
    category = "Records"
    category_icon = "fa-solid fa-book"
    column_labels: ClassVar[dict[Any, str]] = LABELS
    column_type_formatters: ClassVar[dict[type[Any], Callable[[Any], Any]]] = {
        **BASE_FORMATTERS,
        datetime: lambda at: at.strftime("%Y-%m-%d %H:%M:%S"),
        dict: lambda facts: ", ".join(f"{name}: {fact}" for name, fact in facts.items()),
    }

    def is_accessible(self, request: Request) -> bool:
        """Admins only."""
        staff: Player = request.state.staff
        return staff.role == "admin"

    async def get_object_for_details(self, request: Request) -> object:
        """Return the line of the address, None where it names none that there could be."""
        try:
            return await super().get_object_for_details(request)
        except (ValueError, DBAPIError):
            return None


class Log(Record, model=AdminAct):
    """Who did what."""

    name, name_plural = "Act", "Log of acts"
    category, icon = "", "fa-solid fa-scroll"
    column_formatters: ClassVar[dict[Any, Any]] = {
        "actor": _person, "player": lambda line, name: _person(line, name) if line.player else "",
    }  # fmt: skip
    column_formatters_detail = column_formatters
    column_list: ClassVar[list[str]] = [
        "id", "at", "actor", "act", "player", "table_id", "report", "reason", "facts",
    ]  # fmt: skip
    column_details_list = column_list
    column_searchable_list: ClassVar[list[str]] = ["act", "reason"]


class Matches(Record, model=MatchRecord):
    """Who played for what."""

    name, name_plural = "Match", "Matches"
    column_list: ClassVar[list[str]] = [
        "id", "table_id", "game", "bet", "ante", "players", "outcome", "payouts", "points", "started_at", "ended_at",
    ]  # fmt: skip
    column_details_list: ClassVar[list[str]] = [*column_list, "options", "first_seq", "last_seq"]
    column_searchable_list: ClassVar[list[str]] = ["id", "game"]
    column_default_sort: ClassVar[tuple[str, bool]] = ("started_at", True)


class Transfers(Record, model=Transfer):
    """What coins moved for."""

    name, name_plural = "Transfer", "Transfers"
    column_list: ClassVar[list[str]] = ["id", "at", "kind", "cause", "match", "facts", "legs"]
    column_details_list = column_list
    column_searchable_list: ClassVar[list[str]] = ["kind", "cause"]


class Postings(Record, model=Posting):
    """Each leg of a transfer."""

    name, name_plural = "Posting", "Postings"
    column_list: ClassVar[list[str]] = ["id", "transfer", "account", "amount", "after"]
    column_details_list = column_list


class Accounts(Record, model=Account):
    """Who holds coins."""

    name, name_plural = "Account", "Accounts"
    column_list: ClassVar[list[str]] = ["id", "kind", "owner", "balance"]
    column_details_list = column_list
    column_searchable_list: ClassVar[list[str]] = ["kind", "owner"]


class AllTables(Record, model=TableRecord):
    """Tables, closed ones too."""

    name, name_plural = "Table", "All tables"
    column_list: ClassVar[list[str]] = ["id", "code", "phase", "creator_id", "pot", "owner", "created_at"]
    column_details_list = column_list
    column_searchable_list: ClassVar[list[str]] = ["code"]


class Presents(Record, model=Present):
    """What was given, without what was written on it."""

    name, name_plural = "Present", "Presents"
    column_list: ClassVar[list[str]] = [
        "id", "giver", "receiver", "item", "coins", "thing", "state", "sent_at", "answered_at",
    ]  # fmt: skip
    column_details_list = column_list


class Things(Record, model=Thing):
    """Who has what."""

    name, name_plural = "Thing", "Things"
    column_list: ClassVar[list[str]] = ["id", "item", "slot", "owner", "held_by", "worn", "got_at"]
    column_details_list = column_list


RECORDS: tuple[type[Record], ...] = (
    Log, Matches, AllTables, Transfers, Postings, Accounts, Presents, Things,
)  # fmt: skip
