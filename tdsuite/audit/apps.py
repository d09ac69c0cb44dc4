from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "tdsuite.audit"
    default_auto_field = "django.db.models.BigAutoField"
