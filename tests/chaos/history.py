"""What clients did and were told; views as hashes, so that an hour of play fits into memory."""

import time
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import orjson


def fingerprint(view: Any) -> bytes:
    """Return what tells a view from any other."""
    return blake2b(orjson.dumps(view, option=orjson.OPT_SORT_KEYS), digest_size=8).digest()


@dataclass(slots=True)
class Command:
    """A wish of a player, from the moment it could have been sent to its end."""

    player: int
    table: int
    type: str
    wished: float
    body: Any = None
    sent: int = 0
    seq: int | None = None
    code: str | None = None
    ended: float | None = None

    @property
    def answered(self) -> bool:
        """Whether it has its last word."""
        return self.seq is not None or self.code is not None


@dataclass(frozen=True, slots=True)
class Blind:
    """How long a player saw nothing: from the last sign of life of a socket that was lost to the next whole view."""

    player: int
    table: int
    since: float
    until: float


@dataclass
class History:
    """Everything that verdicts are made from."""

    commands: dict[str, Command] = field(default_factory=dict)
    told: dict[int, dict[tuple[int, int], set[bytes]]] = field(default_factory=dict)
    """By table, then by (seq, player): the views that were told, one if all is well."""
    blind: list[Blind] = field(default_factory=list)
    ends: list[tuple[float, int, int, str]] = field(default_factory=list)
    """When which player was through with which table, and why."""
    wrongs: list[str] = field(default_factory=list)
    gaps: int = 0
    copies: int = 0
    """Commands sent once more than needed, on the same socket, on two, or late."""
    two_sockets: int = 0
    lost_sockets: int = 0
    guests_asked: int = 0
    """How often somebody asked to become a guest: an answer that was lost may have made one, too."""
    posts: dict[str, int] = field(default_factory=dict)
    """Tables by the key that they were asked for with."""

    def tell(self, table: int, seq: int, player: int, view: Any) -> None:
        """Note an update."""
        self.told.setdefault(table, {}).setdefault((seq, player), set()).add(fingerprint(view))

    def wrong(self, sentence: str) -> None:
        """Note what must not happen, seen by a client."""
        self.wrongs.append(sentence)


def now() -> float:
    """Return the time of histories and faults."""
    return time.monotonic()
