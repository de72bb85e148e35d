"""People over HTTP: signing up and in, oneself, one's coins, others."""

import contextlib
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Query

from app.db import Sessions
from app.db.request import Transaction
from app.errors import ForbiddenError, InvalidError, NotFoundError, UnauthorizedError
from app.games.registry import find_game
from app.ledger.service import Line, statement_lines
from app.players import allowances, passwords, roles, schemas, service, sessions, standing
from app.players.allowances import to_ms
from app.players.asker import Asker, AskerOrNone, Shown, ShownOrNone, token_of
from app.players.avatars import AVATARS
from app.players.call import Call, Called
from app.players.cookies import clear_cookie
from app.players.models import Player
from app.players.names import tidy_name
from app.players.sanctions import refuse_banned
from app.players.sessions import Credential

router = APIRouter(prefix="/api", tags=["players"])

Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        pattern=r"^[A-Za-z0-9_-]{8,64}$",
        description="Made by the client for each wish, sent again unchanged: one effect, the same answer.",
    ),
]
Id = Annotated[int, Path(ge=1, lt=2**63)]


# Signing up and in


@router.post("/guest", status_code=201)
async def make_guest(call: Called, shown: ShownOrNone) -> schemas.Me:
    """Play at once, under a made-up name; whoever is signed in already stays who they are."""
    if shown is not None:
        call.response.status_code = 200
        return await call.describe(shown.player)
    await _refuse_banned(call)
    await call.limits.make_account(call.address)
    player = await service.make_guest(call.session, call.settings, language=call.language)
    await call.sign_in(player)
    return await call.describe(player)


@router.post("/register", status_code=201)
async def register(call: Called, wish: schemas.Credentials, shown: ShownOrNone) -> schemas.Me:
    """Make an account; the guest who asks keeps everything and gets the rest of the grant."""
    name = tidy_name(wish.name)
    passwords.check_new_password(wish.password, name)
    await call.limits.make_account(call.address)
    hashed = await passwords.hash_password(wish.password)
    if shown is not None:
        player = await service.upgrade_guest(
            call.session, call.settings, shown.player.id, name=name, password_hash=hashed
        )
    else:
        await _refuse_banned(call)
        player = await service.make_account(
            call.session, call.settings, name=name, password_hash=hashed, language=call.language
        )
        await call.sign_in(player)
    me = await call.describe(player)
    call.tell("tell_wallet", me.id, me.coins)
    call.tell("look_again", me.id)
    return me


async def _refuse_banned(call: Call) -> None:
    """A browser in which a banned guest sits doesn't become somebody else by asking once more."""
    token = token_of(call.request)
    owner = await sessions.find_owner(call.session, token) if token else None
    if owner is not None:
        await refuse_banned(call.session, owner)


@router.post("/login")
async def login(call: Called, wish: schemas.Credentials, shown: ShownOrNone) -> schemas.Me:
    """Sign in by name and password; the session that the browser had until now ends."""
    await call.limits.try_password(service.typed_name(wish.name), call.address)
    opener: Sessions = call.request.app.state.sessions
    async with opener() as reading:  # its connection is given back before the hashing begins
        known = await service.find_by_name(reading, wish.name)
    stored = known.password if known else None
    if not await passwords.verify_password(stored, wish.password) or known is None or stored is None:
        raise _wrong_password()
    fresh = await passwords.hash_password(wish.password) if passwords.needs_rehash(stored) else stored
    player = await service.lock_player(call.session, known.id)
    if player.password != stored:  # it was changed just now
        raise _wrong_password()
    await refuse_banned(call.session, player.id)  # told to nobody but who knows the password
    player.password = fresh
    await _leave(call, shown)
    await call.sign_in(player)
    return await call.describe(player)


def _wrong_password() -> UnauthorizedError:
    return UnauthorizedError("wrong_password", "This name and this password don't go together.")


@router.post("/recover")
async def recover(call: Called, wish: schemas.Recovery, shown: ShownOrNone) -> schemas.Me:
    """Sign in by a recovery code and set a new password; all other sessions and tokens end."""
    await call.limits.try_password(service.typed_name(wish.name), call.address)
    passwords.check_new_password(wish.password, wish.name)
    hashed = await passwords.hash_password(wish.password)
    player = await service.find_by_name(call.session, wish.name)
    if player is None or not await service.use_recovery_code(call.session, player.id, wish.code, hashed):
        raise UnauthorizedError("wrong_code", "This name and this code don't go together.")
    await refuse_banned(call.session, player.id)
    await _leave(call, shown)
    await call.sign_in(player)
    call.tell("look_again", player.id)
    return await call.describe(player)


@router.post("/logout", status_code=204)
async def logout(call: Called, shown: ShownOrNone) -> None:
    """End the session that asks; asked again, nothing happens."""
    clear_cookie(call.request, call.response)
    await _leave(call, shown)


