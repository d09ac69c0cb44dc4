from django.apps import AppConfig

WRITTEN_ONCE = {
    "results_sheetversion": "versions of a result sheet are never changed or deleted",
    "results_signature": "signatures are never changed or deleted",
}


class ResultsConfig(AppConfig):
    name = "results"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tdsuite.audit.triggers import protect
        from tdsuite.tournaments.services.decision import follow_games

        from .services.sheets.follow import follow

        for table, refusal in WRITTEN_ONCE.items():
            protect(table, refusal)
        follow_games(follow)
