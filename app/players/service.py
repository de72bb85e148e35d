"""Who people are: made as guests, registered, found, renamed, blocked, deleted.

Whatever changes a player locks the player's row first, accounts of the books after it.
"""

import hashlib
import secrets
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import delete, func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from app.config import Settings
from app.db.faults import constraint_name
from app.db.locking import locked
from app.errors import ConflictError, ForbiddenError, InvalidError, NotFoundError, UnauthorizedError
from app.ledger.service import SINK, burn_coins, find_legs, funds_of, lock_holders, mint_coins, wallet
from app.players.avatars import any_avatar
from app.players.confusables import fold, skeleton
from app.players.models import Block, Player, RecoveryCode, Standing
from app.players.names import made_up_names, similar_names, tidy_name
from app.players.schemas import Person
from app.players.sessions import end_sessions, end_tokens, find_credential

__all__ = ["Player"]

MOST_BLOCKS = 500
CODES = 10


class NameTakenError(ConflictError):
    """Somebody has this name or one that looks like it; `suggestion` was free a moment ago."""

    def __init__(self, suggestion: str) -> None:
        super().__init__(
            "name_taken", f"This name, or one like it, is taken; {suggestion} is free.", suggestion=suggestion
        )


async def find_player(session: AsyncSession, player_id: int) -> Player:
    """Return a player. Raises NotFoundError for nobody and for somebody who is gone."""
    player = await session.get(Player, player_id)
    if player is None or player.gone_at is not None:
        raise NotFoundError("not_found", "There is no such player.")
    return player


async def find_people(session: AsyncSession, player_ids: Collection[int]) -> dict[int, Player]:
    """Return those of the players there are, who are gone too, by id."""
    found = await session.scalars(select(Player).where(Player.id.in_(player_ids)))
    return {player.id: player for player in found}


async def name_people(session: AsyncSession, player_ids: Collection[int]) -> dict[int, Person]:
    """Return who these players are, or were, by id."""
    found = await find_people(session, player_ids)
    return {id_: Person(**plain(player)) for id_, player in found.items()}


def plain(player: Player) -> dict[str, Any]:
    """Return who somebody is, as lists tell it: the facts of a `Person`."""
    return {"id": player.id, "name": player.name, "avatar": player.avatar}


def typed_name(name: str) -> str:
    """Return what all ways of typing a name for signing in have in common; attempts are counted by it."""
    return fold(" ".join(name.split()))


async def find_by_name(session: AsyncSession, name: str) -> Player | None:
    """Return the player of this name, without regard to case, for signing in."""
    return await session.scalar(
        select(Player).where(Player.folded == typed_name(name), Player.gone_at.is_(None))
    )


async def authenticate(session: AsyncSession, token: str) -> Player | None:
    """Return who shows this token (a session's or a program's), None if it is no good."""
    credential = await find_credential(session, token)
    return credential.player if credential else None


async def lock_player(session: AsyncSession, player_id: int) -> Player:
    """Return the player, whom nobody else changes until the transaction ends. Raises UnauthorizedError."""
    player = await session.scalar(
        locked(select(Player).where(Player.id == player_id, Player.gone_at.is_(None)))
    )
    if player is None:
        raise UnauthorizedError("unauthorized", "This account is gone.")
    return player


async def lock_players(session: AsyncSession, player_ids: Collection[int]) -> dict[int, Player]:
    """Return those of the players who are not gone, by id; nobody else changes them until the transaction ends."""
    there = select(Player).where(Player.id.in_(player_ids), Player.gone_at.is_(None))
    found = await session.scalars(locked(there.order_by(Player.id)))
    return {player.id: player for player in found}


async def make_guest(session: AsyncSession, settings: Settings, *, language: str) -> Player:
    """Make a guest with a made-up name and the guest's grant."""
    for name in made_up_names():
        made: Player | None = await session.scalar(
            insert(Player)
            .values(
                name=name,
                folded=fold(name),
                skeleton=skeleton(name),
                guest=True,
                avatar=any_avatar(),
                language=language,
            )
            .on_conflict_do_nothing()
            .returning(Player)
        )
        if made is not None:
            await _grant(session, made.id, settings.guest_grant)
            return made
    raise AssertionError("names never end")


