"""Small made-up word lists for tests."""

from adjudication.lexicon_models import Lexicon
from adjudication.services.lexicons import Described, import_list, read_file
from tdsuite.access.guard import COMMAND_LINE

WORDS = b"aa\nqi\nza\nzebra\nquixotically\n"


def make_lexicon(
    name: str = "Toy", edition: str = "", variant: str = "", *, alphabet: str = "english", data: bytes = WORDS
) -> Lexicon:
    """A list imported from the command line."""
    reading = read_file(data, alphabet)
    return import_list(by=COMMAND_LINE, described=Described(name, edition, variant, alphabet), reading=reading)
