"""Casual matches may count for ratings: beside tables, plays are rated."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0034_abandoned_matches"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="rates_casual",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="play",
            name="is_rated",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="ratedmatch",
            name="play",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rated",
                to="league.play",
            ),
        ),
        migrations.AddField(
            model_name="ratingmark",
            name="play",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rating_marks",
                to="league.play",
            ),
        ),
        migrations.AlterField(
            model_name="ratedmatch",
            name="table",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rated",
                to="league.table",
            ),
        ),
        migrations.AlterField(
            model_name="ratingmark",
            name="stage",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rating_marks",
                to="league.stage",
            ),
        ),
        migrations.AddIndex(
            model_name="ratedmatch",
            index=models.Index(
                condition=models.Q(("play__isnull", False)), fields=["play"], name="rated_play"
            ),
        ),
        migrations.AddConstraint(
            model_name="play",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("is_rated", False),
                    models.Q(
                        ("club__isnull", False), ("event__isnull", True), ("ruleset__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="play_rated_by_its_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="ratedmatch",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("play__isnull", True), ("table__isnull", False)),
                    models.Q(("play__isnull", False), ("table__isnull", True)),
                    _connector="OR",
                ),
                name="rated_match_of_one",
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingmark",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("play__isnull", True), ("stage__isnull", False)),
                    models.Q(("play__isnull", False), ("stage__isnull", True)),
                    _connector="OR",
                ),
                name="rating_mark_of_one",
            ),
        ),
    ]
