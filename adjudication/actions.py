"""What the record calls the decisions of this app; one enum a package."""

from adjudication.challenges.actions import ChallengeAction
from adjudication.lexicons.actions import LexiconAction

__all__ = ["ChallengeAction", "LexiconAction"]
