"""From commands of the wire to entries of a table's log."""

from collections.abc import Callable

from app.tables import Entry
from app.tables import entries as e
from app.tables.state import Person
from app.wire import commands as c


def entry_maker(command: c.RoomCommand, person: Person) -> Callable[[int], Entry]:
    """Return what makes the command of this person an entry at a given time."""
    player = person.id
    match command:
        case c.Sit():
            return lambda at: e.Sit(at, person)
        case c.Leave():
            return lambda at: e.Leave(at, player)
        case c.Start():
            return lambda at: e.Start(at, player)
        case c.Vote(accept=accept):
            return lambda at: e.Answer(at, player, accept)
        case c.Act(action=action):
            return lambda at: e.Act(at, player, action)
        case c.Salt(round=number, salt=salt):
            return lambda at: e.Salt(at, player, number, bytes.fromhex(salt))
        case c.Ready():
            return lambda at: e.Ready(at, player)
        case c.Again():
            return lambda at: e.Again(at, player)
