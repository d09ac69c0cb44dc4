"""What the record calls decisions about word lists."""

from tdsuite.platform.audit.actions import Action


class LexiconAction(Action):
    """Decisions about word lists."""

    IMPORTED = "lexicon.imported", "Word list imported"
    PINNED = "lexicon.pinned", "Word list pinned"
