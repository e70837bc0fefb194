import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0051_late_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="notice",
            name="part_of",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="parts",
                to="league.notice",
            ),
        ),
        migrations.AddField(
            model_name="noticeaddress",
            name="weekly_day",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="noticeaddress",
            name="weekly_hour",
            field=models.PositiveSmallIntegerField(default=18),
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("seating", "Seating published, with your table"),
                    ("second_look", "A result at your table waits for a second look"),
                    ("place", "You get a place, or one is offered to you"),
                    ("tomorrow", "Your event is tomorrow"),
                    ("turn", "Your turn in a match in the browser"),
                    ("corrected", "A result at your table was corrected"),
                    ("standings", "New standings published"),
                    ("season_over", "A season is over"),
                    ("objection", "Someone objects to a result"),
                    ("table_late", "A table's result is late"),
                    ("sign_up", "Someone signs up"),
                    ("failed", "Something failed"),
                    ("week", "The week in one message: standings and seasons"),
                    ("test", "Test"),
                    ("confirm", "Confirm your address"),
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="state",
            field=models.CharField(
                choices=[
                    ("waiting", "Waiting"),
                    ("collected", "Kept for the weekly message"),
                    ("sending", "Being sent"),
                    ("sent", "Sent"),
                    ("given_up", "Not delivered"),
                    ("dropped", "No longer needed"),
                ],
                default="waiting",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="noticeaddress",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("weekly_day__isnull", True), ("weekly_day__range", (1, 7)), _connector="OR"
                    ),
                    ("weekly_hour__lte", 23),
                ),
                name="notice_address_weekly_known",
            ),
        ),
    ]
