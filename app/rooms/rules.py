"""What must hold between tables, seats, matches, logs and the books, as questions to the database."""

from app.ledger.checks import Rule

PARTS = {
    "numbered": """
        select table_id, seq, epoch, lag(epoch) over (partition by table_id order by seq) as before from log""",
    "money": """
        select m.id, m.bet, m.outcome,
            count(*) filter (where t.kind = 'bet') as bets,
            count(*) filter (where t.kind = 'settle') as settled,
            count(*) filter (where t.kind = 'refund') as refunded
        from match m left join transfer t on t.match = m.id
        group by m.id""",
    "moved": """
        select m.id, m.players, t.kind, a.owner as player, p.amount
        from match m join transfer t on t.match = m.id join posting p on p.transfer = t.id
            join account a on a.id = p.account
        where a.kind = 'wallet'""",
    "owed": """
        select m.id, kind.kind, player.id as player,
            case kind.kind when 'bet' then -m.bet - m.ante when 'refund' then m.bet + m.ante
                else cast(m.payouts ->> cast(player.place - 1 as int) as bigint) end as amount
        from match m
            cross join lateral (
                select cast(value as bigint) as id, ordinality as place
                from jsonb_array_elements_text(m.players) with ordinality) player
            cross join lateral (
                select 'bet' as kind union all
                select case m.outcome when 'settled' then 'settle' when 'refunded' then 'refund' end) kind
        where m.bet > 0 and kind.kind is not null""",
    "at_stake": """
        select table_id, sum((bet + ante) * jsonb_array_length(players)) as coins
        from match where outcome is null group by table_id""",
    "shares": """
        select m.game, cast(seat.value as bigint) as player,
            not coalesce(m.leavers @> cast(seat.value as jsonb), false) as finished,
            cast(m.payouts ->> cast(seat.place - 1 as int) as bigint) - m.bet - m.ante as net,
            to_timestamp(m.ended_at / 1000.0) at time zone 'UTC' as ended
        from match m cross join lateral jsonb_array_elements_text(m.players) with ordinality as seat (value, place)
        where m.bet > 0 and m.outcome = 'settled'""",
    "earned": """
        select share.player, span.span, game.game, count(*) as matches,
            count(*) filter (where share.finished) as finished, count(*) filter (where share.net > 0) as wins,
            sum(greatest(share.net, 0)) as coins, sum(greatest(share.net, 0) / 1000) as points
        from shares share join player on player.id = share.player and player.gone_at is null
            cross join lateral (values ('all'), (to_char(share.ended, 'IYYY-"W"IW')),
                (to_char(share.ended, 'YYYY-MM'))) span (span)
            cross join lateral (values (''), (share.game)) game (game)
        group by 1, 2, 3""",
    "listed": """
        select t.id as table_id, cast(person ->> 'id' as bigint) as player_id
        from card_table t cross join lateral jsonb_array_elements(t.row -> 'players') person
        where t.phase <> 'closed'""",
}
FIGURES = {
    "tables": "select count(*) from card_table",
    "lines": "select count(*) from log",
    "matches": "select count(*) from match",
    "seats": "select count(*) from seat",
    "standings": "select count(*) from standing",
}
RULES = (
    Rule(
        "gaps",
        "each log counts from 1 without a gap",
        "lines",
        """select 'table ' || t.id from card_table t left join log l on l.table_id = t.id
        group by t.id having count(l.seq) = 0 or min(l.seq) <> 1 or max(l.seq) <> count(l.seq)""",
    ),
    Rule(
        "epochs",
        "epochs never go back and end with the table's",
        "lines",
        """select concat('table ', n.table_id, ' seq ', n.seq)
        from numbered n join card_table t on t.id = n.table_id where n.epoch < n.before or n.epoch > t.epoch""",
    ),
    Rule(
        "commands",
        "a command id is in the logs once",
        "lines",
        """select concat('player ', player_id, ' command ', command_id) from log where command_id is not null
        group by player_id, command_id having count(*) > 1""",
    ),
    Rule(
        "begun",
        "each beginning in a log is a match, and the reverse",
        "matches",
        """select concat('table ', coalesce(l.table_id, m.table_id), ' seq ', coalesce(l.seq, m.first_seq))
        from (select table_id, seq from log where kind = 'begin') l
            full join match m on m.table_id = l.table_id and m.first_seq = l.seq
        where m.id is null or l.seq is null""",
    ),
    Rule(
        "ended",
        "each end in a log is that of its match",
        "matches",
        """select concat('table ', coalesce(l.table_id, m.table_id), ' seq ', coalesce(l.seq, m.last_seq))
        from (select table_id, seq, kind from log where kind in ('settle', 'refund')) l
            full join (select * from match where last_seq is not null and outcome <> 'abandoned') m
            on m.table_id = l.table_id and m.last_seq = l.seq
        where m.id is null or l.seq is null
            or m.outcome <> case l.kind when 'settle' then 'settled' else 'refunded' end""",
    ),
    Rule(
        "outcomes",
        "each match for coins has one outcome in the books, a running one none",
        "matches",
        """select 'match ' || id from money where (bets, settled, refunded) <> (
            cast((bet > 0) as int), cast((bet > 0 and outcome is not distinct from 'settled') as int),
            cast((bet > 0 and outcome is not distinct from 'refunded') as int))
        or (bet > 0 and outcome = 'abandoned')
        union all
        select distinct 'match ' || t.match from transfer t
        where t.match is not null and not exists (select from match m where m.id = t.match)""",
    ),
    Rule(
        "amounts",
        "bets and payouts are what the books moved",
        "matches",
        """select distinct 'match ' || id from (
            (select id, kind, player, amount from moved except select id, kind, player, amount from owed)
            union all
            (select id, kind, player, amount from owed where amount <> 0
                except select id, kind, player, amount from moved)
        ) differing""",
    ),
    Rule(
        "standing",
        "points, wins and finished matches are what the matches came to",
        "standings",
        """select distinct 'player ' || player from (
            (select player, span, game, matches, finished, wins, coins, points from standing
                except select * from earned)
            union all
            (select * from earned
                except select player, span, game, matches, finished, wins, coins, points from standing)
        ) differing""",
    ),
    Rule(
        "running",
        "a table has one running match at most, and only while it is playing",
        "tables",
        """select 'table ' || t.id from card_table t join match m on m.table_id = t.id and m.outcome is null
        group by t.id having count(*) > 1 or t.phase <> 'playing'""",
    ),
    Rule(
        "escrows",
        "escrow holds the bets of running matches",
        "tables",
        """select 'table ' || coalesce(a.owner, s.table_id)
        from (select owner, balance from account where kind = 'escrow') a
            full join at_stake s on s.table_id = a.owner
        where coalesce(a.balance, 0) <> coalesce(s.coins, 0)""",
    ),
    Rule(
        "pots",
        "pots hold what their tables say",
        "tables",
        """select 'table ' || coalesce(t.id, a.owner)
        from (select owner, balance from account where kind = 'pot') a full join card_table t on t.id = a.owner
        where coalesce(a.balance, 0) <> coalesce(t.pot, 0)""",
    ),
    Rule(
        "seats",
        "who sits is who is listed, and nobody sits at a closed table",
        "seats",
        """select distinct concat('table ', table_id, ' player ', player_id) from (
            (select table_id, player_id from seat except select table_id, player_id from listed)
            union all
            (select table_id, player_id from listed except select table_id, player_id from seat)
        ) differing""",
    ),
    Rule(
        "coin_seats",
        "nobody has two seats for coins, and practice is marked as such",
        "seats",
        """select 'player ' || player_id from seat where not practice group by player_id having count(*) > 1
        union all
        select concat('table ', s.table_id, ' player ', s.player_id) from seat s join card_table t on t.id = s.table_id
        where s.practice <> (cast(t.setup ->> 'bet' as bigint) = 0)""",
    ),
)
