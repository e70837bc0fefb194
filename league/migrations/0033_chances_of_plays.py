from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0032_played_at_tables"),
    ]

    operations = [
        migrations.AlterField(
            model_name="trouble",
            name="kind",
            field=models.CharField(
                choices=[
                    ("stage", "Standings of an event"),
                    ("season", "Standings of a season"),
                    ("ratings", "Ratings"),
                    ("records", "Records of a club"),
                    ("plan", "Plan of all rounds"),
                    ("marks", "What is to be rated"),
                    ("waiting_lists", "Waiting lists"),
                    ("keys", "Answers kept for repeated requests"),
                    ("erasures", "Erasing people who asked for it"),
                    ("plays", "Ending matches that no one plays on"),
                    ("guests", "Forgetting guests of past matches"),
                    ("hand_ins", "Results of matches in the browser"),
                    ("chances", "Chances in matches that have ended"),
                ],
                max_length=20,
            ),
        ),
        migrations.CreateModel(
            name="PlayChances",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("started_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("bot", models.CharField(blank=True, default="", max_length=20)),
                ("steps", models.JSONField(default=list)),
                (
                    "play",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chances",
                        to="league.play",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
    ]
