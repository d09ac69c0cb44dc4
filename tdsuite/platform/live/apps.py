from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "tdsuite.platform.live"
    default_auto_field = "django.db.models.BigAutoField"
