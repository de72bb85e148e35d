"""Postgres: engine, sessions and the declarative base. Holds no table of its own and no meaning."""

from app.db.base import Base
from app.db.engine import Sessions, make_engine, make_sessions, own_engine

__all__ = ["Base", "Sessions", "make_engine", "make_sessions", "own_engine"]
