from django.apps import AppConfig
from django.db.models.signals import post_delete, post_save


class TournamentsConfig(AppConfig):
    name = "tdsuite.tournaments"

    def ready(self) -> None:
        """Whoever follows games (`decision.games_changed`) hears of every row that is saved or deleted."""
        from tdsuite.platform.live.known_versions import new_version
        from .models import Game, GameAdjustment
        from .services.decision import games_changed, touch
        from .services.finishing import finishing_blockers
        from .services.rounds import follow_starts, reopened_blockers

        new_version.connect("tdsuite.tournaments.kept_histories.read_again")
        games_changed.connect(follow_starts)
        finishing_blockers.connect(reopened_blockers)
        for signal in (post_save, post_delete):
            for rows in (Game, GameAdjustment):
                signal.connect(touch, sender=rows, dispatch_uid=f"{signal!r} {rows.__name__}")
