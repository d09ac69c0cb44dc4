from django.apps import AppConfig

NEVER_CHANGED = dict.fromkeys(
    ("adjudication_lexicon", "adjudication_lexiconwords"),
    "a word list is never changed; import the corrected list as another version",
)


class AdjudicationConfig(AppConfig):
    name = "adjudication"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from adjudication.challenges.services.slips import open_slip_blockers, open_slips
        from adjudication.lexicons.services import open_challenges
        from adjudication.lexicons.word_source import lists_in_use
        from tdsuite.platform.audit.triggers import Protection, protected_tables
        from tdsuite.tournaments.services.finishing import finishing_blockers
        from tdsuite.tournaments.word_lists import announced_word_lists

        for table, refusal in NEVER_CHANGED.items():
            protected_tables.add(table, Protection(refusal, deletable=True))
        open_challenges.connect(open_slips)  # a word list is not changed under a challenge
        finishing_blockers.connect(open_slip_blockers)
        announced_word_lists.connect(lists_in_use)
