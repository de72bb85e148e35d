"""The Postgres of a bench."""

import contextlib
from collections.abc import Iterator

from app.embedded.postgres import Postgres
from tests.databases import own_folder


@contextlib.contextmanager
def own_postgres() -> Iterator[str]:
    """The address of a Postgres that is nobody else's, safe from a crash as in earnest; gone afterwards."""
    with own_folder() as folder:
        postgres = Postgres(folder)
        postgres.start()
        try:
            yield postgres.url
        finally:
            postgres.stop()
