from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="LiveTopic",
            fields=[
                ("key", models.CharField(max_length=80, primary_key=True, serialize=False)),
                ("version", models.PositiveBigIntegerField(default=0)),
            ],
            options={
                "ordering": ["key"],
            },
        ),
    ]
