from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.module_loading import autodiscover_modules


class AuditConfig(AppConfig):
    name = "tdsuite.platform.audit"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Every app's `actions.py` and `recorded.py` are read: each process knows every action, and which rows are kept."""
        from tdsuite.platform.audit.comparing import rows_against_record
        from tdsuite.platform.audit.coverage import cover_older_chains
        from tdsuite.platform.audit.services import record_checks

        autodiscover_modules("actions", "recorded")
        record_checks.connect(rows_against_record)
        post_migrate.connect(lambda **_: cover_older_chains(), sender=self, weak=False)
