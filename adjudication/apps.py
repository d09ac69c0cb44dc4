from django.apps import AppConfig

NEVER_CHANGED = dict.fromkeys(
    ("adjudication_lexicon", "adjudication_lexiconwords"),
    "a word list is never changed; import the corrected list as another version",
)


class AdjudicationConfig(AppConfig):
    name = "adjudication"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tdsuite.audit.triggers import protect
        from tdsuite.tournaments.services.finishing import block_finishing
        from tdsuite.tournaments.word_lists import announce_word_lists

        from .services.lexicons import open_challenges
        from .services.slips import open_slip_blockers, open_slips
        from .services.word_source import lists_in_use

        for table, refusal in NEVER_CHANGED.items():
            protect(table, refusal, deletable=True)
        open_challenges.append(open_slips)  # a word list is not changed under a challenge
        block_finishing(open_slip_blockers)
        announce_word_lists(lists_in_use)
