"""Clocks of rounds and tables, and a stage's usual length of a round."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0007_standings"),
    ]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="round_minutes",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="stage",
            name="clock_starts",
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name="Clock",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("length_s", models.PositiveIntegerField(default=0)),
                ("extra_s", models.IntegerField(default=0)),
                ("ends_at", models.DateTimeField(blank=True, null=True)),
                ("left_s", models.IntegerField(blank=True, null=True)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clocks",
                        to="league.round",
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clock",
                        to="league.table",
                    ),
                ),
            ],
            options={
                "ordering": ["round_id", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("table__isnull", True)),
                        fields=("round",),
                        name="clock_round_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ends_at__isnull", True), ("left_s__isnull", True), _connector="OR"
                        ),
                        name="clock_runs_or_is_held",
                    ),
                ],
            },
        ),
    ]
