from django.db import migrations, models


def put_on_one_side(apps, schema_editor):
    """Whoever won or lost together was on one side: nobody beat anybody, and won counts more.

    Ratings are followed from the first match on, standings are behind until they are counted
    anew, which the worker does within a minute.
    """
    get = apps.get_model
    scores = get("league", "SeatScore").objects
    free = get("league", "Ruleset").objects.filter(club_game__game="free-form")
    together = [pk for pk, options in free.values_list("pk", "options") if _is_together(options)]
    if not together:
        return
    records = get("league", "MatchRecord").objects.filter(ruleset__in=together)
    scores.filter(record__in=records).update(side=1)
    rated = get("league", "RatingScope").objects
    rated.update(is_stale=True, stale_from=None, mark=models.F("mark") + 1)
    stages = list(records.order_by().values_list("stage", flat=True).distinct())
    seasons = list(
        get("league", "Stage")
        .objects.filter(pk__in=stages, event__season__isnull=False)
        .order_by()
        .values_list("event__season", flat=True)
        .distinct()
    )
    get("league", "SeasonState").objects.filter(season__in=seasons).delete()
    snapshots = get("league", "Snapshot").objects
    # What was published by hand stays as it is: only its name of the position would differ.
    snapshots.filter(stage__in=stages, audience="live").update(as_of=-1)
    snapshots.filter(season__in=seasons, audience="live").update(as_of=-1)
    snapshots.filter(stage__in=stages, stage__auto_publish=True).update(as_of=-1)
    snapshots.filter(season__in=seasons, season__auto_publish=True).update(as_of=-1)


def _is_together(options):
    return isinstance(options, dict) and options.get("cooperative") is True


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0016_waiting_list"),
    ]

    operations = [
        migrations.AddField(
            model_name="seatscore",
            name="side",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.RunPython(put_on_one_side, migrations.RunPython.noop),
    ]
