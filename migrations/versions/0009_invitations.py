"""Invitations: seats that are kept for somebody. Notices that name somebody are found by that."""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

STATEMENTS = (
    """
create table invitation (
    id bigint generated always as identity constraint pk_invitation primary key,
    table_id bigint not null constraint fk_invitation_table_id_card_table references card_table,
    player_id bigint not null constraint fk_invitation_player_id_player references player,
    by_id bigint not null constraint fk_invitation_by_id_player references player,
    key text not null,
    state text not null default 'pending',
    made_at timestamptz not null default clock_timestamp(),
    until_at timestamptz not null,
    constraint ck_invitation_state check (state in ('pending', 'accepted', 'refused', 'withdrawn'))
)
""",
    "create unique index uq_invitation_by_id_key on invitation (by_id, key)",
    "create index ix_invitation_table_id on invitation (table_id, player_id)",
    "create index ix_invitation_player_id on invitation (player_id, id)",
    "create index ix_notice_facts on notice using gin (facts jsonb_path_ops)",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    op.execute("drop index ix_notice_facts")
    op.execute("drop table invitation")
