from django.apps import AppConfig


class PublicConfig(AppConfig):
    name = "tdsuite.public"
    default_auto_field = "django.db.models.BigAutoField"
