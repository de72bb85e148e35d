"""Clocks and pots of the games themselves: TAKI's window and runs, Tongits' steps, answers and hitter pot."""

import random

import pytest

from app.bots.registry import ROBOTS
from app.games.actions import Accept, Play
from app.games.registry import GAMES, parse_action
from app.games.tongits.actions import Discard
from app.tables import entries as e
from tests.tables.drive import Drive


def begun(game: str, seats: int, **options: object) -> Drive:
    drive = Drive(game=game, seats=seats, options=options)
    drive.sit(*range(1, seats + 1))
    drive.deal()
    return drive


def step(drive: Drive, chance: random.Random) -> bool:
    """Let one seat that may act do what a robot would; False where nobody wants to."""
    game, key = GAMES[drive.table.setup.game], drive.table.setup.game
    for seat in chance.sample(drive.table.taken, len(drive.table.taken)):
        seen = game.view(drive.game, seat)
        action = ROBOTS[key]["normal"].choose(seen, seat, chance.getrandbits(32)) if seen["legal"] else None
        if action is not None:
            drive.say(e.Act, drive.player(seat), parse_action(action))
            drive.wait(2_000 if drive.table.match and drive.table.match.held else 0)
            return True
    return False


@pytest.mark.parametrize(("seed", "away"), [(1, 0), (2, 0.3), (3, 0.9)])
def test_the_hitter_pot_of_tongits_is_what_its_matches_left(seed: int, away: float) -> None:
    """14.13: many matches of the same three, some of whom let their clocks run out."""
    chance, drive = random.Random(seed), begun("tongits", 3, hitter_pot=True)
    bet, ante, coins, left = 6_000, 600, [0, 0, 0], 0
    for _ in range(12):
        while drive.table.phase == "playing":
            if chance.random() < away or not step(drive, chance):
                drive.wait(10_000)
        match = drive.table.match
        assert match is not None
        assert match.payouts is not None
        if any(seat is not None and seat.left for seat in drive.table.seats):
            left += 1
            break
        for seat, paid in enumerate(match.payouts):
            coins[seat] += paid - bet - ante
        pot = drive.table.pot.coins if drive.table.pot else 0
        assert sum(coins) + pot == 0
        carried = GAMES["tongits"].carry(drive.game, bet)
        assert carried["pot"] == pot
        for player in (1, 2, 3):
            drive.say(e.Again, player)
        drive.deal()
        assert GAMES["tongits"].view(drive.game, 0)["pot"] >= pot
    if left:
        assert drive.table.pot is None
    else:
        drive.say(e.Leave, 1)


@pytest.mark.parametrize(
    ("leaver", "comes", "expected"), [(1, 4, {2}), (3, 4, {2}), (2, 4, {1, 3, 4}), (2, 2, {1, 2, 3})]
)
def test_a_winner_of_tongits_who_stays_deals_to_whoever_has_come(
    leaver: int, comes: int, expected: set[int]
) -> None:
    """2.4, 2.6, situation 54: seats are closed up, so the winner in seat 1 may sit in seat 0 now."""
    game, dealers = GAMES["tongits"], set()
    for number in range(12):
        drive = Drive(game="tongits", seats=3, options={"hitter_pot": True}, id=number)
        drive.sit(1, 2, 3)
        drive.deal()
        position = {
            "hands": [["Kd"], ["8h"], ["7d"]], "discard": [], "turn": 1, "phase": "discard", "stock": ["2c"]
        }  # fmt: skip
        drive.place(game.position(game.options.parse({"hitter_pot": True}), 3, position))
        drive.say(e.Act, 2, Discard("8h"))
        for player in {1, 2, 3} - {leaver}:
            drive.say(e.Again, player)
        drive.say(e.Leave, leaver)
        drive.wait(20_000)
        drive.sit(comes)
        drive.deal()
        view = game.view(drive.game, None)
        assert (view["pot"], view["previous_winner"]) == (0, None)
        dealers.add(drive.player(view["dealer"]))
    assert dealers == expected


def test_tongits_has_20_s_to_draw_and_30_s_to_discard() -> None:
    """16.1, 16.2: the time-out before drawing starts the second clock; after a time-out it is 5 s (decided 1)."""
    drive, chance = begun("tongits", 3), random.Random(4)
    clock = drive.table.match and drive.table.match.clock
    assert clock
    assert clock.deadline - clock.starts == 30_000  # the dealer's first turn has no draw step (3.1)
    step(drive, chance)
    while GAMES["tongits"].view(drive.game, None)["step"] != "draw":
        step(drive, chance)
    clock = drive.table.match and drive.table.match.clock
    assert clock
    assert clock.deadline - clock.starts == 20_000
    drive.wait(40_000)  # and the bank
    clock = drive.table.match and drive.table.match.clock
    assert clock
    assert (GAMES["tongits"].view(drive.game, None)["step"], clock.deadline - clock.starts) == (
        "discard",
        5_000,
    )


def test_a_window_of_taki_is_as_long_for_everybody_and_ends_by_itself() -> None:
    """TAKI 12.4, 20.3: nobody learns from the clock who has answered, and no answer is no time-out."""
    game = GAMES["taki"]
    drive = begun("taki", 4)
    position = {
        "hands": [["+3", "r1", "r3"], ["r4", "g3", "g4"], ["b1", "b4", "b3"], ["y1", "y4", "y3"]],
        "discard": ["r7"], "stock": ["b9"] * 40, "turn": 0,
    }  # fmt: skip
    drive.place(game.position(game.options.parse({}), 4, position))
    [plus_three] = [action for action in game.legal(drive.game, 0) if getattr(action, "card", "") == "+3"]
    drive.say(e.Act, 1, plus_three)
    opened = drive.table.match and drive.table.match.clock
    assert opened
    assert (opened.kind, opened.seats, opened.deadline) == ("window", (1, 2, 3), drive.now + 5_000)
    drive.wait(1_000)
    drive.say(e.Act, 3, Accept())
    assert drive.table.match is not None
    assert drive.table.match.clock == opened
    drive.wait(4_000)
    assert [len(hand) for hand in drive.game.hands] == [2, 6, 6, 6]
    assert all(seat is not None and seat.timeouts == 0 for seat in drive.table.seats)


def test_a_king_in_the_window_of_two_begins_a_turn_with_a_clock_of_its_own() -> None:
    """TAKI 12.6, 20.1: the same seat alone was waited for, but its turn is no part of the window."""
    drive, game = begun("taki", 2), GAMES["taki"]
    data = {"hands": [["+3", "r1", "r3"], ["K", "r4", "g3"]], "stock": ["g1", "g4"], "discard": ["r5"]}
    drive.place(game.position(game.options.parse({}), 2, data))
    drive.say(e.Act, 1, Play("+3"))
    drive.wait(2_000)
    drive.say(e.Act, 2, Play("K"))
    assert drive.table.match is not None
    clock = drive.table.match.clock
    assert clock is not None
    assert (clock.kind, clock.seats, clock.deadline) == ("turn", (1,), drive.now + 20_000)
