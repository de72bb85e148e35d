"""One engine for the games in which one sheds a hand on a common pile; each game is a set of rules as data.

The clauses cited are those of docs/rules/toma2.md, which the other games refer to. What differs between the
games is tabled in section E of the rules of Crazy Eights. A value that all games built so far share stands in
the code beside its clause; it moves into `Rules` with the first game that differs.
"""
