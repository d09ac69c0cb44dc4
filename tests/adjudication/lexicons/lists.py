"""Small made-up word lists for tests."""

from adjudication.lexicons.models import Lexicon
from adjudication.lexicons.services import import_list, read_file
from tdsuite.platform.access.guard import COMMAND_LINE

WORDS = b"aa\nqi\nza\nzebra\nquixotically\n"


def make_lexicon(
    name: str = "Toy", edition: str = "", variant: str = "", *, alphabet: str = "english", data: bytes = WORDS
) -> Lexicon:
    """A list imported from the command line."""
    reading = read_file(data, alphabet)
    row = Lexicon(name=name, edition=edition, variant=variant, alphabet=alphabet)
    return import_list(by=COMMAND_LINE, lexicon=row, reading=reading)
