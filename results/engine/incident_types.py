"""What can go wrong at a table or with a person, and what each rulebook has the director do about it.

The types are the same in every event; the procedure beside a type is the event's own rulebook's, in our words with its
rule numbers. Sources: WESPA 1.3-1.4, 2.1(c), 3.1-3.10, 4.1-4.5, 5.1-5.3, 6.2-6.4; NSA I.A-I.E, II.A-II.P, III.B,
Guidelines 1-34; SOWPODS and guide where they speak.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from results.engine import incidents_nsa, incidents_others, incidents_wespa
from results.engine.incident_terms import Procedure, Remedy, RemedyKind
from tdsuite.tournaments.rulebooks.choices import provisions
from tdsuite.tournaments.rulebooks.deriving import Path, provision_at
from tdsuite.tournaments.rulebooks.model import Provision, Rulebook
from tdsuite.tournaments.rulebooks.outcomes import IncidentCatalogue
from tdsuite.tournaments.rulebooks.reasons import OURS


class Group(StrEnum):
    DRAWING = "Drawing tiles"
    TURN = "The turn"
    BLANK = "Blanks"
    EXCHANGE = "Exchanges"
    BOARD = "Board and placement"
    CLOCK = "Clock and interruptions"
    END = "End of the game"
    EQUIPMENT = "Equipment"
    CONDUCT = "Conduct"


@dataclass(frozen=True, slots=True)
class IncidentType:
    """key: kept with an incident.  at_fault: somebody did it, so it is logged against a player.

    provisions: where the rulebook's own words on it stand in a Rulebook, beside the steps.
    """

    key: str
    title: str
    group: Group
    at_fault: bool = True
    provisions: tuple[Path, ...] = ()


class UnknownIncident(LookupError):
    """No incident type has that key."""

    def __init__(self, key: str) -> None:
        super().__init__(f"There is no kind of incident called {key!r}.")


def _types(group: Group, *rows: tuple[str, ...], at_fault: bool = True) -> tuple[IncidentType, ...]:
    """rows: key, title, and the paths of the provisions it is about, such as "during.overdraw.remedy"."""
    return tuple(
        IncidentType(key, title, group, at_fault, tuple(tuple(path.split(".")) for path in paths))
        for key, title, *paths in rows
    )


_ALL = (
    *_types(
        Group.DRAWING,
        ("overdraw", "Overdraw", "during.overdraw.remedy"),
        ("overdraw_overshown", "Too many tiles shown in putting an overdraw right", "during.overdraw.too_many_shown"),
        ("tiles_put_back", "Drawn tiles put back in the bag improperly", "during.overdraw.put_back"),
        (
            "eight_tiles",
            "Play made with eight or more tiles",
            "during.eight_tiles.remedy",
            "during.eight_tiles.conduct",
        ),
        ("spilled_tiles", "Tiles spilled or loose", "during.overdraw.loose_tiles"),
        ("out_of_order", "Tiles drawn out of order", "during.out_of_order"),
        ("late_underdraw", "Too few tiles drawn near the end", "during.late_underdraw"),
        ("improper_drawing", "Improper drawing: bag, eyes, hand, tiles below the table"),
        ("drew_while_challenged", "Tiles drawn while a challenge is judged"),
        ("flash_draw", "Tiles drawn before the score was written, or too quickly to challenge"),
        ("courtesy_draw", "Tiles of a courtesy draw mixed with the old ones"),
    ),
    *_types(
        Group.TURN,
        ("misordered_turn", "Turn out of order or not completed"),
        ("tracking_delay", "Draw delayed by tracking first"),
        ("wrong_score", "Wrong score announced", "during.objections"),
        ("counting_tiles", "Counting or shuffling the tiles in the bag"),
        ("tiles_off_rack", "Tiles kept off the rack"),
    ),
    *_types(
        Group.BLANK,
        ("blank_undeclared", "Blank not declared"),
        ("blank_disputed", "Blank disputed"),
        ("false_blank", "Tile played as a blank is none"),
    ),
    *_types(
        Group.EXCHANGE,
        (
            "illegal_exchange",
            "Exchange with fewer than seven tiles in the bag",
            "during.exchange.least_in_bag",
            "during.exchange.remedy",
        ),
        ("unnumbered_exchange", "Exchange with a wrong number, or none, said", "during.exchange.unnumbered"),
    ),
    *_types(
        Group.BOARD,
        ("centre_missed", "First play misses the centre square"),
        ("illegal_placement", "Tiles placed illegally"),
        ("misoriented_play", "Play in the wrong orientation"),
        ("misoriented_tile", "Misoriented tile", "during.objections"),
    ),
    *_types(
        Group.CLOCK,
        ("timer_neutralised", "Timer stopped for no good reason"),
        ("wrong_timer", "Wrong clock running, or a play not finished by pressing it"),
        ("left_area", "Player left the playing area"),
        ("sand_run_out", "All the sand ran through before the play was announced", "before.no_clocks"),
    ),
    *_types(
        Group.CLOCK, ("timer_problem", "Problem with the timer", "before.disputed_equipment.timers"), at_fault=False
    ),
    *_types(
        Group.END,
        ("tile_found_out", "Tile found out of the bag", "ending.found_tiles.out_of_bag"),
        ("tile_found_in", "Tile found in the bag, thought empty", "ending.found_tiles.in_bag"),
        ("timer_left_running", "Timer left running after the last play", "ending.overtime.after_end"),
        at_fault=False,
    ),
    *_types(
        Group.END,
        ("stuck_tile", "Turns spun out against a player with an unplayable tile"),
        ("improper_resignation", "Resigned without an emergency", "results.resigning.when"),
    ),
    *_types(
        Group.EQUIPMENT,
        ("missing_tiles", "Tiles missing from the set, or too many"),
        (
            "disputed_equipment",
            "Players disagree on equipment",
            "before.disputed_equipment.game_set",
            "before.disputed_equipment.timers",
            "before.disputed_equipment.timer_place",
        ),
        ("like_tiles", "Like tiles at the next table", "before.disputed_equipment.like_tiles"),
        ("foreign_tiles", "Tiles of another game on the board"),
        at_fault=False,
    ),
    *_types(Group.EQUIPMENT, ("papers", "Papers, devices or headphones not allowed", "before.special_needs")),
    *_types(
        Group.CONDUCT,
        ("cheating", "Cheating"),
        ("collusion", "Collusion, or losing on purpose"),
        ("score_knowingly_wrong", "Wrong score announced or accepted knowingly"),
        ("result_misreported", "Result misreported knowingly"),
        ("starts_misreported", "Record of starts misreported knowingly"),
        ("looked_in_bag", "Looked in the bag, palmed or marked tiles"),
        ("overdraw_concealed", "Overdraw not disclosed"),
        ("abuse", "Abusive behaviour"),
        ("misleading_talk", "Talk that misleads or distracts"),
        ("view_blocked", "Opponent's view of the board blocked"),
        ("distraction", "Noise with tiles, bag or board"),
        ("drew_knowingly_wrong", "Over- or underdrew, or drew out of order, knowingly"),
        ("slow_drawing", "Slow drawing to keep the bag from the opponent"),
        ("frivolous_challenge", "Challenge or hold only to gain time"),
        ("tile_count_misstated", "Number of tiles in the bag misstated or said aloud"),
        ("blank_misrepresented", "Blank misrepresented knowingly"),
        ("score_check_abuse", "Score checks to gain time, or refused"),
        ("timer_feint", "Feigned a press of the timer"),
        ("lookup_protocol", "Protocol of self-adjudication broken", "during.opinions.self_lookup"),
        ("equipment_abuse", "Equipment abused"),
        ("studied_while_stopped", "Studied rack or board while the timer was stopped"),
        ("time_wasting", "Time wasted on purpose", "before.game_time.move_limit"),
        ("late_deliberately", "Late deliberately", "starting.lateness_forfeit.deliberate_level"),
        ("board_touched", "Board turned or touched on the opponent's turn"),
        ("bag_out_of_reach", "Bag put out of the opponent's reach"),
        ("loud_analysis", "Long or loud talk after the game"),
        ("observer", "Disturbance by somebody watching"),
        ("other_conduct", "Other conduct"),
    ),
)

TYPES: Mapping[str, IncidentType] = MappingProxyType({each.key: each for each in _ALL})

OFFERED = (
    Remedy(RemedyKind.UNOFFICIAL_WARNING, "Unofficial warning", OURS),
    Remedy(RemedyKind.OFFICIAL_WARNING, "Official warning", OURS),
    Remedy(RemedyKind.POINTS, "Points off the score", OURS),
    Remedy(RemedyKind.SPREAD, "Spread points off", OURS),
    Remedy(RemedyKind.SECONDS, "Time given", OURS, adds=True),
    Remedy(RemedyKind.SECONDS, "Time off", OURS),
)
DIRECTOR = Procedure(
    "",
    ("The rulebook does not say: hear both players, decide, and write down the ruling.",),
    remedies=OFFERED,
    ours=True,
)


def incident_type(key: str) -> IncidentType:
    """The type kept under `key`.  Raises UnknownIncident."""
    try:
        return TYPES[key]
    except KeyError:
        raise UnknownIncident(key) from None


def procedure(key: str, book: Rulebook) -> Procedure:
    """What the book has the director do about a type; where it is silent, our default.  Raises UnknownIncident."""
    incident_type(key)
    found = _of_book(book).get(key)
    catalogue = book.results.incidents.value
    if found is None and catalogue is IncidentCatalogue.SOWPODS and key in incidents_others.SOWPODS_AS_WESPA:
        wespa = incidents_wespa.PROCEDURES[key]
        found = replace(wespa, rule="", ours=True, level=None, note=f"Ours: as WESPA {wespa.rule}.", remedies=OFFERED)
    if found is None:
        return DIRECTOR
    return replace(found, remedies=(*_numbered(key, book), *(found.remedies or OFFERED)))


def said_by_book(key: str, book: Rulebook) -> tuple[tuple[str, Provision[Any]], ...]:
    """What the rulebook in force itself says of a type: titles with their provisions.  Raises UnknownIncident."""
    titles = {path: title for _, title, path, _ in provisions(book)}
    return tuple((titles[path], provision_at(book, path)) for path in incident_type(key).provisions)


def _of_book(book: Rulebook) -> Mapping[str, Procedure]:
    return {
        IncidentCatalogue.WESPA: incidents_wespa.PROCEDURES,
        IncidentCatalogue.NSA: incidents_nsa.PROCEDURES,
        IncidentCatalogue.SOWPODS: incidents_others.SOWPODS,
        IncidentCatalogue.GUIDE: incidents_others.GUIDE,
        IncidentCatalogue.NONE: {},
    }[book.results.incidents.value]


def _numbered(key: str, book: Rulebook) -> tuple[Remedy, ...]:
    """Remedies whose number the rulebook's data holds, so that one place says it."""
    exchange, draw = book.during.exchange.remedy, book.during.out_of_order
    if key == "illegal_exchange" and exchange.value.points:
        text = f"{exchange.value.points} points off the score, where it was noticed at stage e"
        return (Remedy(RemedyKind.POINTS, text, exchange.rule, -exchange.value.points),)
    if key == "out_of_order" and draw.value.spread_points:
        text = f"{draw.value.spread_points} spread points off, the opponent gaining nothing"
        return (Remedy(RemedyKind.SPREAD, text, "Guideline 7", -draw.value.spread_points),)
    return ()


def level_text(level: int | None) -> str:
    """ "level 2: unethical behaviour", "" where the book has no levels (WESPA 6.2-6.4)."""
    names = {1: "cheating and abusive behaviour", 2: "unethical behaviour", 3: "poor etiquette"}
    return f"level {level}: {names[level]}" if level else ""
