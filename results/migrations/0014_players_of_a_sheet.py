from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [("results", "0013_stopping_and_move_limits")]

    operations = [
        migrations.RemoveConstraint(model_name="sheet", name="sheet_players_in_order"),
        migrations.RenameField(model_name="sheet", old_name="one", new_name="player_a"),
        migrations.RenameField(model_name="sheet", old_name="other", new_name="player_b"),
        migrations.AddConstraint(
            model_name="sheet",
            constraint=models.CheckConstraint(condition=Q(player_a__lt=F("player_b")), name="sheet_players_in_order"),
        ),
    ]
