from django.apps import AppConfig


class AccessConfig(AppConfig):
    name = "tdsuite.platform.access"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tdsuite.platform.access.live import may_listen
        from tdsuite.platform.live.guard import stream_guards

        stream_guards.connect(may_listen)
