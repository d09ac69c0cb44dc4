from django.apps import AppConfig


class ExchangeConfig(AppConfig):
    name = "tdsuite.exchange"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tdsuite.platform.access.visitors import visitors_by_token

        visitors_by_token.connect("tdsuite.exchange.received.sender_of_a_site")
