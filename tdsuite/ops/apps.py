from django.apps import AppConfig


class OpsConfig(AppConfig):
    name = "tdsuite.ops"

    def ready(self) -> None:
        # Whoever enqueues a job must know the broker: configure Celery in every process, not only in workers.
        from tdsuite import celery  # noqa: F401
        from . import folder_broker

        folder_broker.register()
