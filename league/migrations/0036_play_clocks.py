"""A reserve for all decisions of a match played together, and what each of them adds."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0035_casual_ratings"),
    ]

    operations = [
        migrations.AddField(
            model_name="play",
            name="increment",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="play",
            name="reserve",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="playseat",
            name="ran_out",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="playseat",
            name="reserve_left",
            field=models.DurationField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="trouble",
            name="kind",
            field=models.CharField(
                choices=[
                    ("stage", "Standings of an event"),
                    ("season", "Standings of a season"),
                    ("ratings", "Ratings"),
                    ("records", "Records of a club"),
                    ("plan", "Plan of all rounds"),
                    ("marks", "What is to be rated"),
                    ("waiting_lists", "Waiting lists"),
                    ("keys", "Answers kept for repeated requests"),
                    ("erasures", "Erasing people who asked for it"),
                    ("plays", "Ending abandoned matches"),
                    ("guests", "Forgetting guests of past matches"),
                    ("hand_ins", "Results of matches in the browser"),
                    ("chances", "Chances in matches that have ended"),
                    ("clocks", "Clocks of matches in the browser"),
                ],
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="play",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("increment__isnull", True), ("reserve__isnull", True)),
                    models.Q(("increment__gte", 1), ("pace", "together"), ("reserve__gte", 1)),
                    _connector="OR",
                ),
                name="play_clock_together",
            ),
        ),
    ]
