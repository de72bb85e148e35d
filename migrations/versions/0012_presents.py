"""Things and presents: each thing in one place, and held coins that stand for presents on their way."""

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

UP = (
    """
create table thing (
    id bigint generated always as identity constraint pk_thing primary key,
    item text not null,
    slot text not null,
    owner bigint constraint fk_thing_owner references player,
    held_by bigint constraint uq_thing_held_by unique,
    worn boolean not null default false,
    cause text not null constraint uq_thing_cause unique constraint fk_thing_cause references transfer (cause),
    got_at timestamptz not null default clock_timestamp(),
    constraint ck_thing_worn check (not (worn and (owner is null or held_by is not null))),
    constraint ck_thing_held check (held_by is null or owner is not null)
)
""",
    "create index ix_thing_owner on thing (owner)",
    "create unique index ux_thing_worn on thing (owner, slot) where worn",
    """
create table present (
    id bigint generated always as identity constraint pk_present primary key,
    giver bigint not null constraint fk_present_giver references player,
    receiver bigint not null constraint fk_present_receiver references player,
    item text not null,
    coins bigint not null,
    thing bigint constraint fk_present_thing references thing,
    note text not null constraint ck_present_note check (char_length(note) <= 140),
    state text not null default 'sent' constraint ck_present_state
        check (state in ('sent', 'accepted', 'refused', 'withdrawn', 'expired', 'returned')),
    key text not null,
    sent_at timestamptz not null default clock_timestamp(),
    answered_at timestamptz,
    constraint ck_present_other check (giver <> receiver),
    constraint ck_present_worth check (coins > 0 or (coins = 0 and thing is not null)),
    constraint ck_present_answered check ((state = 'sent') = (answered_at is null)),
    constraint ck_present_made check (state not in ('accepted', 'returned') or thing is not null),
    constraint uq_present_giver_key unique (giver, key)
)
""",
    "create index ix_present_receiver on present (receiver, id)",
    "create index ix_present_giver on present (giver, id)",
    "create index ix_present_sent on present (sent_at) where state = 'sent'",
    "alter table thing add constraint fk_thing_held_by foreign key (held_by) references present",
    """
create table wardrobe (
    player bigint constraint pk_wardrobe primary key constraint fk_wardrobe_player references player,
    put_on boolean not null
)
""",
    # Asked at the commit, of whoever wrote and however: what a present on its way holds, and nothing else is held.
    """
create function check_present() returns trigger language plpgsql as $$
declare
    v_present bigint := case tg_table_name
        when 'present' then new.id
        when 'account' then (to_jsonb(new)->>'owner')::bigint
        else coalesce((to_jsonb(new)->>'held_by')::bigint, (to_jsonb(old)->>'held_by')::bigint) end;
    v_row present;
    v_coins bigint;
    v_held bigint;
    v_right bigint;
    v_due bigint;
begin
    select * into v_row from present where id = v_present;
    select balance into v_coins from account where kind = 'held' and owner = v_present;
    select count(*), count(*) filter (where id = v_row.thing and owner = v_row.giver) into v_held, v_right
    from thing where held_by = v_present;
    v_due := case when v_row.state = 'sent' and v_row.coins = 0 then 1 else 0 end;
    if coalesce(v_coins, 0) <> (case when v_row.state = 'sent' then v_row.coins else 0 end)
        or v_held <> v_due or v_right <> v_due then
        raise exception 'present % holds % coins and % things', v_present, v_coins, v_held
            using errcode = 'check_violation', constraint = 'present_backed';
    end if;
    return null;
end $$
""",
    """
create constraint trigger present_changed after insert or update on present
    deferrable initially deferred for each row execute function check_present()
""",
    """
create constraint trigger held_coins_moved after update on account
    deferrable initially deferred for each row
    when (new.kind = 'held' and new.balance is distinct from old.balance) execute function check_present()
""",
    """
create constraint trigger thing_held after update on thing
    deferrable initially deferred for each row
    when (new.held_by is distinct from old.held_by) execute function check_present()
""",
)

DOWN = (
    "drop trigger held_coins_moved on account",
    "alter table thing drop constraint fk_thing_held_by",
    "drop table wardrobe, present, thing",
    "drop function check_present",
)


def upgrade() -> None:
    for statement in UP:
        op.execute(statement)


def downgrade() -> None:
    for statement in DOWN:
        op.execute(statement)
