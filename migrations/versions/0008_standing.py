"""Standing: what settled matches came to, for players, games and spans of time; who left a match."""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

UP = (
    "alter table match add column leavers jsonb",
    """
create table standing (
    player bigint not null,
    span text not null,
    game text not null,
    matches bigint not null,
    finished bigint not null,
    wins bigint not null,
    coins bigint not null,
    points bigint not null,
    constraint pk_standing primary key (player, span, game)
)
""",
    "create index ix_standing_points on standing (span, game, points desc, player) where points > 0",
    # Who left a match of before is in its log alone: all of them count as finished.
    """
insert into standing (player, span, game, matches, finished, wins, coins, points)
select seat.player, span.span, game.game, count(*), count(*), count(*) filter (where seat.net > 0),
    sum(greatest(seat.net, 0)), sum(greatest(seat.net, 0) / 1000)
from match m
    cross join lateral (
        select cast(p.value as bigint) as player,
            cast(m.payouts ->> cast(p.place - 1 as int) as bigint) - m.bet - m.ante as net
        from jsonb_array_elements_text(m.players) with ordinality as p (value, place)) seat
    cross join lateral (select to_timestamp(m.ended_at / 1000.0) at time zone 'UTC' as ended) at
    cross join lateral (
        values ('all'), (to_char(at.ended, 'IYYY-"W"IW')), (to_char(at.ended, 'YYYY-MM'))) span (span)
    cross join lateral (values (''), (m.game)) game (game)
    join player on player.id = seat.player and player.gone_at is null
where m.bet > 0 and m.outcome = 'settled'
group by 1, 2, 3
""",
)


def upgrade() -> None:
    for statement in UP:
        op.execute(statement)


def downgrade() -> None:
    op.execute("drop table standing")
    op.execute("alter table match drop column leavers")
