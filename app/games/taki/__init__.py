"""TAKI (docs/rules/taki.md): runs, debts, the +3 and its window. Numbers in brackets are clauses of that text."""
