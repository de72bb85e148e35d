"""What an error of the database says of what it was asked with."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine


@pytest.mark.anyio
async def test_h02_a_failed_statement_does_not_tell_its_values(engine: AsyncEngine) -> None:
    """Errors that nobody expected are written to the server's log; hands and hashes are no business of it."""
    async with engine.connect() as connection:
        with pytest.raises(DBAPIError) as failed:
            await connection.execute(
                text("select 1 / (length(cast(:secret as text)) - 6)"), {"secret": "sesame"}
            )
    assert "division by zero" in str(failed.value)
    assert "sesame" not in str(failed.value)
