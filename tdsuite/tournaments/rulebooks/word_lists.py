"""Is a word list the one that a rulebook names? By its name alone: what is in a list, its SHA-256 says.

All that compare names of lists ask here: the Words page, the event's page and the ratings checklist.
A name counts whole; a year in it, or a part of it, says nothing.  Sources: WESPA 1.2, App. 2; NSA I.A.1; SOWPODS Play 10;
the guide's dictionary.
"""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from tdsuite.platform.words.sentences import Sentence
from .terms import WordList

TCWL_2007 = (
    "CSW07", "CSW 2007", "TCWL 2007", "TCWL07", "Collins 2007", "Collins Scrabble Words 2007",
    "Collins Scrabble Tournament & Club Word List (2007 edition)",
    "HarperCollins Scrabble Tournament & Club Word List, 2007 edition",
)  # fmt: skip
COLLINS_2011 = (
    "CSW11", "CSW12", "CSW 2011", "CSW 2012", "Collins 2011", "Collins Scrabble Words 2011",
    "Collins Official Scrabble Words 2011", "Collins Scrabble Words 2011 (3rd edition)",
)  # fmt: skip

# What players call the lists that the rulebooks name in full: folded as `folded` folds them.
SHORT_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "HarperCollins Scrabble Tournament & Club Word List (2007 edition)": TCWL_2007,
        "Collins Scrabble Tournament & Club Word List, 2007 edition": TCWL_2007,
        "Collins Official Scrabble Words 2011 (3rd edition)": COLLINS_2011,
        "Collins Scrabble Words 2011": COLLINS_2011,
        "Collins Scrabble Words 2014": ("CSW14", "CSW15", "CSW 2014", "CSW 2015", "Collins 2014"),
        "Collins Scrabble Words 2019": ("CSW19", "CSW 2019", "Collins 2019"),
        "Collins Scrabble Words 2021": ("CSW21", "CSW 2021", "Collins 2021"),
        "Collins Scrabble Words 2024": ("CSW24", "CSW 2024", "Collins 2024"),
        # NSA I.A.1 names the list and no edition: its first (1998) and second (2006) both go by the name.
        "Official Tournament & Club Word List (OWL)": (
            "OWL", "OWL1", "OWL2", "OTCWL", "OTCWL2", "TWL", "TWL98", "TWL06", "TWL 1998", "TWL 2006",
            "Official Tournament & Club Word List", "Official Tournament and Club Word List",
        ),
        "Long List": ("LL", "The Long List"),
        "SOWPODS": ("OSW and OSPD", "OSWI"),
        "SOWPODS, as a computer list": ("SOWPODS", "OSWI"),
        "Chambers Dictionary (1993)": ("Chambers 1993", "Chambers"),
    }
)  # fmt: skip
ANY_EDITION = re.compile(r"(?P<list>.+), the edition the director names")
COLLINS = re.compile(
    r"(csw|tcwl|(harper)?collins((official)?scrabblewords|scrabbletournamentclubwordlist)?)(\d{2}|\d{4})?((\d(st|nd|rd|th))?edition)?"
)
AND_THEN = re.compile(r"\s*(?:,\s*then\s+|\s+then\s+|\+|;|,|\s+and\s+)\s*")


def is_named(source: str, name: str, edition: str = "") -> bool:
    """Whether a list of this name and edition goes by the rulebook's name of a word source, in full or in short.

    "CSW 2011", "csw-11" and name "CSW" with edition "2011" are alike; a source "the edition the director names" is any Collins list.
    """
    names = {folded(name), folded(f"{name} {edition}")}
    if ANY_EDITION.fullmatch(source):
        return any(COLLINS.fullmatch(each) for each in names)
    return bool(names & {folded(each) for each in (source, *SHORT_NAMES.get(source, ()))})


def names_source(lists: Sequence[WordList], text: str) -> bool:
    """Whether what an organiser wrote names a rulebook's lists: the first, or it and later ones ("OWL, then Long List").

    lists: as `registry.WordSource.lists`, in the order they are consulted.
    """
    first, *later = (word_list.name for word_list in lists)
    if is_named(first, text):
        return True
    main, *others = AND_THEN.split(text.strip())
    return is_named(first, main) and all(any(is_named(each, other) for each in later) for other in others)


def list_name(name: str) -> str:
    """A rulebook's name of a list, as a page says it: the name stays, what we say of its edition does not."""
    match = ANY_EDITION.fullmatch(name)
    return Sentence("{list}, the edition the director names", list=match["list"]) if match else name


def folded(name: str) -> str:
    """A name without case, spaces and signs: "CSW-2011" and "csw 2011" are one."""
    return re.sub(r"[\W_]+", "", name.casefold())
