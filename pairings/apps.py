from django.apps import AppConfig


class PairingsConfig(AppConfig):
    name = "pairings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tdsuite.tournaments.services.decision import follow_games

        from .services.ready import follow

        follow_games(follow)
