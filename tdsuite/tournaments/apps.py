from django.apps import AppConfig
from django.db.models.signals import post_delete, post_save


class TournamentsConfig(AppConfig):
    name = "tdsuite.tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Whoever follows games (`decision.games_changed`) hears of every row that is saved or deleted."""
        from .models import Game, GameAdjustment
        from .services.decision import games_changed, touch
        from .services.finishing import finishing_blockers
        from .services.rounds import follow_starts, reopened_blockers

        games_changed.connect(follow_starts)
        finishing_blockers.connect(reopened_blockers)
        for signal in (post_save, post_delete):
            for rows in (Game, GameAdjustment):
                signal.connect(touch, sender=rows, dispatch_uid=f"{signal!r} {rows.__name__}")
