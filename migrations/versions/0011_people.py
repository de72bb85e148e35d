"""People among each other: friendships, who is invisible; with whom one played is found by an index."""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

STATEMENTS = (
    """
create table friendship (
    low bigint not null constraint fk_friendship_low references player,
    high bigint not null constraint fk_friendship_high references player,
    asked_by bigint not null,
    made_at timestamptz not null default clock_timestamp(),
    since timestamptz,
    constraint pk_friendship primary key (low, high),
    constraint ck_friendship_order check (low < high),
    constraint ck_friendship_asked_by check (asked_by in (low, high))
)
""",
    "create index ix_friendship_high on friendship (high)",
    """
create table invisible (
    player bigint constraint pk_invisible primary key constraint fk_invisible_player references player
)
""",
    "create index ix_match_players on match using gin (players jsonb_path_ops)",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    op.execute("drop index ix_match_players")
    op.execute("drop table invisible, friendship")
