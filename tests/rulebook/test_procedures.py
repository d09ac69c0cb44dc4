"""What a director is told to do, cell by cell of the table "During the game" and of the tiles found at the end."""

import pytest

from results.rulings.engine.procedures import DIRECTOR, procedure
from tdsuite.tournaments.rulebooks.incidents import TYPES, Procedure
from tdsuite.tournaments.rulebooks.registry import rulebook

W10, W12, NSA, SOW, GUIDE = "wespa-2010", "wespa-2012", "nsa-2004", "sowpods-club", "scrabble-guide"
WESPA = (W10, W12)
SILENT = (SOW, GUIDE)


def said(kind: str, book: str) -> str:
    return " ".join(procedure(kind, rulebook(book)).instructions)


def check(kind: str, book: str, words: tuple[str, ...]) -> None:
    text = said(kind, book)
    assert [one for one in words if one not in text] == []


def cases(*rows: tuple[str, tuple[str, ...], tuple[str, ...]]) -> list:
    """(kind, books, words) as pytest parameters, one for each book."""
    return [pytest.param(kind, book, words, id=f"{kind}-{book}") for kind, books, words in rows for book in books]


@pytest.mark.parametrize(
    ("kind", "book", "words"),
    cases(
        (
            "overdraw",
            (*WESPA, SOW),
            ("turns up X and two more", "touched the rack", "One tile was due and none racked"),
        ),
        (
            "overdraw",
            (NSA,),
            ("X and two more", "Within a minute", "One tile was due and none is mixed in", "stops drawing"),
        ),
        ("overdraw", (GUIDE,), ("all tiles face down", "extra number at random", "back in the bag")),
        ("overdraw_overshown", (*WESPA, SOW), ("go face down again", "turns up X only")),
        ("overdraw_overshown", (NSA,), ("X at random", "unseen")),
        ("spilled_tiles", (*WESPA, SOW), ("has overdrawn",)),
        ("spilled_tiles", (NSA,), ("no overdraw", "back in the bag")),
        (
            "tiles_put_back",
            (NSA,),
            ("X is the number put back", "X from the bag and two from the rack", "within a minute"),
        ),
    ),
)
def test_wespa_3_9_5_nsa_ii_b_overdraws(kind: str, book: str, words: tuple[str, ...]) -> None:
    check(kind, book, words)


@pytest.mark.parametrize(
    ("kind", "book", "words"),
    cases(
        ("eight_tiles", WESPA, ("as an overdraw", "cheating, level 1 (3.9.7)", "unethical, level 2 (6.3.1(e))")),
        (
            "eight_tiles",
            (NSA,),
            ("the play comes off", "the turn is lost", "score of that play is lost", "third by one player"),
        ),
        ("eight_tiles", (GUIDE,), ("excess at random", "The play stands")),
        ("overdraw_concealed", WESPA, ("Put the overdraw right first", "ejected")),
        ("overdraw_concealed", (NSA,), ("Investigate", "cheating")),
    ),
)
def test_wespa_3_9_7_nsa_guideline_20_plays_made_with_eight_tiles(kind: str, book: str, words: tuple[str, ...]) -> None:
    check(kind, book, words)


@pytest.mark.parametrize(
    ("kind", "book", "words"),
    cases(
        ("out_of_order", WESPA, ("reasonable chance to draw", "all the new tiles are overdrawn", "unethical")),
        ("out_of_order", (NSA,), ("No penalty", "Fewer than 14", "fewer than 7")),
        (
            "late_underdraw",
            WESPA,
            ("emptied the bag", "before the player finishes the next turn", "Found later: nothing"),
        ),
        (
            "late_underdraw",
            (NSA,),
            ("before the opponent's next play ends", "within a minute", "Found later: no penalty"),
        ),
    ),
)
def test_wespa_3_9_8_3_9_9_nsa_guideline_7_13_order_and_number(kind: str, book: str, words: tuple[str, ...]) -> None:
    check(kind, book, words)


