from django.apps import AppConfig


class AccessConfig(AppConfig):
    name = "tdsuite.platform.access"

    def ready(self) -> None:
        from tdsuite.platform.live.guard import stream_guards
        from .live import may_listen

        stream_guards.connect(may_listen)
