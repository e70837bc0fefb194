from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0024_periods"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="is_filler",
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("is_filler", False), ("is_guest", True), _connector="OR"),
                name="entry_filler_is_guest",
            ),
        ),
    ]
