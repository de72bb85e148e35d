"""What people say to each other at a table, and what they report. It never waits for a table, nor a table for it."""
