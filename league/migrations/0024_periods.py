from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0023_counted_anew"),
    ]

    operations = [
        migrations.AddField(
            model_name="season",
            name="periods",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
