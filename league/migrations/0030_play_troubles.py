from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0029_numbers_drawn"),
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
                    ("plays", "Ending matches that no one plays on"),
                    ("guests", "Forgetting guests of past matches"),
                ],
                max_length=20,
            ),
        ),
    ]
