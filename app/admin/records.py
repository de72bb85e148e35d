"""Records that admins may read and nobody may change: each view names its columns, no other leaves the database."""

from typing import ClassVar

from sqladmin import ModelView
from sqlalchemy.exc import DBAPIError
from starlette.requests import Request

from app.admin.models import AdminAct
from app.ledger.models import Account, Posting, Transfer
from app.players.models import Player
from app.rooms.models import MatchRecord, TableRecord
from app.social.presents.models import Present, Thing


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
    category = ""
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
