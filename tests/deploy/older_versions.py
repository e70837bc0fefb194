"""Run inside an installation: backups of older versions, restored into today's code.

    python -m tests.deploy.older_versions FOLDER MIGRATION ...

Prints, per migration, the tables that had rows and those whose rows are not the same afterwards.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django

if TYPE_CHECKING:
    from django.db.models import Field, Model

ROWS = 2
AT = "2026-03-07T19:30:00+00:00"


def main(arguments: Sequence[str]) -> None:
    django.setup()
    folder, names = Path(arguments[0]), arguments[1:]
    stored = {name: (path, rows) for name, path, rows in back_up(folder, names)}
    said = {}
    for name, (path, rows) in stored.items():
        restore(path)
        said[name] = [
            sorted(table for table, columns in rows.items() if any(columns.values())),
            sorted(
                f"{table}.{column}"
                for table, columns in rows.items()
                for column, before in columns.items()
                if column in columns_of(table) and digest(table, column) != before
            ),
        ]
    sys.stdout.write("\n" + json.dumps(said) + "\n")


def back_up(folder: Path, names: Sequence[str]) -> Iterator[tuple[str, Path, dict[str, Any]]]:
    """Brings an empty database up step by step, puts rows in, and keeps a backup of each step."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    from league.core.actors import system
    from league.services.office import backups

    for name in names:
        executor = MigrationExecutor(connection)
        others = [key for key in executor.loader.graph.leaf_nodes() if key[0] != "league"]
        needed = others if name == names[-1] else []
        executor.migrate([("league", name), *needed])
        models = executor.loader.project_state([("league", name)]).apps.get_models()
        fill([model for model in models if model._meta.app_label == "league"])
        rows = {}
        for model in models:
            if model._meta.app_label == "league":
                table = model._meta.db_table
                columns = [str(field.column) for field in model._meta.local_fields]
                rows[table] = {column: digest(table, column) for column in columns}
        path = folder / (name + backups.suffix())
        shutil.move(backups.create(by=system("tests")), path)
        yield name, path, rows


def restore(path: Path) -> None:
    from django.core.management import call_command

    from league.core.actors import system
    from league.services.office import backups

    backups.restore(by=system("tests"), source=path)
    call_command("migrate", verbosity=0, interactive=False)


@functools.cache
def columns_of(table: str) -> frozenset[str]:
    """As today's program has them; none where the table is gone."""
    from django.db import connection

    with connection.cursor() as cursor:
        if table not in connection.introspection.table_names(cursor):
            return frozenset()
        described = connection.introspection.get_table_description(cursor, table)
    return frozenset(column.name for column in described)


def digest(table: str, column: str) -> str:
    """Of a column in all rows; empty where there are none."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f'SELECT "{column}" FROM "{table}" ORDER BY id')
        rows = cursor.fetchall()
    return hashlib.sha256(repr(rows).encode()).hexdigest() if rows else ""


def fill(models: Sequence[type[Model]]) -> None:
    """A few rows in every table that takes them: those first that others point at."""
    from django.db import DatabaseError, transaction

    waiting = [model for model in models if not model._base_manager.exists()]
    for _, model in itertools.product(range(6), waiting):
        if model._base_manager.exists():
            continue
        for number in range(1, ROWS + 1):
            values = {
                field.name: value
                for field in model._meta.local_fields
                if not field.auto_created and (value := filled(field, number)) is not None
            }
            try:
                with transaction.atomic():
                    model._base_manager.create(**values)
            except (DatabaseError, ValueError):
                break  # what it points at comes later, or it wants more than one can guess


# A value of whatever kind the field takes.
def filled(field: Field[Any, Any], number: int) -> Any:
    from django.db import models

    if isinstance(field, models.ForeignKey):
        if field.null:
            return None
        assert isinstance(field.related_model, type)
        return field.related_model._base_manager.order_by("pk")[number - 1 : number].first()
    if field.has_default() or field.null:
        return None
    if field.choices:
        return next(iter(field.choices))[0]
    kinds: tuple[tuple[type, Any], ...] = (
        (models.JSONField, {"number": number}),
        (models.DateTimeField, AT),
        (models.DateField, AT[:10]),
        (models.TimeField, "19:30"),
        (models.BooleanField, False),
        (models.EmailField, f"player{number}@club.example"),
        (models.IntegerField, number),
        (models.DecimalField, number),
        (models.FloatField, float(number)),
        (models.BinaryField, b"bytes %d" % number),
        (models.UUIDField, f"00000000-0000-4000-8000-{number:012}"),
        (models.SlugField, f"word-{number}"),
        (models.CharField, f"Word {number}"),
        (models.TextField, f"Sentence {number}."),
    )
    return next((value for kind, value in kinds if isinstance(field, kind)), None)


if __name__ == "__main__":
    main(sys.argv[1:])
