from django.apps import AppConfig


class OpsConfig(AppConfig):
    name = "tdsuite.ops"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Whoever enqueues a job must know the broker: configure Celery in every process, not only in workers.
        from tdsuite import celery  # noqa: F401
        from tdsuite.platform.audit.services import record_checks

        from . import error_reports, folder_broker

        record_checks.connect("tdsuite.ops.aside.checks.files_of_events_aside")
        folder_broker.register()
        error_reports.start()
