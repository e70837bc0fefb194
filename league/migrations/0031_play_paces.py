from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0030_play_troubles"),
    ]

    operations = [
        migrations.CreateModel(
            name="PlayPause",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("guest", models.CharField(blank=True, default="", max_length=64)),
                ("since", models.DateTimeField()),
                ("until", models.DateTimeField()),
            ],
            options={
                "ordering": ["since", "id"],
            },
        ),
        migrations.AddField(
            model_name="play",
            name="days",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="play",
            name="pace",
            field=models.CharField(
                choices=[
                    ("together", "Together: everyone is there"),
                    ("turns", "By turns: days for each decision"),
                ],
                default="together",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="playseat",
            name="more_days",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name="play",
            name="access",
            field=models.CharField(
                choices=[
                    ("lobby", "Everyone, in the lobby"),
                    ("link", "Anyone with the link"),
                    ("club", "Members of the club"),
                ],
                default="lobby",
                max_length=8,
            ),
        ),
        migrations.AddConstraint(
            model_name="play",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("days__isnull", True), ("pace", "together")),
                    models.Q(("days__gte", 1), ("pace", "turns")),
                    _connector="OR",
                ),
                name="play_days_by_turns",
            ),
        ),
        migrations.AddConstraint(
            model_name="play",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("access", "club"), _negated=True),
                    ("club__isnull", False),
                    _connector="OR",
                ),
                name="play_of_members_has_club",
            ),
        ),
        migrations.AddField(
            model_name="playpause",
            name="account",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="play_pauses",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="playpause",
            index=models.Index(fields=["guest"], name="play_pause_guest"),
        ),
        migrations.AddConstraint(
            model_name="playpause",
            constraint=models.CheckConstraint(
                condition=models.Q(("until__gt", models.F("since"))), name="play_pause_has_days"
            ),
        ),
        migrations.AddConstraint(
            model_name="playpause",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("account__isnull", False), ("guest", "")),
                    models.Q(("account__isnull", True), models.Q(("guest", ""), _negated=True)),
                    _connector="OR",
                ),
                name="play_pause_one_person",
            ),
        ),
    ]
