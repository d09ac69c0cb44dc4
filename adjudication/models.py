"""The rows of the word judge, each group in a file of its own."""

from .lexicon_models import DivisionLexicon, Lexicon, LexiconUpload, LexiconWords
from .slip_models import ChallengeSlip, Misadjudicated, Verdict, WordJudging

__all__ = [
    "ChallengeSlip",
    "DivisionLexicon",
    "Lexicon",
    "LexiconUpload",
    "LexiconWords",
    "Misadjudicated",
    "Verdict",
    "WordJudging",
]
