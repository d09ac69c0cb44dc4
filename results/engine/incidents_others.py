"""What the SOWPODS rules and the Scrabble guide say of incidents, in our words. Both are short and have no levels."""

from collections.abc import Mapping
from types import MappingProxyType

from results.engine.incident_terms import Procedure

SOWPODS_AS_WESPA = frozenset({"overdraw", "overdraw_overshown", "spilled_tiles"})  # our default (RULES: as WESPA)

SOWPODS: Mapping[str, Procedure] = MappingProxyType(
    {
        "missing_tiles": Procedure("Starting the game", ("All 100 tiles are checked before the draw.",)),
        "centre_missed": Procedure("Play 1", ("The first word covers the centre square. You decide what follows.",)),
        "illegal_placement": Procedure(
            "Play 1, Play 3", ("One line, across or down, joined on. You decide what follows.",)
        ),
        "blank_disputed": Procedure("Play 5", ("It is what its player said; it does not change during the game.",)),
        "illegal_exchange": Procedure(
            "Play 7",
            ("Not allowed with fewer than seven tiles in the bag.", "The remedy is yours: the turn counts as a pass."),
            note="Ours: the remedy offered.",
        ),
        "papers": Procedure("Play 11, Scoring 12", ("No dictionary during play; notes and tracking are allowed.",)),
    }
)

GUIDE: Mapping[str, Procedure] = MappingProxyType(
    {
        "overdraw": Procedure(
            "Overdrawing of tiles",
            (
                "The player puts all tiles face down.",
                "The opponent takes the extra number at random; they go back in the bag.",
            ),
        ),
        "eight_tiles": Procedure(
            "Overdrawing of tiles",
            ("All tiles go face down; the opponent takes the excess at random.", "The play stands."),
            ours=True,
            note="Ours: that the play stands.",
        ),
        "improper_drawing": Procedure(
            "Drawing tiles",
            ("Bag at eye level, no tile in view; no hand with tiles back in the bag; one tile at a time.",),
        ),
        "tiles_off_rack": Procedure("Drawing tiles", ("Tiles stay on the rack, the rack in view.",)),
        "wrong_score": Procedure("Scoring", ("Each player checks the other's; totals are tallied after every move.",)),
        "blank_undeclared": Procedure("Game play 6", ("Its letter is said, written down and checked by both.",)),
        "illegal_exchange": Procedure(
            "Game play 7",
            ("Not allowed with fewer than seven tiles in the bag.", "The remedy is yours: the turn counts as a pass."),
            note="Ours: the remedy offered.",
        ),
        "centre_missed": Procedure(
            "Game play 1", ("The first word covers the centre square. You decide what follows.",)
        ),
        "illegal_placement": Procedure(
            "Permitted words", ("One continuous line, joined on, never in two places. You decide what follows.",)
        ),
        "missing_tiles": Procedure(
            "Starting the game", ("Both players check before play. Found later, there is no appeal.",)
        ),
        "papers": Procedure("Others", ("No word list and no other reference during the game.",)),
        "misleading_talk": Procedure(
            "Others", ("No talk about words, moves or matters; no humming, grunting, singing or muttering.",)
        ),
        "distraction": Procedure("Others", ("Players do not distract their opponents.",)),
        "time_wasting": Procedure("Time", ("A player found wasting time may be given a limit for each move.",)),
    }
)
