import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0049_addresses_at_door"),
    ]

    operations = [
        migrations.AddField(
            model_name="noticeaddress",
            name="given_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="given_addresses",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
