"""What must hold between things, presents and the books, as questions to the database."""

from app.ledger.checks import Questions, Rule

_RULES = (
    Rule(
        "held_differing",
        "held coins are those of presents on their way",
        "presents",
        """select 'present ' || coalesce(p.id, a.owner)
            from (select owner, balance from account where kind = 'held') a
                full join (select id, coins from present where state = 'sent') p on p.id = a.owner
            where coalesce(a.balance, 0) <> coalesce(p.coins, 0)""",
    ),
    Rule(
        "things_held",
        "things on their way are held by the present of their owner, and by no other",
        "things",
        """select concat_ws(' ', 'thing', t.id, 'present', p.id)
            from (select id, owner, held_by from thing where held_by is not null) t
                full join (select id, giver, thing from present where state = 'sent' and coins = 0) p
                    on p.id = t.held_by
            where (p.thing, p.giver) is distinct from (t.id, t.owner)""",
    ),
    Rule(
        "things_unpaid",
        "each thing was paid for, and each payment made its thing",
        "things",
        """select coalesce('thing ' || t.id, 'transfer ' || p.cause)
            from thing t full join (
                select cause, facts ->> 'item' as item from transfer where kind in ('purchase', 'present_taken')) p
                on p.cause = t.cause
            where p.item is distinct from t.item""",
    ),
    Rule(
        "worn_wrongly",
        "what is worn has an owner who is there, is not on its way, and is one in its place",
        "things",
        """select 'thing ' || min(t.id)
            from thing t left join player p on p.id = t.owner and p.gone_at is null
            where t.worn
            group by t.owner, t.slot
            having count(*) > 1 or bool_or(p.id is null) or bool_or(t.held_by is not null)""",
    ),
    Rule(
        "presents_paid",
        "the coins of each present came from its giver, and went where its answer says",
        "presents",
        """select 'present ' || p.id from present p
            left join transfer sent on sent.cause = 'present:' || p.id
            left join transfer taken on taken.cause = 'present:' || p.id || ':' || 'taken'
            left join transfer back on back.cause = 'present:' || p.id || ':' || 'back'
            where (sent.id is not null) <> (p.coins > 0)
                or (taken.id is not null) <> (p.coins > 0 and p.state in ('accepted', 'returned'))
                or (back.id is not null) <> (p.coins > 0 and p.state in ('refused', 'withdrawn', 'expired'))""",
    ),
)

QUESTIONS = Questions(
    _RULES,
    figures={"presents": "select count(*) from present", "things": "select count(*) from thing"},
)
"""Asked by the audit together with all others."""
