"""Secrets: made once, by one of many, for nobody else's eyes."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.config import Settings
from app.embedded import EmbeddedError, secret_key
from app.embedded.secrets import read_or_make


def settings(folder: Path, key: str = "") -> Settings:
    return Settings(data_dir=folder / "data", secret_key=key)


def test_the_key_is_made_once_and_kept(tmp_path: Path) -> None:
    first = secret_key(settings(tmp_path))
    assert len(first) == 32
    assert secret_key(settings(tmp_path)) == first
    file = tmp_path / "data" / "secret.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["secret.key"]


def test_two_folders_have_two_keys(tmp_path: Path) -> None:
    assert secret_key(settings(tmp_path / "a")) != secret_key(settings(tmp_path / "b"))


def test_many_first_starts_at_once_agree(tmp_path: Path) -> None:
    for turn in range(20):
        with ThreadPoolExecutor(8) as pool:
            got = set(pool.map(read_or_make, [tmp_path / f"key{turn}"] * 8))
        assert len(got) == 1


def test_a_given_key_is_used_and_nothing_is_written(tmp_path: Path) -> None:
    assert secret_key(settings(tmp_path, "0f" * 32)) == b"\x0f" * 32
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("key", ["hunter2", "0f" * 31, "0g" * 32, "0f" * 33])
def test_a_weak_key_is_refused(tmp_path: Path, key: str) -> None:
    with pytest.raises(EmbeddedError, match="SECRET_KEY must be 64 hex digits") as caught:
        secret_key(settings(tmp_path, key))
    assert key not in caught.value.text


def test_a_damaged_key_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("half")
    with pytest.raises(EmbeddedError, match="should hold 64 hex digits"):
        read_or_make(tmp_path / "key")
    assert (tmp_path / "key").read_text() == "half"
