from django.apps import AppConfig


class ConsoleConfig(AppConfig):
    name = "tdsuite.console"

    def ready(self) -> None:
        from tdsuite.platform.access.guard import foreseen
        from tdsuite.tournaments.services.consequences import event_facts

        event_facts.connect("tdsuite.console.consequences.print_facts")
        foreseen.connect("tdsuite.console.consequences.foresee")
