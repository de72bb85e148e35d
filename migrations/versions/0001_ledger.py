"""The ledger: accounts, transfers, postings, open bets, and the one function that writes them."""

from alembic import op

revision = "0001"
down_revision = None

TABLES = (
    """
create table account (
    id bigint generated always as identity constraint pk_account primary key,
    kind text not null constraint ck_account_kind
        check (kind in ('mint', 'sink', 'wallet', 'escrow', 'held', 'pot')),
    owner bigint,
    balance bigint not null default 0,
    constraint ck_account_owner check ((owner is null) = (kind in ('mint', 'sink'))),
    constraint ck_account_not_negative check (balance >= 0 or kind = 'mint'),
    constraint uq_account_kind_owner unique nulls not distinct (kind, owner)
)
""",
    """
create table transfer (
    id bigint generated always as identity constraint pk_transfer primary key,
    cause text not null constraint uq_transfer_cause unique
        constraint ck_transfer_cause check (char_length(cause) between 3 and 200),
    request bytea not null,
    kind text not null constraint ck_transfer_kind check (kind ~ '^[a-z_]{1,32}$'),
    match text,
    facts jsonb not null,
    legs smallint not null constraint ck_transfer_legs check (legs >= 2),
    at timestamptz not null default clock_timestamp(),
    constraint ck_transfer_match check ((match is not null) = (kind in ('bet', 'settle', 'refund')))
)
""",
    """
create unique index ux_transfer_bet_a_match on transfer (match) where kind = 'bet'
""",
    """
create unique index ux_transfer_outcome_a_match on transfer (match) where kind in ('settle', 'refund')
""",
    """
create table posting (
    id bigint generated always as identity constraint pk_posting primary key,
    transfer bigint not null constraint fk_posting_transfer references transfer,
    account bigint not null constraint fk_posting_account references account,
    amount bigint not null constraint ck_posting_amount check (amount <> 0),
    after bigint not null,
    constraint uq_posting_transfer_account unique (transfer, account)
)
""",
    """
create index ix_posting_account_id on posting (account, id)
""",
    """
create table open_bet (
    match text not null,
    player bigint not null,
    amount bigint not null constraint ck_open_bet_amount check (amount > 0),
    constraint pk_open_bet primary key (match, player)
)
""",
    """
create index ix_open_bet_player on open_bet (player)
""",
    """
insert into account (kind) values ('mint'), ('sink')
""",
)

# One round trip moves everything or nothing and says what became of it, so that a refusal costs the caller
# no transaction. Accounts are locked by ascending id; a parallel call with the same cause waits at the
# unique key and then gets the stored answer.
POST_TRANSFER = """
create function post_transfer(
    in p_cause text, in p_kind text, in p_match text, in p_request bytea, in p_facts jsonb,
    in p_kinds text[], in p_owners bigint[], in p_amounts bigint[],
    out outcome text, out id bigint, out after bigint[], out short bigint[]
) language plpgsql as $$
declare
    v_accounts bigint[];
    v_after bigint;
    v_request bytea;
    v_constraint text;
    v_place bigint;
    leg record;
begin
    begin
        insert into transfer (cause, request, kind, match, facts, legs)
        values (p_cause, p_request, p_kind, p_match, p_facts, cardinality(p_amounts))
        on conflict (cause) do nothing
        returning transfer.id into id;

        if id is null then
            select t.id, t.request into strict id, v_request from transfer t where t.cause = p_cause;
            if v_request <> p_request then
                outcome := 'reused';
                return;
            end if;
            outcome := 'seen';
            select array_agg(p.after order by l.place) into after
            from unnest(p_kinds, p_owners) with ordinality l (kind, owner, place)
            join account a on a.kind = l.kind and a.owner is not distinct from l.owner
            join posting p on p.transfer = post_transfer.id and p.account = a.id;
            return;
        end if;

        insert into account (kind, owner)
        select l.kind, l.owner from unnest(p_kinds, p_owners) l (kind, owner)
        where not exists (
            select from account a where a.kind = l.kind and a.owner is not distinct from l.owner)
        order by l.kind, l.owner
        on conflict do nothing;

        after := array_fill(null::bigint, array[cardinality(p_amounts)]);
        for leg in
            select a.id as account, l.amount, l.place
            from unnest(p_kinds, p_owners, p_amounts) with ordinality l (kind, owner, amount, place)
            join account a on a.kind = l.kind and a.owner is not distinct from l.owner
            order by a.id
        loop
            v_place := leg.place;
            update account a set balance = a.balance + leg.amount
            where a.id = leg.account returning a.balance into strict v_after;
            -- numbered while the account is locked: an account's postings are in the order of their ids
            insert into posting (transfer, account, amount, after)
            values (id, leg.account, leg.amount, v_after);
            after[leg.place] := v_after;
        end loop;

        if p_kind = 'bet' then
            insert into open_bet (match, player, amount)
            select p_match, l.owner, -l.amount
            from unnest(p_kinds, p_owners, p_amounts) l (kind, owner, amount) where l.kind = 'wallet';
        elsif p_kind in ('settle', 'refund') then
            delete from open_bet where match = p_match;
        end if;
        outcome := 'done';
    exception when check_violation or unique_violation then
        -- everything since the inner begin is undone
        get stacked diagnostics v_constraint = constraint_name;
        id := null;
        after := null;
        if v_constraint = 'ck_account_not_negative' then
            outcome := 'short';
            select array_agg(l.owner order by l.owner) into short
            from unnest(p_kinds, p_owners, p_amounts) with ordinality l (kind, owner, amount, place)
            left join account a on a.kind = l.kind and a.owner = l.owner
            where l.kind = 'wallet' and (l.place = v_place or coalesce(a.balance, 0) + l.amount < 0);
            if short is null then
                raise;
            end if;
        elsif v_constraint = 'ux_transfer_outcome_a_match' then
            outcome := 'closed';
        else
            raise;
        end if;
    end;
end $$
"""

