from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "tdsuite.platform.jobs"
    default_auto_field = "django.db.models.BigAutoField"
