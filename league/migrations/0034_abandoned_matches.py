"""A kind of trouble is called otherwise; the rows stay as they are."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0033_chances_of_plays"),
    ]

    operations = [
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
                ],
                max_length=20,
            ),
        ),
    ]
