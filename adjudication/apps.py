from django.apps import AppConfig


class AdjudicationConfig(AppConfig):
    name = "adjudication"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tdsuite.tournaments.services.finishing import block_finishing

        from .services.lexicons import open_challenges
        from .services.slips import open_slip_blockers, open_slips

        open_challenges.append(open_slips)  # a word list is not changed under a challenge
        block_finishing(open_slip_blockers)
