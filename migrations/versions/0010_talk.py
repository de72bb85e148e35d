"""Talk: what was said at tables, and what was reported of it."""

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

STATEMENTS = (
    """
create table talk_line (
    id bigint generated always as identity constraint pk_talk_line primary key,
    table_id bigint not null,
    seq bigint not null,
    player bigint not null,
    kind text not null constraint ck_talk_line_kind check (kind in ('phrase', 'reaction', 'text')),
    body text not null,
    command_id text not null,
    at timestamptz not null,
    constraint uq_talk_line_player_command_id unique (player, command_id)
)
""",
    "create index ix_talk_line_table_id_id on talk_line (table_id, id)",
    "create index ix_talk_line_player_at on talk_line (player, at)",
    "create index ix_talk_line_at on talk_line (at)",
    """
create table report (
    id bigint generated always as identity constraint pk_report primary key,
    reporter bigint not null constraint fk_report_reporter references player,
    reported bigint not null constraint fk_report_reported references player,
    reason text not null,
    note text not null,
    table_id bigint,
    match text,
    seq bigint,
    evidence jsonb not null,
    state text not null default 'open' constraint ck_report_state check (state in ('open', 'acted', 'dismissed')),
    request text not null,
    made_at timestamptz not null default clock_timestamp(),
    closed_at timestamptz,
    closed_by bigint constraint fk_report_closed_by references player,
    constraint ck_report_other check (reporter <> reported),
    constraint uq_report_reporter_request unique (reporter, request)
)
""",
    """
create unique index uq_report_open on report (reporter, reported, match) nulls not distinct where state = 'open'
""",
    "create index ix_report_reported on report (reported)",
    "create index ix_report_state_id on report (state, id)",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    op.execute("drop table report, talk_line")