async def make_account(
    session: AsyncSession, settings: Settings, *, name: str, password_hash: str, language: str
) -> Player:
    """Make an account with the whole grant. Raises InvalidError, NameTakenError."""
    player = Player(
        name=tidy_name(name), guest=False, password=password_hash, avatar=any_avatar(), language=language
    )
    await _name(session, player, player.name)
    await _grant(session, player.id, settings.account_grant)
    return player


async def upgrade_guest(
    session: AsyncSession, settings: Settings, player_id: int, *, name: str, password_hash: str
) -> Player:
    """Make a guest's account a registered one: same id, the made-up name is free again, grant completed once.

    Raises InvalidError, NameTakenError, ConflictError `already_registered`.
    """
    player = await lock_player(session, player_id)
    if not player.guest:
        raise ConflictError("already_registered", "This account is registered already.")
    player.guest, player.password = False, password_hash
    await _name(session, player, tidy_name(name))
    missing = settings.account_grant - await granted(session, player_id)
    if missing > 0:
        await mint_coins(session, player_id, missing, cause=f"grant:{player_id}:account", kind="grant")
    return player


async def granted(session: AsyncSession, player_id: int) -> int:
    """Return what a player got at the beginning."""
    return (await find_legs(session, f"grant:{player_id}")).get(wallet(player_id), (0, 0))[0]


async def _grant(session: AsyncSession, player_id: int, amount: int) -> None:
    if amount:
        await mint_coins(session, player_id, amount, cause=f"grant:{player_id}", kind="grant")


async def rename_player(session: AsyncSession, player_id: int, name: str) -> Player:
    """Give a registered player another name. Raises InvalidError, NameTakenError, ForbiddenError."""
    player = await lock_player(session, player_id)
    if player.guest:
        raise ForbiddenError("guests_cannot", "A guest chooses a name by registering.")
    await _name(session, player, tidy_name(name))
    return player


async def _name(session: AsyncSession, player: Player, name: str) -> None:
    """Write the player with this name, or raise NameTakenError with nothing written."""
    try:
        async with session.begin_nested():
            player.name, player.folded, player.skeleton = name, fold(name), skeleton(name)
            session.add(player)
            await session.flush()
    except IntegrityError as error:
        if constraint_name(error) not in {"uq_player_folded", "uq_player_skeleton"}:
            raise
        raise NameTakenError(await _free_name(session, name)) from None


async def _free_name(session: AsyncSession, name: str) -> str:
    candidates = similar_names(name)
    skeletons = {skeleton(candidate): candidate for candidate in candidates}
    taken = set(await session.scalars(select(Player.skeleton).where(Player.skeleton.in_(skeletons))))
    return next((candidate for kept, candidate in skeletons.items() if kept not in taken), candidates[-1])


async def set_password(session: AsyncSession, player_id: int, password_hash: str) -> None:
    """Give a registered player another password."""
    player = await lock_player(session, player_id)
    if player.guest:
        raise ForbiddenError("guests_cannot", "A guest has no password.")
    player.password = password_hash


async def make_recovery_codes(session: AsyncSession, player_id: int) -> list[str]:
    """Return ten new codes, shown this once, each good for one way in; older ones are void."""
    player = await lock_player(session, player_id)
    if player.guest:
        raise ForbiddenError("guests_cannot", "A guest has no recovery codes; register first.")
    await session.execute(delete(RecoveryCode).where(RecoveryCode.player == player_id))
    codes = [_new_code() for _ in range(CODES)]
    session.add_all(RecoveryCode(player=player_id, code_hash=_code_hash(code)) for code in codes)
    return codes


async def use_recovery_code(session: AsyncSession, player_id: int, code: str, password_hash: str) -> bool:
    """Spend a code and set a new password; every session and token ends. False: the code is no good."""
    spent = await session.scalar(
        delete(RecoveryCode)
        .where(RecoveryCode.player == player_id, RecoveryCode.code_hash == _code_hash(code))
        .returning(RecoveryCode.player)
    )
    if spent is None:
        return False
    await set_password(session, player_id, password_hash)
    await end_sessions(session, player_id)
    await end_tokens(session, player_id)
    return True


