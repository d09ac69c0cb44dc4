"""Rulebooks that were loaded: the example files, and each of the suite's books under a key of its own."""

from pathlib import Path

from tdsuite.tournaments.rulebooks.as_file import as_file
from tdsuite.tournaments.rulebooks.loading import tidy
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS, read_rulebook

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
UNDER_ANOTHER_KEY = {key: read_rulebook(as_file(book)) for key, book in RULEBOOKS.items()}  # by the base's key
EXAMPLE_BOOKS = [read_rulebook(tidy(path.read_bytes())) for path in sorted(EXAMPLES.glob("*.toml"))]
LOADED = [*UNDER_ANOTHER_KEY.values(), *EXAMPLE_BOOKS]
