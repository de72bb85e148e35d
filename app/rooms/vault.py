"""Encryption of what the log holds and nobody may know yet (decided 21)."""

import hashlib
import hmac
import secrets

from cryptography.hazmat.primitives.ciphers.aead import AESGCM


class Vault:
    """Seals and opens bytes with a key derived from the server's; a change in them or their place is noticed."""

    def __init__(self, server_key: bytes) -> None:
        self._mark_key = hmac.digest(server_key, b"sobremesa/1/mark", hashlib.sha256)
        self._cipher = AESGCM(hmac.digest(server_key, b"sobremesa/1/vault", hashlib.sha256))
        self.fingerprint = hmac.digest(server_key, b"sobremesa/1/fingerprint", hashlib.sha256).hex()[:32]

    def seal(self, secret: bytes, place: str) -> bytes:
        """Return `secret` encrypted for `place` alone."""
        nonce = secrets.token_bytes(12)
        return nonce + self._cipher.encrypt(nonce, secret, place.encode())

    def open(self, sealed: bytes, place: str) -> bytes:
        """Return what was sealed for `place`; raise InvalidTag where anything differs."""
        return self._cipher.decrypt(sealed[:12], sealed[12:], place.encode())

    def mark(self, secret: bytes, place: str) -> bytes:
        """Return what tells `secret` from any other at this place, and tells nothing else without the key."""
        return hmac.digest(self._mark_key, place.encode() + b"\0" + secret, hashlib.sha256)
