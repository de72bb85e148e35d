"""Tables, their logs, matches, seats and the workers that run them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

NOW = sa.text("clock_timestamp()")


def upgrade() -> None:
    op.create_table(
        "worker",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("last_seen", sa.DateTime(timezone=True), nullable=False, server_default=NOW),
    )
    op.create_table("server_key", sa.Column("fingerprint", sa.Text, primary_key=True))
    op.create_table(
        "card_table",
        sa.Column("id", sa.BigInteger, sa.Identity(always=False), primary_key=True),
        sa.Column("code", sa.Text, nullable=False, unique=True),
        sa.Column("creator_id", sa.BigInteger, sa.ForeignKey("player.id"), nullable=False),
        sa.Column("create_key", sa.Text, nullable=False),
        sa.Column("create_hash", sa.LargeBinary, nullable=False),
        sa.Column("link", sa.Text, nullable=False, unique=True),
        sa.Column("setup", JSONB, nullable=False),
        sa.Column("phase", sa.Text, nullable=False, server_default="waiting"),
        sa.Column("row", JSONB, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("owner", sa.Text),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=NOW),
    )
    op.create_index(
        "uq_card_table_creator_id_create_key", "card_table", ["creator_id", "create_key"], unique=True
    )
    op.create_index(
        "ix_card_table_open", "card_table", ["phase"], postgresql_where=sa.text("phase <> 'closed'")
    )
    op.create_table(
        "seat",
        sa.Column("table_id", sa.BigInteger, sa.ForeignKey("card_table.id"), primary_key=True),
        sa.Column("player_id", sa.BigInteger, sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("practice", sa.Boolean, nullable=False),
    )
    op.create_index(
        "uq_seat_coin_player", "seat", ["player_id"], unique=True, postgresql_where=sa.text("not practice")
    )
    op.create_table(
        "log",
        sa.Column("table_id", sa.BigInteger, sa.ForeignKey("card_table.id"), primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", JSONB, nullable=False),
        sa.Column("player_id", sa.BigInteger),
        sa.Column("command_id", sa.Text),
        sa.Column("command_hash", sa.LargeBinary),
    )
    op.create_index(
        "uq_log_player_id_command_id",
        "log",
        ["player_id", "command_id"],
        unique=True,
        postgresql_where=sa.text("command_id is not null"),
    )
    op.create_table(
        "match",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("table_id", sa.BigInteger, sa.ForeignKey("card_table.id"), nullable=False, index=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", JSONB, nullable=False),
        sa.Column("bet", sa.BigInteger, nullable=False),
        sa.Column("players", JSONB, nullable=False),
        sa.Column("first_seq", sa.BigInteger, nullable=False),
        sa.Column("last_seq", sa.BigInteger),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("outcome", sa.Text),
        sa.Column("payouts", JSONB),
        sa.Column("points", JSONB),
    )


def downgrade() -> None:
    for name in ("match", "log", "seat", "card_table", "server_key", "worker"):
        op.drop_table(name)
