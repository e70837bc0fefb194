"""Standings that follow by themselves are counted anew under the rules of this version."""

from django.db import migrations
from django.db.models import Q


def let_all_be_counted(apps, schema_editor):
    """Guests show what they played, and what a season is given after its end counts.

    What was published by hand stays as it is.
    """
    snapshots = apps.get_model("league", "Snapshot").objects
    follows = Q(stage__auto_publish=True) | Q(season__auto_publish=True)
    snapshots.filter(Q(audience="live") | follows).update(as_of=-1)


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0022_acts_for"),
    ]

    operations = [
        migrations.RunPython(let_all_be_counted, migrations.RunPython.noop),
    ]
