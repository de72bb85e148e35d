"""Entries of the log as JSON and back; seeds and secret actions are sealed in the database (decided 21)."""

import json
from collections.abc import Mapping
from typing import Any

from app.games import codec
from app.games.actions import write_action
from app.games.registry import parse_action
from app.rooms.vault import Vault
from app.tables import ENTRIES, Entry
from app.tables.entries import Act, Commit

SEALED_SIZE = 128


def to_body(entry: Entry, vault: Vault, place: str) -> dict[str, Any]:
    """Return the entry as plain data without its time; what is secret is sealed for `place`."""
    match entry:
        case Act() if entry.action.secret:
            action = json.dumps(write_action(entry.action)).encode()
            action = action.ljust(-len(action) // SEALED_SIZE * -SEALED_SIZE)  # the length tells nothing
            return {"player": entry.player, "sealed": vault.seal(action, place).hex()}
        case Commit():
            return {"sealed": vault.seal(entry.seed, place).hex()}
        case _:
            return plain_body(entry)


def plain_body(entry: Entry) -> dict[str, Any]:
    """Return the entry as plain data without its time, secrets included."""
    if isinstance(entry, Act):
        return {"player": entry.player, "action": write_action(entry.action)}
    body: dict[str, Any] = codec.write(entry)
    del body["at"]
    return body


def from_body(kind: str, at: int, body: Mapping[str, Any], vault: Vault, place: str) -> Entry:
    """Return the entry that `to_body` made this of; raise where it can't be one."""
    match kind:
        case "act" if "sealed" in body:
            opened = vault.open(bytes.fromhex(body["sealed"]), place)
            return Act(at, body["player"], parse_action(json.loads(opened)))
        case "act":
            return Act(at, body["player"], parse_action(body["action"]))
        case "commit":
            return Commit(at, vault.open(bytes.fromhex(body["sealed"]), place))
        case _:
            return codec.read(ENTRIES[kind], {"at": at, **body})
