"""The words of choices as they are now; nothing changes in the tables."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0026_removed"),
    ]

    operations = [
        migrations.AlterField(
            model_name="club",
            name="visibility",
            field=models.CharField(
                choices=[
                    ("public", "Public"),
                    ("unlisted", "Unlisted: anyone with the link"),
                    ("members", "Members only"),
                ],
                default="public",
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="state",
            field=models.CharField(
                choices=[
                    ("registered", "Signed up"),
                    ("waiting", "Waiting list"),
                    ("dropped", "Left the event"),
                    ("disqualified", "Disqualified"),
                ],
                default="registered",
                max_length=14,
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="confirmation",
            field=models.CharField(
                choices=[
                    ("other_seat", "Any other seat at the table"),
                    ("all_seats", "All seats at the table"),
                    ("organizer", "Organizer only"),
                    ("none", "No second look"),
                ],
                default="other_seat",
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="state",
            field=models.CharField(
                choices=[
                    ("planned", "Planned"),
                    ("open", "Open for sign-up"),
                    ("running", "Running"),
                    ("finished", "Finished"),
                    ("cancelled", "Cancelled"),
                ],
                default="planned",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="season",
            name="counting",
            field=models.CharField(
                choices=[
                    ("sum", "Everything counts"),
                    ("best_n", "The best n count"),
                    ("drop_worst_k", "All but the worst count"),
                    ("average", "Average per match"),
                    ("shrunk_average", "Average, as if they had played more"),
                    ("evening_places", "Points for the places of evenings"),
                ],
                default="sum",
                max_length=20,
            ),
        ),
    ]
