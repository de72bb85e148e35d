"""Secrets that are made at the first start and stay in the data folder, never in the repository."""

import os
import secrets
from pathlib import Path

from app.config import Settings
from app.embedded.errors import EmbeddedError

KEY_BYTES = 32


def read_or_make(path: Path) -> str:
    """Return the 64 hex digits kept in `path`; made once, mode 0600, and never half-written.

    Of several first starts at the same moment one wins and all get its secret. Raises EmbeddedError if the
    file can't be read or doesn't hold a secret.
    """
    if not path.exists():
        _make(path)
    try:
        text = path.read_text("ascii").strip()
    except OSError as error:
        raise EmbeddedError("secret_unreadable", f"{path} can't be read: {error.strerror}.") from error
    if not _is_hex(text, KEY_BYTES):
        raise EmbeddedError("secret_damaged", f"{path} should hold {KEY_BYTES * 2} hex digits, and does not.")
    return text


def secret_key(settings: Settings) -> bytes:
    """Return the server's key of 32 bytes: SECRET_KEY, or the one kept in DATA_DIR/secret.key.

    Raises EmbeddedError if SECRET_KEY is set to anything but 64 hex digits.
    """
    if not settings.secret_key:
        settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o711)
        return bytes.fromhex(read_or_make(settings.data_dir / "secret.key"))
    if not _is_hex(settings.secret_key, KEY_BYTES):
        raise EmbeddedError(
            "secret_weak", 'SECRET_KEY must be 64 hex digits, e.g. from: python3 -c "import secrets; '
            'print(secrets.token_hex(32))"'
        )  # fmt: skip
    return bytes.fromhex(settings.secret_key)


def known_key(settings: Settings) -> bytes | None:
    """Return the server's key as `secret_key` does, or None where there is none yet: nothing is made."""
    made = settings.secret_key or (settings.data_dir / "secret.key").exists()
    return secret_key(settings) if made else None


def _is_hex(text: str, count: int) -> bool:
    return len(text) == count * 2 and all(digit in "0123456789abcdefABCDEF" for digit in text)


def _make(path: Path) -> None:
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(file, "w", encoding="ascii") as out:
            out.write(secrets.token_hex(KEY_BYTES) + "\n")
            out.flush()
            os.fsync(out.fileno())
        try:
            os.link(draft, path)  # unlike a rename, it never replaces what another start has made
        except FileExistsError:
            return
        _sync_folder(path.parent)
    finally:
        draft.unlink()


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