# 32 letters make 80 bits of a code; none is taken for another
_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"


def _new_code() -> str:
    letters = [secrets.choice(_ALPHABET) for _ in range(16)]
    return "-".join("".join(letters[start : start + 4]) for start in range(0, 16, 4))


def _code_hash(code: str) -> bytes:
    typed = "".join(letter for letter in code.lower() if letter.isalnum())
    return hashlib.sha256(typed.encode()).digest()


async def delete_player(session: AsyncSession, player_id: int) -> None:
    """Take the person out and leave the books: coins go to the sink, the name is free, credentials end.

    Raises ConflictError `bets_out` while a match holds coins of theirs.
    """
    player = await lock_player(session, player_id)
    # while the wallet is locked no bet can be taken from it
    await lock_holders(session, [wallet(player_id), SINK])
    funds = await funds_of(session, player_id)
    if funds.held:
        raise ConflictError("bets_out", "You have a bet in a match; finish it or leave it first.")
    if funds.coins:
        await burn_coins(session, player_id, funds.coins, cause=f"gone:{player_id}", kind="gone")
    gone_at = await session.scalar(select(func.clock_timestamp()))
    player.name = player.folded = player.skeleton = f"gone #{player_id}"
    player.guest, player.password, player.avatar, player.gone_at = False, None, "", gone_at
    player.role = "player"
    await end_sessions(session, player_id)
    await end_tokens(session, player_id)
    await session.execute(delete(RecoveryCode).where(RecoveryCode.player == player_id))
    await session.execute(delete(Standing).where(Standing.player == player_id))
    await session.execute(delete(Block).where(or_(Block.player == player_id, Block.blocked == player_id)))


async def block_player(session: AsyncSession, player_id: int, blocked: int) -> None:
    """Block somebody; nothing happens if they are blocked already. Raises NotFoundError, InvalidError."""
    if player_id == blocked:
        raise InvalidError("not_yourself", "You can't block yourself.")
    # both, in the order of all locks: what the two do with each other comes before this or after it
    if blocked not in await lock_players(session, {player_id, blocked}):
        raise NotFoundError("not_found", "There is no such player.")
    count = await session.scalar(select(func.count()).where(Block.player == player_id))
    if (count or 0) >= MOST_BLOCKS:
        raise ConflictError("too_many_blocks", "You can't block more people.")
    await session.execute(insert(Block).values(player=player_id, blocked=blocked).on_conflict_do_nothing())


async def unblock_player(session: AsyncSession, player_id: int, blocked: int) -> None:
    """Take a block back, if there is one."""
    await session.execute(delete(Block).where(Block.player == player_id, Block.blocked == blocked))


async def list_blocked(session: AsyncSession, player_id: int) -> Sequence[Player]:
    """Return those whom a player blocked, the last first."""
    found = await session.scalars(
        select(Player)
        .join(Block, Block.blocked == Player.id)
        .where(Block.player == player_id)
        .order_by(Block.made_at.desc())
    )
    return found.all()


async def are_blocked(session: AsyncSession, player_id: int, others: Collection[int]) -> set[int]:
    """Return those of `others` with whom there is a block, whichever of the two made it."""
    if not others:
        return set()
    found = await session.execute(
        select(Block.player, Block.blocked).where(
            or_(
                (Block.player == player_id) & Block.blocked.in_(others),
                (Block.blocked == player_id) & Block.player.in_(others),
            )
        )
    )
    return {player for pair in found for player in pair} - {player_id}


async def find_blocked(session: AsyncSession, player_id: int) -> set[int]:
    """Return everybody with whom there is a block, whichever of the two made it."""
    mine = select(Block.blocked).where(Block.player == player_id)
    theirs = select(Block.player).where(Block.blocked == player_id)
    return set(await session.scalars(mine.union(theirs)))
