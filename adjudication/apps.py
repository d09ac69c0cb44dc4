from django.apps import AppConfig

NEVER_CHANGED = dict.fromkeys(
    ("adjudication_lexicon", "adjudication_lexiconwords"),
    "a word list is never changed; import the corrected list as another version",
)


class AdjudicationConfig(AppConfig):
    name = "adjudication"

    def ready(self) -> None:
        from tdsuite.platform.audit.triggers import Protection, protected_tables
        from tdsuite.tournaments.services.finishing import finishing_blockers
        from tdsuite.tournaments.services.waiting import waiting_for_officials, waiting_for_player
        from tdsuite.tournaments.word_lists import announced_word_lists

        for table, refusal in NEVER_CHANGED.items():
            protected_tables.add(table, Protection(refusal, deletable=True))
        finishing_blockers.connect("adjudication.challenges.services.slips.open_slip_blockers")
        waiting_for_officials.connect("adjudication.challenges.waiting.waiting_slips")
        waiting_for_player.connect("adjudication.challenges.waiting.open_slips_of")
        announced_word_lists.connect("adjudication.lexicons.word_source.lists_in_use")