async def _leave(call: Call, shown: Credential | None) -> None:
    if shown is not None and shown.session_id is not None:
        with contextlib.suppress(NotFoundError):
            await sessions.end_session(call.session, shown.player.id, shown.session_id)
        call.tell("look_again", shown.player.id)


# Oneself


@router.get("/me")
async def read_me(call: Called, player: Asker) -> schemas.Me:
    """Who asks, and their coins."""
    return await call.describe(player)


@router.patch("/me")
async def change_me(call: Called, wish: schemas.Changes, asker: Asker) -> schemas.Me:
    """Change name, picture or language."""
    if wish.avatar is not None and wish.avatar not in AVATARS:
        raise InvalidError("invalid", "There is no such picture.", where="avatar")
    if wish.name is not None:
        await call.limits.change("rename", asker.id, limit=20, window_s=86_400)
        await service.rename_player(call.session, asker.id, wish.name)
    player = await service.lock_player(call.session, asker.id)
    player.avatar = wish.avatar or player.avatar
    player.language = wish.language or player.language
    call.tell("look_again", player.id)
    return await call.describe(player)


async def _prove(call: Call, player: Player, password: str | None) -> None:
    """Raise UnauthorizedError unless it is the player's password; a guest has none to show."""
    if player.guest:
        return
    await call.limits.try_password(f"#{player.id}", call.address)
    if password is None or not await passwords.verify_password(player.password, password):
        raise UnauthorizedError("wrong_password", "This is not your password.")


@router.delete("/me", status_code=204)
async def delete_me(call: Called, asker: Asker, wish: schemas.MaybeProof | None = None) -> None:
    """Delete one's account: the person goes, the books stay."""
    await _prove(call, asker, wish.password if wish else None)
    await roles.let_go(call.session, asker.id)
    await service.lock_player(call.session, asker.id)
    await call.share("on_farewell", asker.id)
    await service.delete_player(call.session, asker.id)
    clear_cookie(call.request, call.response)
    call.tell("look_again", asker.id)


@router.post("/me/password", status_code=204)
async def change_password(call: Called, wish: schemas.NewPassword, shown: Shown) -> None:
    """Change the password; all other sessions end."""
    player = shown.player
    if player.guest:
        raise ForbiddenError("guests_cannot", "A guest has no password; register first.")
    passwords.check_new_password(wish.new, player.name)
    await _prove(call, player, wish.old)
    hashed = await passwords.hash_password(wish.new)
    await service.set_password(call.session, player.id, hashed)
    await sessions.end_sessions(call.session, player.id, but=shown.session_id)
    call.tell("look_again", player.id)


@router.post("/me/recovery-codes")
async def make_recovery_codes(call: Called, wish: schemas.Proof, asker: Asker) -> schemas.Codes:
    """Ten new ways in without the password, shown this once; older ones are void."""
    await _prove(call, asker, wish.password)
    return schemas.Codes(codes=await service.make_recovery_codes(call.session, asker.id))


@router.get("/me/sessions")
async def list_sessions(shown: Shown, session: Transaction) -> list[schemas.SessionFacts]:
    """Where the asker is signed in."""
    return [
        schemas.SessionFacts(
            id=found.id,
            agent=found.agent,
            created=to_ms(found.made_at),
            seen=to_ms(found.seen_at),
            current=found.id == shown.session_id,
        )
        for found in await sessions.list_sessions(session, shown.player.id)
    ]


@router.delete("/me/sessions/{session_id}", status_code=204)
async def end_session(call: Called, session_id: Id, asker: Asker) -> None:
    """End a session of one's own."""
    await sessions.end_session(call.session, asker.id, session_id)
    call.tell("look_again", asker.id)


@router.get("/me/tokens")
async def list_tokens(asker: Asker, session: Transaction) -> list[schemas.TokenFacts]:
    """The tokens of the asker's programs."""
    return [
        schemas.TokenFacts(
            id=found.id,
            name=found.name,
            created=to_ms(found.made_at),
            seen=to_ms(found.seen_at) if found.seen_at else None,
        )
        for found in await sessions.list_tokens(session, asker.id)
    ]


@router.post("/me/tokens", status_code=201)
async def make_token(wish: schemas.NewToken, shown: Shown, session: Transaction) -> schemas.MadeToken:
    """A token for a program, shown this once. A program can't make further ones."""
    if shown.session_id is None:
        raise ForbiddenError("session_needed", "Tokens are made in the browser.")
    made, token = await sessions.make_token(session, shown.player.id, wish.name)
    await session.refresh(made)
    return schemas.MadeToken(id=made.id, name=made.name, created=to_ms(made.made_at), seen=None, token=token)


@router.delete("/me/tokens/{token_id}", status_code=204)
async def end_token(call: Called, token_id: Id, asker: Asker) -> None:
    """End a token of one's own."""
    await sessions.end_token(call.session, asker.id, token_id)
    call.tell("look_again", asker.id)


