"""Where Postgres is: DATABASE_URL means the same to everything that connects, `?sslmode=require` and all."""

from sqlalchemy import URL, make_url


def plain(database_url: str | URL) -> URL:
    """Return the address as Postgres' own programs read it. Raises ArgumentError for what is none."""
    return make_url(database_url).set(drivername="postgresql")


def dsn(database_url: str | URL) -> str:
    """Return the same as a text, password included, for asyncpg."""
    return plain(database_url).render_as_string(hide_password=False)
