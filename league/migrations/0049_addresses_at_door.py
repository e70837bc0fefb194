from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0048_season_imports"),
    ]

    operations = [
        migrations.AddField(
            model_name="noticeaddress",
            name="at_door",
            field=models.BooleanField(default=False),
        ),
    ]
