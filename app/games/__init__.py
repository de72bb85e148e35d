"""The rules of every game as pure functions over frozen states: whole matches with rounds and payouts.

Knows no clock, no table, no player and no coin account; chance comes in as a value.
"""
