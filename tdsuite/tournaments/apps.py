from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tdsuite.tournaments"
    default_auto_field = "django.db.models.BigAutoField"
