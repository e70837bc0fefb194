from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import migrations, models
from django.db.models import F

if TYPE_CHECKING:
    from django.apps.registry import Apps
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def number_those_who_wait(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    """Who waits keeps the order of signing up, which was the order of the rows."""
    entries = apps.get_model("league", "Entry").objects.filter(state="waiting")
    entries.update(queue_number=F("id"))


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0015_reminders"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="offer_hours",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="queue_number",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="offered_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(number_those_who_wait, migrations.RunPython.noop),
    ]
