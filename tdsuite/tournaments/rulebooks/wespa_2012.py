"""WESPA Rules, web edition (2012-2019).  Differs from 2010 in the word source and in the page's caveat."""

from datetime import date

from tdsuite.tournaments.rulebooks.deriving import derive
from tdsuite.tournaments.rulebooks.model import Provision, Source
from tdsuite.tournaments.rulebooks.terms import WordList, WordSourceEdition, WordSourceRule
from tdsuite.tournaments.rulebooks.wespa_2010 import TCWL_2007, WESPA_2010

COLLINS_2011 = WordList("Collins Official Scrabble Words 2011 (3rd edition)")

WESPA_2012 = derive(
    WESPA_2010,
    key="wespa-2012",
    name="WESPA Rules, web edition (2012-2019)",
    source=Source(document="WESPA Rules", edition="web edition, 2012-2019"),
    changes={
        ("before", "word_source"): Provision(
            WordSourceRule(
                (
                    WordSourceEdition((TCWL_2007,)),
                    WordSourceEdition((COLLINS_2011,), first_end=date(2012, 1, 1)),
                ),
                revised_from=date(2020, 1, 1),
            ),
            "Events that end on or after 1 January 2012: Collins 2011; before: Tournament & Club Word List 2007. The "
            "event may not deviate. Later rules exist for 2020 and beyond.",
            rule="1.2(b), App. 2, caveat",
        ),
    },
)
