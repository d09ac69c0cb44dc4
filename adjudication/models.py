"""The rows of the word judge, each group in a file of its own."""

from adjudication.challenges.models import ChallengeSlip, Verdict, WordJudging
from adjudication.lexicons.models import DivisionLexicon, Lexicon, LexiconWords

__all__ = ["ChallengeSlip", "DivisionLexicon", "Lexicon", "LexiconWords", "Verdict", "WordJudging"]
