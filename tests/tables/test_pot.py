"""What outlives a match: its legacy to the next one, and the pot of antes (Tongits 14.13, decided 7)."""

import random
from typing import Any

import pytest

from app.errors import AppError
from app.games.actions import Choose
from app.tables import apply, open_table, wants
from app.tables import entries as e
from tests.tables.drive import Drive, person

pytestmark = pytest.mark.usefixtures("fake")
BET, ANTE = 6_000, 600


def begun(seats: int = 3, **options: Any) -> Drive:
    drive = Drive(game="fake", seats=seats, options={"hitter": True} | options)
    drive.sit(*range(1, seats + 1))
    return drive


def play(drive: Drive, end: str) -> None:
    """Let the match end so, and everybody who is still there want another one."""
    if drive.table.phase == "salting":
        drive.deal()
    drive.say(e.Act, 1, Choose(end))


def again(drive: Drive) -> None:
    for player in sorted(drive.table.players):
        drive.say(e.Again, player)


def pot(drive: Drive) -> int:
    return drive.table.pot.coins if drive.table.pot else 0


def paid_back(drive: Drive) -> list[dict[str, Any]]:
    return [
        {"players": event.facts["players"], "parts": event.facts["parts"]}  # type: ignore[union-attr]
        for event in drive.events
        if event.type == "pot_paid_back"
    ]


def settled(drive: Drive) -> Any:
    match = drive.table.match
    assert match is not None
    return match.payouts


def test_antes_stay_until_somebody_wins_twice_running() -> None:
    drive = begun()
    play(drive, "0")
    assert (settled(drive), pot(drive)) == ((3 * BET, 0, 0), 3 * ANTE)
    again(drive)
    play(drive, "1")
    assert pot(drive) == 6 * ANTE
    again(drive)
    drive.deal()
    assert (drive.game.streak, drive.game.pot) == (1, 6 * ANTE)
    play(drive, "1")
    assert (settled(drive), pot(drive)) == ((0, 3 * BET + 9 * ANTE, 0), 0)
    assert paid_back(drive) == []


def test_points_are_for_coins_that_were_won_the_ante_is_not() -> None:
    """T16.6."""
    drive = begun()
    play(drive, "0")
    assert drive.table.match is not None
    assert drive.table.match.points == (11, 0, 0)  # 18,000 less 6,600


def test_a_void_match_gives_antes_back_and_breaks_no_streak() -> None:
    drive = begun()
    play(drive, "2")
    again(drive)
    play(drive, "void")
    assert (settled(drive), pot(drive)) == ((BET + ANTE,) * 3, 3 * ANTE)
    again(drive)
    drive.deal()
    assert drive.game.streak == 2


@pytest.mark.parametrize("how", ["gets_up", "forfeits", "does_not_want_another", "comes_back", "joins"])
def test_any_seat_that_changes_gives_the_pot_back_and_voids_the_legacy(how: str) -> None:
    drive = begun(4 if how == "joins" else 3)
    if how == "joins":  # three of four seats: the host begins
        drive = Drive(game="fake", seats=4, options={"hitter": True})
        drive.sit(1, 2, 3)
        drive.say(e.Start, 1)
        drive.say(e.Answer, 2, True)
        drive.say(e.Answer, 3, True)
    if how == "forfeits":
        drive.deal()
        drive.say(e.Leave, 3)
        assert pot(drive) == 0
        assert paid_back(drive) == []
    play(drive, "0")
    match how:
        case "gets_up" | "comes_back":
            drive.say(e.Leave, 3)
        case "does_not_want_another":
            drive.say(e.Again, 1)
            drive.say(e.Again, 2)
            drive.wait(20_000)
        case "joins":
            drive.wait(20_000)  # all get up, the table closes
    assert paid_back(drive) == [{"players": [1, 2, 3], "parts": [ANTE] * 3}]
    assert drive.table.pot is None
    assert drive.table.carried is None or drive.table.carried.changed
    if how == "comes_back":
        again(drive)
        drive.sit(3)
        drive.deal()
        assert [seat and seat.person.id for seat in drive.table.seats] == [1, 2, 3]
        assert (drive.game.streak, drive.game.pot) == (None, 0)


