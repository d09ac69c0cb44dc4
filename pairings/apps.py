from django.apps import AppConfig


class PairingsConfig(AppConfig):
    name = "pairings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tdsuite.tournaments.services.decision import games_changed

        games_changed.connect("pairings.services.automatic_drafts.follow")
        games_changed.connect("pairings.services.round_chances.follow")
