"""Events that are not announced, and rounds whose results are kept back."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0019_troubles"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="is_announced",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="round",
            name="is_withheld",
            field=models.BooleanField(default=False),
        ),
    ]
