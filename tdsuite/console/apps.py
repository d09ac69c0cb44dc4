from django.apps import AppConfig


class ConsoleConfig(AppConfig):
    name = "tdsuite.console"
    default_auto_field = "django.db.models.BigAutoField"
