from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0011_table_starts")]

    operations = [
        migrations.CreateModel(
            name="CalendarLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("salt", models.CharField(max_length=64)),
                ("made_at", models.DateTimeField(auto_now=True)),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=models.CASCADE, related_name="calendar_link", to="league.player"
                    ),
                ),
            ],
        ),
    ]
