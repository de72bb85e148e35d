"""One engine for the games in which one sheds a hand on a common pile; each game is a set of rules as data.

The clauses cited are those of docs/rules/toma2.md, which the other games refer to. What differs between the
games is tabled in section E of docs/rules/crazy-eights.md, and stands in `Rules`: a value for each choice of options.
"""
