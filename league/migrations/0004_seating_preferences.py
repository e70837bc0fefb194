import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0003_versions"),
    ]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="seating",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="season",
            name="seating",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="entry",
            name="wishes",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.CreateModel(
            name="RoundsPlan",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("working", "Searching"),
                            ("done", "Ready"),
                            ("failed", "Not possible"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("is_current", models.BooleanField(default=True)),
                ("first_round", models.PositiveSmallIntegerField(default=1)),
                ("count", models.PositiveSmallIntegerField()),
                ("seed", models.CharField(blank=True, default="", max_length=64)),
                ("rounds", models.JSONField(blank=True, default=list)),
                ("figures", models.JSONField(blank=True, default=dict)),
                ("progress", models.JSONField(blank=True, default=list)),
                ("refusal", models.JSONField(blank=True, default=dict)),
                ("wants_stop", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="plans",
                        to="league.stage",
                    ),
                ),
            ],
            options={
                "ordering": ["stage_id", "id"],
                "indexes": [
                    models.Index(fields=["state", "created_at"], name="rounds_plan_by_state")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_current", True)),
                        fields=("stage",),
                        name="rounds_plan_current_once",
                    )
                ],
            },
        ),
    ]
