"""Live tables: one task each, with a mailbox, a clock, and a log in Postgres. The only place that runs a table."""
