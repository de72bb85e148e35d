"""Roles, mutes and bans."""

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

STATEMENTS = (
    """
alter table player add column role text not null default 'player'
    constraint ck_player_role check (role in ('player', 'moderator', 'admin'))
""",
    "create index ix_player_role on player (role) where role <> 'player'",
    """
create table sanction (
    id bigint generated always as identity constraint pk_sanction primary key,
    player bigint not null constraint fk_sanction_player references player,
    kind text not null constraint ck_sanction_kind check (kind in ('mute', 'ban')),
    reason text not null,
    by bigint not null constraint fk_sanction_by references player,
    made_at timestamptz not null,
    ends_at timestamptz not null
)
""",
    "create index ix_sanction_player on sanction (player)",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    op.execute("drop table sanction")
    op.execute("alter table player drop column role")