@pytest.mark.parametrize(
    ("kind", "book", "words"),
    cases(
        (
            "illegal_exchange",
            WESPA,
            ("until an unwanted tile is back in the bag", "the turn is lost", "nothing can be done"),
        ),
        (
            "illegal_exchange",
            (NSA,),
            ("a: nothing drawn", "b: a tile drawn", "c: old tiles", "d: a new tile", "e: the opponent"),
        ),
        ("illegal_exchange", SILENT, ("Not allowed with fewer than seven",)),
        ("unnumbered_exchange", (NSA,), ("the turn is a pass", "the tiles down are exchanged")),
    ),
)
def test_wespa_3_10_17_nsa_ii_h_exchanges(kind: str, book: str, words: tuple[str, ...]) -> None:
    check(kind, book, words)


@pytest.mark.parametrize(
    ("kind", "book", "words"),
    cases(
        ("tile_found_out", WESPA, ("before the result sheet is signed", "short of seven draws", "should have drawn earliest",
                                   "Nothing is replayed")),
        ("tile_found_out", (NSA,), ("does not count", "whoever should have drawn it", "Not known: play on without it")),
        ("tile_found_in", WESPA, ("should have drawn earliest", "work out the result again", "Nothing is replayed")),
        ("tile_found_in", (NSA,), ("within five seconds", "counts against that rack")),
    ),
)  # fmt: skip
def test_wespa_4_3_4_5_nsa_guideline_4_tiles_found_at_the_end(kind: str, book: str, words: tuple[str, ...]) -> None:
    check(kind, book, words)


@pytest.mark.parametrize(
    ("kind", "book", "words"),
    cases(
        ("blank_undeclared", WESPA, ("in writing", "neutral sheet")),
        ("blank_undeclared", (NSA,), ("written or circled", "stop the clock")),
        ("blank_undeclared", (GUIDE,), ("written down", "checked by both")),
        ("blank_disputed", WESPA, ("player on move", "may be challenged", "replayed")),
        ("blank_disputed", (NSA,), ("wrote it down: that holds", "player on turn", "incident report")),
        ("blank_disputed", (SOW,), ("what its player said",)),
        ("false_blank", (NSA,), ("scores nothing", "extra tiles of an overdraw", "Found later")),
    ),
)
def test_wespa_3_8_nsa_ii_j_blanks(kind: str, book: str, words: tuple[str, ...]) -> None:
    check(kind, book, words)


@pytest.mark.parametrize(
    ("kind", "book", "words"),
    cases(
        ("centre_missed", WESPA, ("the play comes off", "keeps its double word score")),
        ("centre_missed", (NSA,), ("good words or not", "stays for a later play")),
        ("misoriented_play", WESPA, ("majority of their tiles",)),
        ("misoriented_play", (NSA,), ("until the second is completed",)),
        ("misoriented_tile", (NSA,), ("before the objector's own next turn ends", "After three such objections")),
        ("wrong_score", (NSA,), ("After every three such objections",)),
        ("wrong_score", WESPA, ("before the result sheet is signed", "6.2.1(c)")),
        ("tracking_delay", (NSA,), ("The first time: warn", "a minute more")),
        ("tracking_delay", WESPA, ("extra time",)),
    ),
)
def test_wespa_3_1_3_nsa_ii_f_board_scores_and_tracking(kind: str, book: str, words: tuple[str, ...]) -> None:
    check(kind, book, words)


