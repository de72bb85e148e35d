"""The books: accounts, transfers and postings of whole coins, and the only writer of them.

Never knows who a player is beyond a number, nor what a table plays; never commits; never changes a line that
it wrote.
"""