# One's coins


@router.get("/me/statement")
async def read_statement(
    asker: Asker,
    session: Transaction,
    before: Annotated[int | None, Query(ge=1, lt=2**63)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> schemas.Statement:
    """What came and went, newest first."""
    lines = await statement_lines(session, asker.id, before=before, limit=limit + 1)
    others = await service.find_people(session, {other for line in lines if (other := _other(line))})
    page = [
        schemas.Line(
            id=line.id,
            at=to_ms(line.at),
            amount=line.amount,
            after=line.after,
            kind=line.kind,
            facts=dict(line.facts),
            who=_somebody(others.get(_other(line) or 0)),
        )
        for line in lines[:limit]
    ]
    return schemas.Statement(lines=page, next=page[-1].id if len(lines) > limit else None)


def _other(line: Line) -> int | None:
    """Return with whom a line has to do: facts keep numbers, so that a name can go with its person."""
    return line.facts.get("to") or line.facts.get("from")


def _somebody(player: Player | None) -> schemas.Person | None:
    return schemas.Person(**service.plain(player)) if player else None


@router.post("/me/bonus")
async def take_bonus(call: Called, key: Key, asker: Asker) -> schemas.Coins:
    """The bonus of this UTC day."""
    given = await allowances.take_bonus(call.session, call.settings, asker.id, key=key)
    call.tell("tell_wallet", asker.id, given.coins)
    return schemas.Coins(coins=given.coins, amount=given.amount)


@router.post("/me/relief")
async def take_relief(call: Called, key: Key, asker: Asker) -> schemas.Coins:
    """Help for whoever has next to nothing left."""
    given = await allowances.take_relief(call.session, call.settings, asker.id, key=key)
    call.tell("tell_wallet", asker.id, given.coins)
    return schemas.Coins(coins=given.coins, amount=given.amount)


# Others


@router.get("/players/{player_id}")
async def read_player(player_id: Id, asker: AskerOrNone, session: Transaction) -> schemas.Profile:
    """What everybody may know of a player."""
    player = await service.find_player(session, player_id)
    blocked = asker is not None and player_id in {
        person.id for person in await service.list_blocked(session, asker.id)
    }
    records = await standing.records_of(session, player_id)
    whole = records.pop(standing.EVERY_GAME, standing.Record())
    level = standing.level_of(whole.points)
    return schemas.Profile(
        **service.plain(player),
        **_record(whole),
        guest=player.guest,
        since=to_ms(player.made_at),
        blocked=blocked,
        level=level,
        level_from=standing.points_for(level),
        level_to=standing.points_for(level + 1),
        statistics=[schemas.GameRecord(game=game, **_record(found)) for game, found in records.items()],
    )


def _record(found: standing.Record) -> dict[str, Any]:
    return {
        "matches": found.matches,
        "finished": found.share_finished,
        "wins": found.wins,
        "coins": found.coins,
        "points": found.points,
    }


@router.get("/standing")
async def read_standing(
    asker: AskerOrNone,
    session: Transaction,
    period: standing.Period = "week",
    game: str | None = None,
    page: Annotated[int, Query(ge=1, le=20)] = 1,
) -> schemas.Leaderboard:
    """Who has the most points of this week, season (month) or of all time, in one game or in all."""
    key = standing.EVERY_GAME if game is None else find_game(game).key
    found = await standing.list_best(session, period, key, page=page)
    best = found[: standing.ROWS]
    own = await standing.place_of(session, asker, period, key) if asker else None
    ids = [place.player.id for place in best]
    hidden = await service.are_blocked(session, asker.id, ids) if asker else set()
    return schemas.Leaderboard(
        rows=[_ranked(place) for place in best if place.player.id not in hidden],
        own=own and _ranked(own),
        next=page + 1 if len(found) > len(best) and page < 20 else None,
    )


def _ranked(place: standing.Place) -> schemas.Ranked:
    return schemas.Ranked(place=place.place, **service.plain(place.player), **_record(place.record))


@router.get("/blocks")
async def list_blocks(asker: Asker, session: Transaction) -> list[schemas.Person]:
    """Whom the asker blocked."""
    return [
        schemas.Person(**service.plain(person)) for person in await service.list_blocked(session, asker.id)
    ]


@router.post("/blocks/{player_id}", status_code=204)
async def block(call: Called, player_id: Id, asker: Asker) -> None:
    """Have nothing to do with a player any more."""
    await service.block_player(call.session, asker.id, player_id)
    await call.share("on_block", asker.id, player_id)


@router.delete("/blocks/{player_id}", status_code=204)
async def unblock(call: Called, player_id: Id, asker: Asker) -> None:
    """Take a block back."""
    await service.unblock_player(call.session, asker.id, player_id)
    call.tell("circles_changed", asker.id)
