"""The suite's rulebooks, by name."""

from tdsuite.tournaments.rulebooks.registry import RULEBOOKS

WESPA_2010 = RULEBOOKS["wespa-2010"]
WESPA_2012 = RULEBOOKS["wespa-2012"]
NSA_2004 = RULEBOOKS["nsa-2004"]
SOWPODS_CLUB = RULEBOOKS["sowpods-club"]
SCRABBLE_GUIDE = RULEBOOKS["scrabble-guide"]
