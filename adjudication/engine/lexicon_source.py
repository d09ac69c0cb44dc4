"""Is a word list the one that a rulebook names? By its name alone: what is in a list, its SHA-256 says."""

import re
from collections.abc import Mapping
from types import MappingProxyType

# What players call the lists that the rulebooks name in full: folded as `folded` folds them.
SHORT_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "HarperCollins Scrabble Tournament & Club Word List (2007 edition)": ("CSW07", "CSW 2007", "TCWL 2007"),
        "Collins Scrabble Tournament & Club Word List, 2007 edition": ("CSW07", "CSW 2007", "TCWL 2007"),
        "Collins Official Scrabble Words 2011 (3rd edition)": ("CSW11", "CSW12", "CSW 2011", "CSW 2012"),
        "Collins Scrabble Words 2011": ("CSW11", "CSW12", "CSW 2011", "CSW 2012"),
        "Collins Scrabble Words 2014": ("CSW14", "CSW15", "CSW 2014", "CSW 2015"),
        "Collins Scrabble Words 2019": ("CSW19", "CSW 2019"),
        "Collins Scrabble Words 2021": ("CSW21", "CSW 2021"),
        "Collins Scrabble Words 2024": ("CSW24", "CSW 2024"),
        "Official Tournament & Club Word List (OWL)": ("OWL", "OTCWL"),
        "Long List": ("LL",),
        "SOWPODS": ("OSW and OSPD", "OSWI"),
        "SOWPODS, as a computer list": ("SOWPODS", "OSWI"),
        "Chambers Dictionary (1993)": ("Chambers 1993", "Chambers"),
    }
)
ANY_EDITION = re.compile(r"(?P<list>.+), the edition the director names")
COLLINS = re.compile(r"(csw|collins|harpercollins|tcwl)")


def is_named(source: str, name: str, edition: str = "") -> bool:
    """Whether a list of this name and edition goes by the rulebook's name of a word source, in full or in short.

    "CSW 2011", "csw-11" and name "CSW" with edition "2011" are alike; a source "the edition the director names" is any Collins list.
    """
    given = {folded(name), folded(f"{name} {edition}")}
    if ANY_EDITION.fullmatch(source):
        return any(COLLINS.match(each) for each in given)
    return bool(given & {folded(each) for each in (source, *SHORT_NAMES.get(source, ()))})


def folded(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.casefold())