@pytest.mark.parametrize(
    ("kind", "book", "words"),
    cases(
        (
            "timer_neutralised",
            WESPA,
            ("to challenge", "over a score", "an overdraw", "late player", "call you", "power cut"),
        ),
        (
            "timer_neutralised",
            (NSA,),
            ("to challenge", "over a score", "late player", "tile out of the bag", "goes out"),
        ),
        ("timer_left_running", WESPA, ("costs nothing", "showed the unplayed tiles")),
        ("timer_left_running", (NSA,), ("five seconds", "you may erase it")),
        ("left_area", WESPA, ("permission", "draws no tiles", "emergency")),
        ("left_area", (NSA,), ("no tiles drawn", "five seconds to hold or challenge")),
        ("timer_problem", WESPA, ("adjust the time left",)),
        ("stuck_tile", (NSA,), ("Erase the time penalty",)),
        ("wrong_timer", (NSA,), ("no overtime penalty",)),
        ("flash_draw", WESPA, ("may still be challenged", "overdrawn by all of them")),
        ("flash_draw", (NSA,), ("20 seconds to hold", "2 to 3 seconds")),
    ),
)
def test_wespa_4_1_nsa_guideline_2_clocks_and_interruptions(kind: str, book: str, words: tuple[str, ...]) -> None:
    check(kind, book, words)


@pytest.mark.parametrize(
    ("kind", "book", "words"),
    cases(
        ("missing_tiles", WESPA, ("nothing is corrected",)),
        ("missing_tiles", (NSA,), ("the game goes on",)),
        ("missing_tiles", (GUIDE,), ("there is no appeal",)),
        ("disputed_equipment", WESPA, ("standard digital, other digital, digital counting up, analogue",)),
        ("disputed_equipment", (NSA,), ("conforms more closely", "going second chooses")),
        ("like_tiles", (NSA,), ("not begun changes", "first player's set", "nearest Z changes")),
        ("foreign_tiles", (NSA,), ("plays again", "stays for the game")),
        ("papers", (NSA,), ("No headphones", "medical reasons")),
        ("time_wasting", (GUIDE,), ("limit for each move",)),
    ),
)
def test_wespa_1_3_nsa_i_a_6_guideline_25_equipment(kind: str, book: str, words: tuple[str, ...]) -> None:
    check(kind, book, words)


@pytest.mark.parametrize(
    ("kind", "book", "words"),
    cases(
        ("abuse", WESPA, ("ejected", "national association (6.2.4)", "balance of probabilities")),
        ("abuse", (NSA,), ("One warning to desist", "strongly advised to remove")),
        ("starts_misreported", WESPA, ("self-balancing starts", "cheating")),
        ("late_deliberately", WESPA, ("strategic lateness",)),
        ("late_deliberately", (NSA,), ("Warn",)),
        ("improper_resignation", WESPA, ("emergency", "5.7(d)")),
        ("observer", WESPA, ("goes when a player or you ask",)),
        ("observer", (NSA,), ("may ask anybody to leave",)),
    ),
)
def test_wespa_6_2_6_4_nsa_guideline_21_conduct(kind: str, book: str, words: tuple[str, ...]) -> None:
    check(kind, book, words)


@pytest.mark.parametrize(
    "kind", ["out_of_order", "late_underdraw", "tile_found_out", "tile_found_in", "abuse", "cheating"]
)
@pytest.mark.parametrize("book", SILENT)
def test_where_the_short_books_are_silent_the_director_rules(kind: str, book: str) -> None:
    assert procedure(kind, rulebook(book)) == DIRECTOR


@pytest.mark.parametrize("kind", ["cheating", "collusion", "score_knowingly_wrong", "overdraw_concealed", "abuse"])
@pytest.mark.parametrize("book", WESPA)
def test_wespa_6_2_4_b_the_gravest_are_reported(kind: str, book: str) -> None:
    assert procedure(kind, rulebook(book)).report


def test_nsa_guideline_2_alone_asks_for_an_incident_report_of_an_incident() -> None:
    assert [kind for kind in TYPES if procedure(kind, rulebook(NSA)).report] == ["blank_disputed"]


def test_a_procedure_says_nothing_twice() -> None:
    seen: dict[tuple[str, ...], str] = {}
    for kind in ("overdraw", "eight_tiles", "out_of_order", "tile_found_out", "tile_found_in", "blank_disputed"):
        found: Procedure = procedure(kind, rulebook(NSA))
        assert found.instructions not in seen
        assert len(set(found.instructions)) == len(found.instructions)
        seen[found.instructions] = kind
