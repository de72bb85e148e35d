"""What the server sends, as encoded frames; their shapes are in `shapes`."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import orjson


def hello(player: Mapping[str, Any] | None, tables: Sequence[Mapping[str, Any]], now: int) -> bytes:
    """Return the first frame of a socket: who asks (None: a stranger) and where they sit."""
    return orjson.dumps({"type": "hello", "player": player, "tables": list(tables), "now": now})


def ack(id_: str, seq: int | None = None) -> bytes:
    """Return the answer to an accepted command; `seq` is the table's entry that it became."""
    frame: dict[str, Any] = {"type": "ack", "id": id_}
    if seq is not None:
        frame["seq"] = seq
    return orjson.dumps(frame)


def reject(id_: str | None, code: str, text: str, facts: Mapping[str, Any] | None = None) -> bytes:
    """Return the answer to a refused command: nothing was changed."""
    return orjson.dumps({"type": "reject", "id": id_, "code": code, "text": text, **(facts or {})})


def update(
    table: int, seq: int, now: int, events: Sequence[Mapping[str, Any]], view: Mapping[str, Any]
) -> bytes:
    """Return a table's news: what happened and the whole view after it."""
    return orjson.dumps(
        {"type": "update", "table": table, "seq": seq, "now": now, "events": events, "view": view}
    )


def presence(table: int, online: Sequence[int], watching: int, kept: int | None) -> bytes:
    """Return who of the seated is connected, how many watch and how many seats are kept (None: not known yet)."""
    return orjson.dumps(
        {"type": "presence", "table": table, "online": online, "watching": watching, "kept": kept}
    )


def stalled(table: int, why: Literal["storage", "owner"]) -> bytes:
    """Return the word that a table can't go on for the moment; its next update says that it does."""
    return orjson.dumps({"type": "stalled", "table": table, "why": why})


def lobby(rows: Sequence[Mapping[str, Any]], now: int) -> bytes:
    """Return the whole list of tables."""
    return orjson.dumps({"type": "lobby", "rows": rows, "now": now})


def lobby_changed(rows: Sequence[Mapping[str, Any]], gone: Sequence[int]) -> bytes:
    """Return what changed in the list of tables."""
    return orjson.dumps({"type": "lobby_changed", "rows": rows, "gone": gone})


def wallet(coins: int) -> bytes:
    """Return a player's coins after they changed."""
    return orjson.dumps({"type": "wallet", "coins": coins})


def talk(line: Mapping[str, Any]) -> bytes:
    """Return what somebody said at a table."""
    return orjson.dumps({"type": "talk", "line": line})


def notice(told: Mapping[str, Any]) -> bytes:
    """Return something new that a player should hear of."""
    return orjson.dumps({"type": "notice", "notice": told})


def notices_gone(ids: Sequence[int]) -> bytes:
    """Return that notices hold no longer."""
    return orjson.dumps({"type": "notices_gone", "ids": ids})


def invitations(table: int, told: Sequence[Mapping[str, Any]]) -> bytes:
    """Return the invitations to a table, for its host."""
    return orjson.dumps({"type": "invitations", "table": table, "invitations": told})


def looks(worn: Mapping[str, Any]) -> bytes:
    """Return what a player wears from now on."""
    return orjson.dumps({"type": "looks", "looks": worn})


def presents(waiting: int) -> bytes:
    """Return how many presents wait for a player."""
    return orjson.dumps({"type": "presents", "waiting": waiting})


def called(table: int, code: str) -> bytes:
    """Return the call to a match for coins that has just begun."""
    return orjson.dumps({"type": "called", "table": table, "code": code})


def gone(table: int, reason: str) -> bytes:
    """Return the last word about a table that this viewer no longer sees."""
    return orjson.dumps({"type": "gone", "table": table, "reason": reason})


def friends(circle: Mapping[str, Any]) -> bytes:
    """Return a player's people and how the friends are."""
    return orjson.dumps({"type": "friends", **circle})


def friend(seen: Mapping[str, Any]) -> bytes:
    """Return how a friend is now."""
    return orjson.dumps({"type": "friend", **seen})


def replaced() -> bytes:
    """Return the word to an older socket of a player who has opened a newer one."""
    return b'{"type":"replaced"}'


def moving(retry_ms: int) -> bytes:
    """Return the word to a socket whose server is about to stop."""
    return orjson.dumps({"type": "moving", "retry_ms": retry_ms})


def pong(now: int) -> bytes:
    """Return the answer to a ping, with the server's time in ms."""
    return orjson.dumps({"type": "pong", "now": now})
