"""Pots that outlive a match: what a table's log says of them beside what the books hold."""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

UP = (
    "alter table match add column ante bigint not null default 0",
    "alter table card_table add column pot bigint not null default 0",
    """
alter table card_table
    add constraint ck_card_table_pot check (pot >= 0 and (pot = 0 or phase <> 'closed'))
""",
    # Asked at the commit: the table's row is written before its coins move.
    """
create function check_pot() returns trigger language plpgsql as $$
declare
    v_table bigint := case tg_table_name when 'account' then (to_jsonb(new)->>'owner')::bigint else new.id end;
    v_held bigint;
    v_told bigint;
begin
    select balance into v_held from account where kind = 'pot' and owner = v_table;
    select pot into v_told from card_table where id = v_table;
    if coalesce(v_held, 0) <> coalesce(v_told, 0) then
        raise exception 'the pot of table % holds %, its log says %', v_table, v_held, v_told
            using errcode = 'check_violation', constraint = 'pot_backed';
    end if;
    return null;
end $$
""",
    """
create constraint trigger pot_moved after update on account
    deferrable initially deferred for each row
    when (new.kind = 'pot' and new.balance is distinct from old.balance) execute function check_pot()
""",
    """
create constraint trigger pot_told after update on card_table
    deferrable initially deferred for each row
    when (new.pot is distinct from old.pot) execute function check_pot()
""",
)

DOWN = (
    "drop trigger pot_told on card_table",
    "drop trigger pot_moved on account",
    "drop function check_pot",
    "alter table card_table drop column pot",
    "alter table match drop column ante",
)


def upgrade() -> None:
    for statement in UP:
        op.execute(statement)


def downgrade() -> None:
    for statement in DOWN:
        op.execute(statement)
