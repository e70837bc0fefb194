from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0013_presets"),
    ]

    operations = [
        migrations.AddField(
            model_name="preset",
            name="version",
            field=models.PositiveIntegerField(default=1),
        ),
    ]
