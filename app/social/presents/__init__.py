"""Things and presents: the shop, what people own and wear, what is on its way between two of them.

A thing is in exactly one place: with its owner, or held by a present that is on its way. Coins move by the
ledger alone; nothing here knows a table's game.
"""
