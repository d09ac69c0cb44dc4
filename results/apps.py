from django.apps import AppConfig

WRITTEN_ONCE = {
    "results_sheetversion": "versions of a result sheet are never changed or deleted",
    "results_signature": "signatures are never changed or deleted",
}
NEVER_CHANGED = dict.fromkeys(
    ("results_ratinglist", "results_ratinglistentry"),
    "a rating list is never changed; load the new one as another version",
)


class ResultsConfig(AppConfig):
    name = "results"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tdsuite.access.players import register_home
        from tdsuite.audit.services import also_verify
        from tdsuite.audit.triggers import protect
        from tdsuite.tournaments.services.accounts import when_end_is_gone
        from tdsuite.tournaments.services.decision import follow_games
        from tdsuite.tournaments.services.finishing import block_finishing, warn_before_finishing
        from tdsuite.tournaments.services.renumbering import follow_renumbering
        from tdsuite.tournaments.stakes import announce_stakes

        from .services.forfeits import forget_end
        from .services.renumbering import move_prizes
        from .services.sheets.follow import follow
        from .services.sheets.handing_in import warn_not_handed_in
        from .services.sheets.officials import unsigned_blockers
        from .services.sheets.verify import flaws
        from .services.stakes import stakes

        for table, refusal in WRITTEN_ONCE.items():
            protect(table, refusal)
        for table, refusal in NEVER_CHANGED.items():
            protect(table, refusal, deletable=True)
        follow_games(follow)
        when_end_is_gone(forget_end)
        also_verify(flaws)
        block_finishing(unsigned_blockers)
        warn_before_finishing(warn_not_handed_in)
        announce_stakes(stakes)
        follow_renumbering(move_prizes)
        register_home("results:me")
