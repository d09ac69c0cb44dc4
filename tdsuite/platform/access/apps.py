from django.apps import AppConfig


class AccessConfig(AppConfig):
    name = "tdsuite.platform.access"

    def ready(self) -> None:
        from tdsuite.platform.access.live import may_listen
        from tdsuite.platform.live.guard import stream_guards

        stream_guards.connect(may_listen)
