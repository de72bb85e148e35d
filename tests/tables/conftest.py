"""A game that does whatever a test wants."""

import pytest

from app.games.registry import ACTIONS, GAMES
from tests.tables.fake_game import FAKE


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the game without cards, as "fake"."""
    monkeypatch.setitem(GAMES, "fake", FAKE)
    for cls in FAKE.actions:
        monkeypatch.setitem(ACTIONS, cls.type, cls)
