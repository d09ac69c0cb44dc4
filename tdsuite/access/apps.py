from django.apps import AppConfig


class AccessConfig(AppConfig):
    name = "tdsuite.access"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tdsuite.live.guard import register_guard

        from .live import may_listen

        register_guard(may_listen)
