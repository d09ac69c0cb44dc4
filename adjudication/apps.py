from django.apps import AppConfig


class AdjudicationConfig(AppConfig):
    name = "adjudication"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from .services.lexicons import open_challenges
        from .services.slips import open_slips

        open_challenges.append(open_slips)  # a word list is not changed under a challenge
