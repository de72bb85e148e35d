"""Tongits: melds, lay-offs, the secret four, three endings, two ways of paying, the hitter pot.

The clauses cited are those of docs/rules/tongits.md.
"""
