from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0031_play_paces"),
    ]

    operations = [
        migrations.AddField(
            model_name="play",
            name="event",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="plays",
                to="league.event",
            ),
        ),
        migrations.AddField(
            model_name="play",
            name="kept_out",
            field=models.CharField(blank=True, default="", max_length=60),
        ),
        migrations.AddField(
            model_name="play",
            name="length",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="play",
            name="record",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="play",
                to="league.matchrecord",
            ),
        ),
        migrations.AddField(
            model_name="play",
            name="table",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="plays",
                to="league.table",
            ),
        ),
        migrations.AddField(
            model_name="playseat",
            name="player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="play_seats",
                to="league.player",
            ),
        ),
        migrations.AddField(
            model_name="stage",
            name="plays_here",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="table",
            name="plays_here",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name="event",
            name="confirmation",
            field=models.CharField(
                choices=[
                    ("other_seat", "Anyone else at the table"),
                    ("all_seats", "All seats at the table"),
                    ("organizer", "Organizer only"),
                    ("none", "No second look"),
                ],
                default="other_seat",
                max_length=12,
            ),
        ),
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
                ],
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="play",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("table__isnull", True), ("event__isnull", False), _connector="OR"
                ),
                name="play_table_of_its_event",
            ),
        ),
        migrations.AddConstraint(
            model_name="play",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["open", "running"]), ("table__isnull", False)),
                fields=("table",),
                name="play_table_once_at_a_time",
            ),
        ),
    ]
