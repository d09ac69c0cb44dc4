from django.apps import AppConfig


class PairingsConfig(AppConfig):
    name = "pairings"

    def ready(self) -> None:
        from tdsuite.tournaments.services.consequences import event_facts
        from tdsuite.tournaments.services.decision import games_changed
        from tdsuite.tournaments.services.waiting import waiting_for_officials

        games_changed.connect("pairings.services.automatic_drafts.follow")
        games_changed.connect("pairings.services.round_chances.follow")
        event_facts.connect("pairings.services.facts.pairing_facts")
        waiting_for_officials.connect("pairings.services.overtaken.waiting_rounds")
