"""Every rating system by its key. Formulas, sources and worked examples: docs/rulebook/ratings-*.md."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from tdsuite.platform.words.sentences import Sentence
from . import absp, curves, elo, spread, wespa
from .bands import Bands, flat
from .elo import EloRules
from .model import PlayerRating, RatingError, RatingSystem, RatingTask
from .newcomers import Limits, approximate, iterated, starting_at

NASPA = EloRules(
    curve=curves.naspa, bands=Bands(), newcomers=iterated(curves.naspa, Limits()), segmented=True, acceleration=True
)
NASPA_CLUB = replace(NASPA, acceleration=False, share=1 / 3, most=50)
NASPA_2024 = replace(NASPA, games_move_up=True)
NSA = replace(
    NASPA, curve=curves.nsa_table, bands=Bands(steady_at_edge=True), newcomers=approximate(curves.nsa_table, Limits())
)
WESPA_2011 = EloRules(curves.logistic(172), Bands(turns_below=0), iterated(curves.logistic(172)))
AUSTRALIA = EloRules(curves.straight_line, flat(20), iterated(curves.straight_line, Limits()))
AUSTRALIA_2006 = EloRules(curves.logistic(172), flat(20), iterated(curves.logistic(172), Limits()))
PAKISTAN = replace(AUSTRALIA, lowest=500)
_CLUB = curves.logistic(400 / 2.302585092994046)  # 10 to 1 at 400 points
CLUB_ELO = EloRules(_CLUB, flat(20), starting_at(1500), newcomers_move=True)


def _by_wins(rules: EloRules) -> Callable[[RatingTask], tuple[PlayerRating, ...]]:
    return lambda task: elo.rate(task, rules)


_NASPA_SOURCE = Sentence("NASPA, Rating system overview; nsa2008 and naspa-csw of tsh")
_AUSTRALIA_SOURCE = "scrabble.org.au, ratings/system.htm"
_ALL = (
    RatingSystem("naspa", Sentence("NASPA (NWL and Collins)"), _NASPA_SOURCE, _by_wins(NASPA)),
    RatingSystem("naspa-club", Sentence("NASPA club tournaments (a third)"), _NASPA_SOURCE, _by_wins(NASPA_CLUB)),
    RatingSystem(
        "naspa-2024", Sentence("NASPA, games counted up by segment"), Sentence("naspa2024 of tsh"), _by_wins(NASPA_2024)
    ),
    RatingSystem("nsa", Sentence("NSA before 2009"), "J. Chew, How the NSA Ratings System Works", _by_wins(NSA)),
    RatingSystem(
        "wespa-2011", Sentence("WESPA to 2011"), Sentence("The WESPA report of January 2011"), _by_wins(WESPA_2011)
    ),
    RatingSystem(
        "wespa-2020",
        Sentence("WESPA 2012 to 2020"),
        Sentence("41 tables that WESPA published from 2012 to 2016"),
        lambda task: wespa.rate(task, wespa.PUBLISHED),
    ),
    RatingSystem(
        "wespa-program",
        Sentence("WESPA's rating program 3.14"),
        Sentence("The reports it made of the events of 2006 to 2016"),
        lambda task: wespa.rate(task, wespa.PROGRAM),
    ),
    RatingSystem("australia", Sentence("Australia from December 2006"), _AUSTRALIA_SOURCE, _by_wins(AUSTRALIA)),
    RatingSystem(
        "australia-2006", Sentence("Australia before December 2006"), _AUSTRALIA_SOURCE, _by_wins(AUSTRALIA_2006)
    ),
    RatingSystem(
        "pakistan", Sentence("Pakistan: as Australia, at least 500"), Sentence("pak of tsh"), _by_wins(PAKISTAN)
    ),
    RatingSystem("absp", Sentence("ABSP"), "absp.org.uk, results/ratings_detail.shtml, JAGrn5.shtml", absp.rate),
    RatingSystem(
        "norway",
        Sentence("Norway (by spread)"),
        Sentence("The system of T. Seierstad as CoCo describes it; not held against published lists"),
        spread.rate,
        estimate=True,
    ),
    RatingSystem("coco", Sentence("CoCo (by spread)"), "cocoscrabble/ratings", partial(spread.rate, coco=True)),
    RatingSystem("elo", Sentence("Plain Elo for clubs"), "A. Elo, The Rating of Chessplayers", _by_wins(CLUB_ELO)),
)
SYSTEMS: Mapping[str, RatingSystem] = {rating_system.key: rating_system for rating_system in _ALL}
OTHER_NAMES: Mapping[str, str] = {  # what tsh's config calls them, and we once did
    "wespa-estimate": "wespa-2020",
    "nsa2008": "naspa",
    "naspa-csw": "naspa",
    "naspa2024": "naspa-2024",
    "nsa2008 lct": "naspa-club",
    "naspa-csw lct": "naspa-club",
    "aus": "australia",
    "pak": "pakistan",
    "nor": "norway",
}


def system(key: str) -> RatingSystem:
    """The system called `key` here or in tsh, whatever the case. Raises RatingError that lists the systems there are."""
    name = key.strip().casefold()
    rating_system = SYSTEMS.get(OTHER_NAMES.get(name, name))
    if rating_system is None:
        raise RatingError(f"There is no rating system {key!r}. Choose one of {', '.join(SYSTEMS)}.")
    return rating_system


def rate_by_round(
    chosen: RatingSystem, task: RatingTask, last: int, lengths: Mapping[int, int]
) -> Iterator[tuple[int, tuple[PlayerRating, ...]]]:
    """(round, ratings) after round 1, 2, ... `last`. lengths: the planned length in force at a round, where it was not the task's."""
    for number in range(1, last + 1):
        planned = lengths.get(number, task.planned_rounds)
        yield number, chosen.rate(replace(task, after_round=number, planned_rounds=planned))
