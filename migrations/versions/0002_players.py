"""People: players, their sessions, tokens, recovery codes and blocks."""

from alembic import op

revision = "0002"
down_revision = "0001"

STATEMENTS = (
    """
create table player (
    id bigint generated always as identity constraint pk_player primary key,
    name text not null,
    folded text not null constraint uq_player_folded unique,
    skeleton text not null constraint uq_player_skeleton unique,
    guest boolean not null,
    password text,
    avatar text not null,
    language text not null,
    made_at timestamptz not null default now(),
    relieved_at timestamptz,
    gone_at timestamptz,
    constraint ck_player_guest check (guest = (password is null) or gone_at is not null)
)
""",
    """
create table player_session (
    id bigint generated always as identity constraint pk_player_session primary key,
    player bigint not null constraint fk_player_session_player references player,
    token_hash bytea not null constraint uq_player_session_token_hash unique,
    agent text not null,
    made_at timestamptz not null default now(),
    seen_at timestamptz not null default now(),
    ends_at timestamptz not null
)
""",
    "create index ix_player_session_player on player_session (player)",
    """
create table api_token (
    id bigint generated always as identity constraint pk_api_token primary key,
    player bigint not null constraint fk_api_token_player references player,
    token_hash bytea not null constraint uq_api_token_token_hash unique,
    name text not null,
    made_at timestamptz not null default now(),
    seen_at timestamptz
)
""",
    "create index ix_api_token_player on api_token (player)",
    """
create table recovery_code (
    player bigint not null constraint fk_recovery_code_player references player,
    code_hash bytea not null,
    constraint pk_recovery_code primary key (player, code_hash)
)
""",
    """
create table block (
    player bigint not null constraint fk_block_player references player,
    blocked bigint not null constraint fk_block_blocked references player,
    made_at timestamptz not null default now(),
    constraint pk_block primary key (player, blocked),
    constraint ck_block_other check (player <> blocked)
)
""",
    "create index ix_block_blocked on block (blocked)",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    op.execute("drop table block, recovery_code, api_token, player_session, player")