def test_a_new_neighbour_counts_as_a_change() -> None:
    drive = Drive(game="fake", seats=4, options={"hitter": True})
    drive.sit(1, 2, 3)
    drive.say(e.Start, 1)
    drive.say(e.Answer, 2, True)
    drive.say(e.Answer, 3, True)
    play(drive, "0")
    drive.say(e.Refund)  # back to waiting, everybody in place
    assert pot(drive) == 3 * ANTE
    drive.say(e.Sit, person(4))
    assert paid_back(drive) == [{"players": [1, 2, 3], "parts": [ANTE] * 3}]
    drive.deal()
    assert drive.game.streak is None


def test_a_match_given_up_leaves_the_pot_and_the_legacy_as_they_were() -> None:
    drive = begun()
    play(drive, "0")
    again(drive)
    drive.deal()
    drive.do(e.Refund(drive.now))
    assert pot(drive) == 3 * ANTE
    drive.settle_down()
    drive.deal()
    assert drive.game.streak == 0


def test_who_cannot_pay_bet_and_ante_gets_up_and_the_pot_goes_back() -> None:
    """Decided 9: here the room says so."""
    drive = begun()
    play(drive, "0")
    for player in (1, 2):
        drive.say(e.Again, player)
    drive.do(e.Again(drive.now, 3))
    assert wants(drive.table, drive.now) is e.Begin
    drive.say(e.Leave, 3, "cannot_pay")
    assert paid_back(drive) == [{"players": [1, 2, 3], "parts": [ANTE] * 3}]


def test_without_the_option_there_is_no_pot() -> None:
    drive = begun(hitter=False)
    play(drive, "0")
    assert (settled(drive), pot(drive)) == ((3 * BET, 0, 0), 0)
    again(drive)
    drive.deal()
    assert drive.game.streak == 0  # a legacy of another kind is left all the same


@pytest.mark.parametrize("seed", range(30))
def test_in_any_order_of_things_coins_are_where_they_were_put(seed: int) -> None:
    """Wallets are kept from what is told; at each step they and the pot sum to what there was."""
    chance, drive = random.Random(seed), Drive(game="fake", seats=3, options={"hitter": True})
    wallets = dict.fromkeys(range(1, 8), 100_000)

    def follow() -> None:
        for event in drive.events:
            facts: Any = getattr(event, "facts", {})
            match, players = drive.table.match, last["players"]
            if event.type == "match_began":
                assert match is not None
                last["players"] = players = match.players
                for player in players:
                    wallets[player] -= BET + ANTE
            elif event.type in ("settled", "refunded"):
                paid = facts.get("payouts", [BET + ANTE] * len(players))
                for player, coins in zip(players, paid, strict=True):
                    wallets[player] += coins
                last["players"] = ()
            elif event.type == "pot_paid_back":
                for player, coins in zip(facts["players"], facts["parts"], strict=True):
                    wallets[player] += coins
        drive.events.clear()
        escrow = (BET + ANTE) * len(last["players"])
        assert sum(wallets.values()) + escrow + pot(drive) == 700_000

    last: dict[str, tuple[int, ...]] = {"players": ()}
    for _ in range(60):
        if drive.table.phase == "closed":
            assert pot(drive) == 0
            break
        everybody = sorted(drive.table.players)
        player = chance.choice(everybody or [1])
        kind, facts = chance.choice(
            [
                (e.Sit, (person(chance.randint(1, 7)),)),
                (e.Leave, (player,)),
                (e.Again, (player,)),
                (e.Again, (player,)),
                (e.Again, (player,)),
                (e.Refund, ()),
                (e.Act, (player, Choose(chance.choice("001122v").replace("v", "void")))),
                (e.Act, (player, Choose(chance.choice("000")))),
            ]
        )
        before = drive.table
        try:
            drive.do(kind(drive.now, *facts))
        except AppError:
            assert drive.table is before
            continue
        follow()
        while (wanted := wants(drive.table, drive.now)) is not None:
            made = {e.Commit: e.Commit(drive.now, bytes(64)), e.Close: e.Close(drive.now, "empty")}
            drive.do(made.get(wanted) or wanted(drive.now))
            follow()
        drive.now += 3_000
        if drive.table.phase == "playing":
            assert drive.game.pot == pot(drive)
    table = open_table(drive.table.setup)
    for entry in drive.log:  # a restart folds the log
        table, _ = apply(table, entry)
    assert table == drive.table
