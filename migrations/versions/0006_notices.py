"""Notices: what players should hear of, and which kinds are to be quiet."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

STATEMENTS = (
    """
create table notice (
    id bigint generated always as identity constraint pk_notice primary key,
    player bigint not null constraint fk_notice_player references player,
    kind text not null,
    facts jsonb not null,
    quiet boolean not null,
    made_at timestamptz not null default clock_timestamp(),
    read_at timestamptz
)
""",
    "create index ix_notice_player on notice (player, id)",
    """
create table quiet_kind (
    player bigint not null constraint fk_quiet_kind_player references player,
    kind text not null,
    constraint pk_quiet_kind primary key (player, kind)
)
""",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    op.execute("drop table quiet_kind, notice")
