from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_delete, post_save


class TournamentsConfig(AppConfig):
    name = "tdsuite.tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Whoever follows games (`decision.follow_games`) hears of every row that is saved or deleted."""
        from .models import Game, GameAdjustment
        from .services.decision import follow_games, touch
        from .services.starts import follow_starts

        def game_changed(instance: Any, **_: Any) -> None:
            touch(instance.pk)

        def line_changed(instance: Any, **_: Any) -> None:
            touch(instance.game_id)

        follow_games(follow_starts)
        for signal in (post_save, post_delete):
            signal.connect(game_changed, sender=Game, weak=False, dispatch_uid=f"{signal!r} game")
            signal.connect(line_changed, sender=GameAdjustment, weak=False, dispatch_uid=f"{signal!r} line")
