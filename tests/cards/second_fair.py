"""The published scheme a second time, from its description alone: nothing of `app.cards.fair` is used here.

`python -m tests.cards.second_fair` writes the vectors that other implementations can be checked with.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).with_name("fair_vectors.json")
BLOCK = 128  # bytes of a block of SHA-512


def lengths_first(parts: list[bytes]) -> bytes:
    out = bytearray()
    for part in parts:
        out += len(part).to_bytes(4, "big")
        out += part
    return bytes(out)


def hmac_sha512(key: bytes, message: bytes) -> bytes:
    """RFC 2104, spelled out."""
    if len(key) > BLOCK:
        key = hashlib.sha512(key).digest()
    key = key.ljust(BLOCK, b"\0")
    inner = hashlib.sha512(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha512(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def commit(seed: bytes, table: str, round_id: str) -> bytes:
    parts = [b"sobremesa/1/commitment", table.encode(), round_id.encode(), seed]
    return hashlib.sha256(lengths_first(parts)).digest()


def key_of(seed: bytes, table: str, round_id: str, salts: dict[int, bytes]) -> bytes:
    out = b""
    for half in (b"\x01", b"\x02"):
        parts = [b"sobremesa/1/key", half, table.encode(), round_id.encode()]
        for seat, salt in sorted(salts.items()):
            parts += [bytes([seat]), salt]
        out += hmac_sha512(seed, lengths_first(parts))
    return out


class Words:
    def __init__(self, key: bytes, purpose: str, number: int) -> None:
        self.key, self.purpose, self.number = key, purpose, number
        self.block, self.rest = 0, b""

    def next(self) -> int:
        if not self.rest:
            parts = [
                b"sobremesa/1/stream",
                self.purpose.encode(),
                bytes([self.number]),
                self.block.to_bytes(8, "big"),
            ]
            self.rest = hmac_sha512(self.key, lengths_first(parts))
            self.block += 1
        word = int.from_bytes(self.rest[:2], "big")
        self.rest = self.rest[2:]
        return word

    def below(self, n: int) -> int:
        while True:
            word = self.next()
            if word < 65536 - 65536 % n:
                return word % n


def order(cards: list[str], key: bytes, purpose: str) -> list[str]:
    cards = list(cards)
    for number in (1, 2):
        words = Words(key, purpose, number)
        for place in range(len(cards) - 1, 0, -1):
            other = words.below(place + 1)
            cards[place], cards[other] = cards[other], cards[place]
    return cards


def deck() -> list[str]:
    cards = []
    for color in "rbgy":
        cards.append(f"{color}0")
        for symbol in ["1", "2", "3", "4", "5", "6", "7", "8", "9", "+2", "S", "R"]:
            cards += [color + symbol] * 2
    return cards + ["W"] * 4 + ["W4"] * 4


def vectors() -> list[dict[str, Any]]:
    found = []
    for table, round_id, seats, name in [
        ("1", "m1/1", (0, 1), "two seats"),
        ("4711", "m-7f3a/2", (0, 2, 3), "three of four seats, one without a salt"),
        ("12", "m12/3", (), "no salts"),
        ("ñ€", "r\u0000und", (255,), "names beyond ASCII, the last seat there can be"),
    ]:
        seed = hashlib.sha512(name.encode()).digest()
        salts = {seat: hashlib.sha256(f"{name} {seat}".encode()).digest() for seat in seats}
        key = key_of(seed, table, round_id, salts)
        dealt = order(deck(), key, "deal")
        found.append(
            {
                "name": name,
                "table": table,
                "round": round_id,
                "seed": seed.hex(),
                "salts": {str(seat): salt.hex() for seat, salt in salts.items()},
                "commitment": commit(seed, table, round_id).hex(),
                "key": key.hex(),
                "first": {str(n): Words(key, "first", 1).below(n) for n in (2, 3, 4, 8)},
                "words": [words.next() for words in [Words(key, "deal", 2)] for _ in range(40)],
                "deal": dealt,
                "reshuffles": [
                    {"from": dealt[:20], "to": order(dealt[:20], key, "reshuffle/1")},
                    {"from": dealt[:20], "to": order(dealt[:20], key, "reshuffle/2")},
                    {"from": dealt[5:6], "to": order(dealt[5:6], key, "reshuffle/3")},
                ],
            }
        )
    return found


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(vectors(), indent=1) + "\n")
