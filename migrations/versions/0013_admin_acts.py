"""The log of what admins and moderators do; only ever added to, like the books."""

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

STATEMENTS = (
    """
create table admin_act (
    id bigint generated always as identity constraint pk_admin_act primary key,
    at timestamptz not null default clock_timestamp(),
    actor bigint constraint fk_admin_act_actor references player,
    act text not null,
    player bigint constraint fk_admin_act_player references player,
    table_id bigint constraint fk_admin_act_table_id references card_table,
    report bigint,
    reason text not null,
    facts jsonb not null,
    key text not null constraint uq_admin_act_key unique
)
""",
    "create index ix_admin_act_player on admin_act (player)",
    """
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
    raise exception '% on % is never allowed: the log of acts is only added to', lower(tg_op), tg_table_name
        using errcode = 'restrict_violation', constraint = 'log_immutable';
end $$
""",
    """
create trigger admin_act_immutable before update or delete or truncate on admin_act
    for each statement execute function refuse_rewriting()
""",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    op.execute("drop table admin_act")
    op.execute("drop function refuse_rewriting")
