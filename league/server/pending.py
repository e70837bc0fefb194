"""Whether the database waits for a migration: then a command says so instead of failing oddly."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

SENTENCE = "The database is older than this program. Run this first: python3 manage.py migrate"
# These bring it up to date themselves, and what stops them must be seen.
EXEMPT = frozenset({"migrate", "serve"})


def is_behind() -> bool:
    """Whether migrations are missing; false where the database cannot even be asked."""
    try:
        executor = MigrationExecutor(connection)
        return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    except DatabaseError:
        return False
