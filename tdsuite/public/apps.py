from django.apps import AppConfig


class PublicConfig(AppConfig):
    name = "tdsuite.public"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tdsuite.platform.live.pushed import public_rows

        public_rows.connect("tdsuite.public.caching.public_rows")