# What a transfer has to be is asked at the commit, of whoever wrote it and however.
CHECKS = (
    """
create function check_transfer() returns trigger language plpgsql as $$
declare
    v_legs bigint;
    v_sum numeric;
    v_left numeric;
begin
    select count(*), coalesce(sum(amount), 0) into v_legs, v_sum from posting where transfer = new.id;
    if v_sum <> 0 then
        raise exception 'transfer % sums to %', new.id, v_sum
            using errcode = 'check_violation', constraint = 'transfer_zero_sum';
    end if;
    if v_legs <> new.legs then
        raise exception 'transfer % has % legs of %', new.id, v_legs, new.legs
            using errcode = 'check_violation', constraint = 'transfer_whole';
    end if;
    if new.kind in ('settle', 'refund') then
        select sum(p.amount) into v_left
        from transfer t join posting p on p.transfer = t.id join account a on a.id = p.account
        where t.match = new.match and a.kind = 'escrow';
        if v_left is distinct from 0 then
            raise exception 'match % leaves % in escrow', new.match, v_left
                using errcode = 'check_violation', constraint = 'transfer_empties_match';
        end if;
    end if;
    return null;
end $$
""",
    """
create constraint trigger transfer_checked after insert on transfer
    deferrable initially deferred for each row execute function check_transfer()
""",
    """
create function check_posting() returns trigger language plpgsql as $$
declare
    v_legs smallint;
    v_count bigint;
    v_before bigint;
    v_last bigint;
    v_balance bigint;
begin
    -- a posting that comes late, on a transfer of long ago, would be one too many
    select legs into strict v_legs from transfer where id = new.transfer;
    select count(*) into v_count from posting where transfer = new.transfer;
    if v_count <> v_legs then
        raise exception 'transfer % has % legs of %', new.transfer, v_count, v_legs
            using errcode = 'check_violation', constraint = 'transfer_whole';
    end if;
    select after into v_before from posting
    where account = new.account and id < new.id order by id desc limit 1;
    if new.after <> coalesce(v_before, 0) + new.amount then
        raise exception 'posting % does not follow the one before it', new.id
            using errcode = 'check_violation', constraint = 'posting_chain';
    end if;
    select balance into v_balance from account where id = new.account;
    select after into v_last from posting where account = new.account order by id desc limit 1;
    if v_balance <> v_last then
        raise exception 'account % holds %, its postings say %', new.account, v_balance, v_last
            using errcode = 'check_violation', constraint = 'account_backed';
    end if;
    return null;
end $$
""",
    """
create constraint trigger posting_checked after insert on posting
    deferrable initially deferred for each row execute function check_posting()
""",
    """
create function check_account() returns trigger language plpgsql as $$
declare
    v_last bigint;
    v_balance bigint;
begin
    select balance into v_balance from account where id = new.id;
    select after into v_last from posting where account = new.id order by id desc limit 1;
    if v_balance <> coalesce(v_last, 0) then
        raise exception 'account % holds %, its postings say %', new.id, v_balance, coalesce(v_last, 0)
            using errcode = 'check_violation', constraint = 'account_backed';
    end if;
    return null;
end $$
""",
    """
create constraint trigger account_opened after insert on account
    deferrable initially deferred for each row execute function check_account()
""",
    """
create constraint trigger account_changed after update on account
    deferrable initially deferred for each row
    when (new.balance is distinct from old.balance) execute function check_account()
""",
)

# By triggers and not by grants alone: a host's DATABASE_URL may well own the tables.
NEVER_CHANGED = (
    """
create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% on % is never allowed: the books are only added to', lower(tg_op), tg_table_name
        using errcode = 'restrict_violation', constraint = 'books_immutable';
end $$
""",
    """
create trigger transfer_immutable before update or delete or truncate on transfer
    for each statement execute function refuse_change()
""",
    """
create trigger posting_immutable before update or delete or truncate on posting
    for each statement execute function refuse_change()
""",
    """
create trigger account_kept before delete or truncate on account
    for each statement execute function refuse_change()
""",
    """
create trigger account_identity before update on account
    for each row when ((new.id, new.kind) <> (old.id, old.kind) or new.owner is distinct from old.owner)
    execute function refuse_change()
""",
)


def upgrade() -> None:
    for statement in (*TABLES, POST_TRANSFER, *CHECKS, *NEVER_CHANGED):
        op.execute(statement)


def downgrade() -> None:
    op.execute("drop table open_bet, posting, transfer, account")
    op.execute("drop function post_transfer, check_transfer, check_posting, check_account, refuse_change")
