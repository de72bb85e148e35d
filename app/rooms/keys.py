"""Whether this server holds the key that the logs of its database were sealed with (decided 21)."""

from sqlalchemy import select, text
from sqlalchemy.dialects.postgresql import insert

from app.db import Sessions
from app.rooms.models import ServerKey


class WrongKeyError(Exception):
    """The database was written under another server key; secrets in its logs can't be read (decided 21)."""


async def check_key(sessions: Sessions, fingerprint: str) -> None:
    """Return if the logs were sealed with this key, or there are none yet; raise WrongKeyError."""
    async with sessions.begin() as session:
        await session.execute(
            insert(ServerKey)
            .from_select(
                ["fingerprint"],
                select(text(":mine").bindparams(mine=fingerprint)).where(~select(ServerKey).exists()),
            )
            .on_conflict_do_nothing()
        )
        if await session.scalar(select(ServerKey.fingerprint)) != fingerprint:
            raise WrongKeyError(
                "This database belongs to a server with another secret key. Set SECRET_KEY (or restore "
                "secret.key in the data folder) to the one it was made with."
            )
