from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class AuditConfig(AppConfig):
    name = "tdsuite.platform.audit"

    def ready(self) -> None:
        """Each process knows every action, from every app's `actions.py`, and which rows are kept."""
        from .comparing import rows_against_record
        from .services import record_checks, record_rows

        autodiscover_modules("actions")
        record_rows()
        record_checks.connect(rows_against_record)
