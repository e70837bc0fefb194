from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0050_addresses_given_by"),
    ]

    operations = [
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
                    ("test", "Test"),
                    ("confirm", "Confirm your address"),
                ],
                max_length=12,
            ),
        ),
    ]
