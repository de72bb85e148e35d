"""Sobremesa: a card-table server. What each package may import is checked by import-linter."""
