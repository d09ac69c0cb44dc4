from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("results", "0014_players_of_a_sheet")]

    operations = [migrations.RenameField(model_name="roundtimer", old_name="made", new_name="plays_made")]
