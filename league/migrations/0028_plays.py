from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0027_plain_words"),
    ]

    operations = [
        migrations.AlterField(
            model_name="journalline",
            name="actor_kind",
            field=models.CharField(
                choices=[
                    ("anonymous", "Visitor"),
                    ("person", "Account"),
                    ("token", "Token"),
                    ("seat", "Seat at the table"),
                    ("guest", "Guest"),
                    ("system", "Service"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="matchrecord",
            name="reporter_kind",
            field=models.CharField(
                choices=[
                    ("anonymous", "Visitor"),
                    ("person", "Account"),
                    ("token", "Token"),
                    ("seat", "Seat at the table"),
                    ("guest", "Guest"),
                    ("system", "Service"),
                ],
                max_length=10,
            ),
        ),
        migrations.CreateModel(
            name="Play",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=24, unique=True)),
                ("game", models.CharField(max_length=60)),
                ("edition", models.PositiveSmallIntegerField()),
                ("options", models.JSONField()),
                ("size", models.PositiveSmallIntegerField()),
                ("host", models.PositiveSmallIntegerField(default=0)),
                (
                    "access",
                    models.CharField(
                        choices=[
                            ("lobby", "Everyone, in the lobby"),
                            ("link", "Anyone with the link"),
                        ],
                        default="lobby",
                        max_length=8,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "Waiting for players"),
                            ("running", "Running"),
                            ("over", "Finished"),
                            ("stopped", "Stopped"),
                        ],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("seq", models.PositiveIntegerField(default=0)),
                ("commitment", models.CharField(max_length=64)),
                ("seed", models.CharField(blank=True, default="", max_length=128)),
                ("end", models.CharField(blank=True, default="", max_length=8)),
                ("outcome", models.JSONField(blank=True, null=True)),
                ("opened_at", models.DateTimeField()),
                ("began_at", models.DateTimeField(blank=True, null=True)),
                ("moved_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="league.club",
                    ),
                ),
                (
                    "earlier",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rematch",
                        to="league.play",
                    ),
                ),
                (
                    "ruleset",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="plays",
                        to="league.ruleset",
                    ),
                ),
            ],
            options={
                "ordering": ["-opened_at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="PlayAction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("bot", models.CharField(blank=True, default="", max_length=20)),
                ("action", models.JSONField()),
                ("at", models.DateTimeField()),
                (
                    "play",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="actions",
                        to="league.play",
                    ),
                ),
            ],
            options={
                "ordering": ["play_id", "seq"],
            },
        ),
        migrations.CreateModel(
            name="PlaySeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("guest", models.CharField(blank=True, default="", max_length=64)),
                ("bot", models.CharField(blank=True, default="", max_length=20)),
                ("name", models.CharField(blank=True, default="", max_length=60)),
                ("contribution", models.CharField(blank=True, default="", max_length=128)),
                ("joined_at", models.DateTimeField(blank=True, null=True)),
                ("owes_since", models.DateTimeField(blank=True, null=True)),
                ("has_resigned", models.BooleanField(default=False)),
                ("wants_stop", models.BooleanField(default=False)),
                (
                    "account",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="play_seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "play",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="league.play",
                    ),
                ),
            ],
            options={
                "ordering": ["play_id", "number"],
            },
        ),
        migrations.CreateModel(
            name="PlaySecret",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("drawn", models.CharField(max_length=64)),
                (
                    "play",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="secret",
                        to="league.play",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.AddIndex(
            model_name="play",
            index=models.Index(fields=["state", "access", "-opened_at"], name="play_lobby"),
        ),
        migrations.AddConstraint(
            model_name="play",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("state__in", ["over", "stopped"]), ("seed", ""), _connector="OR"
                ),
                name="play_seed_told_at_its_end",
            ),
        ),
        migrations.AddConstraint(
            model_name="play",
            constraint=models.CheckConstraint(
                condition=models.Q(("size__gte", 1)), name="play_has_seats"
            ),
        ),
        migrations.AddConstraint(
            model_name="playaction",
            constraint=models.UniqueConstraint(fields=("play", "seq"), name="play_action_seq_once"),
        ),
        migrations.AddConstraint(
            model_name="playaction",
            constraint=models.CheckConstraint(
                condition=models.Q(("seq__gte", 1)), name="play_action_seq_from_1"
            ),
        ),
        migrations.AddIndex(
            model_name="playseat",
            index=models.Index(fields=["guest"], name="play_seat_guest"),
        ),
        migrations.AddConstraint(
            model_name="playseat",
            constraint=models.UniqueConstraint(
                fields=("play", "number"), name="play_seat_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="playseat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("account__isnull", False)),
                fields=("play", "account"),
                name="play_seat_account_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="playseat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("guest", ""), _negated=True),
                fields=("play", "guest"),
                name="play_seat_guest_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="playseat",
            constraint=models.CheckConstraint(
                condition=models.Q(("account__isnull", True), ("guest", ""), _connector="OR"),
                name="play_seat_one_person",
            ),
        ),
    ]
