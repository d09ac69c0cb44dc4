"""The rows of the word judge, each group in a file of its own."""

from .lexicon_models import DivisionLexicon, Lexicon, LexiconUpload, LexiconWords

__all__ = ["DivisionLexicon", "Lexicon", "LexiconUpload", "LexiconWords"]
