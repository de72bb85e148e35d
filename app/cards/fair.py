"""Chance that anybody can check: a committed seed, the players' salts, and shuffles that follow from both.

The scheme, so that it can be rebuilt elsewhere (a browser needs no more than WebCrypto):

- `packed(a, b, ...)` puts a 4-byte big-endian length before each part, so no two lists of parts look alike.
- commitment = SHA-256(packed(label "commitment", table, round, seed)), shown before any salt is sent.
- round key  = HMAC-SHA-512(seed, packed(label "key", half, table, round, seat, salt, seat, salt, ...)) for
  the halves 1 and 2 (one byte), joined: 128 bytes. Seats are one byte each and ascending.
- words: HMAC-SHA-512(round key, packed(label "stream", purpose, pass, block)) for block 0, 1, 2, ... (8 bytes
  big-endian; pass is one byte), cut into big-endian 16-bit words.
- `below(n)` takes the next word less than 65536 - 65536 mod n, and its rest by n: every value equally likely.
- a shuffle runs Fisher-Yates from the last place down twice, with the words of pass 1 and then of pass 2.

Two passes under 1024 bits of key, because 108 cards have about 2^521 orders that can be told apart: with a
seed of 64 bytes and at least two salts of 32 bytes each order can come up in principle. With no salts at all
the seed's 512 bits reach fewer; nobody could ever tell which.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 64
"""How many random bytes a round's seed should have."""
SALT_BYTES = 32
"""How many bytes each seat adds."""

_COMMITMENT = b"sobremesa/1/commitment"
_KEY = b"sobremesa/1/key"
_STREAM = b"sobremesa/1/stream"
_WORDS = 1 << 16
_CUT = struct.Struct(">32H")


def packed(*parts: bytes) -> bytes:
    """Join the parts so that they can be taken apart again in one way only."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def commitment(seed: bytes, table: str, round_id: str) -> bytes:
    """Return the 32 bytes that bind the server to `seed` for this round without telling it."""
    return hashlib.sha256(packed(_COMMITMENT, table.encode(), round_id.encode(), seed)).digest()


def round_key(seed: bytes, table: str, round_id: str, salts: Mapping[int, bytes]) -> bytes:
    """Return the 128 bytes from which every shuffle of the round follows; `salts` are by seat (0-255)."""
    parts = [part for seat in sorted(salts) for part in (bytes([seat]), salts[seat])]
    head = table.encode(), round_id.encode()
    return b"".join(
        hmac.digest(seed, packed(_KEY, bytes([half]), *head, *parts), "sha512") for half in (1, 2)
    )


def words(key: bytes, purpose: str, turn: int = 1) -> Iterator[int]:
    """Yield the endless 16-bit words of one pass over one purpose."""
    block = 0
    while True:
        message = packed(_STREAM, purpose.encode(), bytes([turn]), block.to_bytes(8, "big"))
        yield from _CUT.unpack(hmac.digest(key, message, "sha512"))
        block += 1


_LIMITS = (0, *(_WORDS - _WORDS % n for n in range(1, 1025)))  # no deck is larger


def below(n: int, source: Iterator[int]) -> int:
    """Return a number from 0 to n - 1, each equally likely if the words are (1 <= n <= 65536)."""
    limit = _WORDS - _WORDS % n
    for word in source:
        if word < limit:
            return word % n
    raise ValueError("the words ran out")


def shuffled(items: Sequence[T], key: bytes, purpose: str) -> tuple[T, ...]:
    """Return the items in the order that follows from the key for this purpose."""
    order = list(items)
    for turn in (1, 2):
        left = len(order)
        for word in words(key, purpose, turn):  # as `below`, without a call for each card
            if left < 2:
                break
            if word < _LIMITS[left]:
                i, j = left - 1, word % left
                order[i], order[j] = order[j], order[i]
                left = i
    return tuple(order)
