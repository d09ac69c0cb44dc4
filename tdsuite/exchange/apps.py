from django.apps import AppConfig


class ExchangeConfig(AppConfig):
    name = "tdsuite.exchange"
    default_auto_field = "django.db.models.BigAutoField"
