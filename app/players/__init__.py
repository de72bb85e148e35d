"""Who people are: guests and accounts, sessions, names, blocks, and what the house gives.

Never knows where a player sits. Its services never commit.
"""
