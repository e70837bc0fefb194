from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0028_plays"),
    ]

    operations = [
        migrations.AddField(
            model_name="playaction",
            name="drawn",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
