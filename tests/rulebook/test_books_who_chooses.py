"""Who chooses: what each book leaves to the organiser, by which rule, and what it fixes."""

import pytest

from tdsuite.tournaments.rulebooks import outcomes as o
from tdsuite.tournaments.rulebooks import terms as t
from tdsuite.tournaments.rulebooks.model import Provision
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.rulebook.in_books import at

W10, W12, NSA, SOWPODS, GUIDE = BOOKS = ("wespa-2010", "wespa-2012", "nsa-2004", "sowpods-club", "scrabble-guide")


def provision_at(book: str, path: str) -> Provision:
    return at(RULEBOOKS[book], path)


@pytest.mark.parametrize("book", [W10, W12])
def test_wespa_5_3_5_another_game_time_is_possible_and_not_standard(book: str) -> None:
    span = provision_at(book, "before.game_time.seconds").span
    assert span is not None
    assert (span.low, span.high, span.rule, span.standard) == (1, 120, "5.3.5", False)


@pytest.mark.parametrize("book", [NSA, SOWPODS, GUIDE])
def test_nsa_i_a_3_sowpods_equipment_guide_time_25_minutes_are_fixed(book: str) -> None:
    assert not provision_at(book, "before.game_time.seconds").open


@pytest.mark.parametrize(
    ("book", "codes"),
    [
        (W10, []),
        (W12, []),
        (NSA, []),
        (SOWPODS, ["books", "computer"]),
        (
            GUIDE,
            [
                "director",
                "collins-2007",
                "collins-2011",
                "collins-2014",
                "collins-2019",
                "collins-2021",
                "collins-2024",
            ],
        ),
    ],
)
def test_word_source_is_fixed_but_for_sowpods_play_10_and_the_guides_edition(book: str, codes: list[str]) -> None:
    assert [choice.code for choice in provision_at(book, "before.word_source").choices] == codes


@pytest.mark.parametrize("book", [W10, W12, NSA, SOWPODS, GUIDE])
def test_wespa_1_2_b_no_book_lets_an_event_deviate_from_its_word_source(book: str) -> None:
    assert provision_at(book, "before.word_source").value.may_deviate is False


@pytest.mark.parametrize(
    ("book", "systems"),
    [
        (W10, [("assigned", "2.1(b)(i)"), ("balance", "2.1(b)(ii)"), ("draw", "2.1(a)")]),
        (W12, [("assigned", "2.1(b)(i)"), ("balance", "2.1(b)(ii)"), ("draw", "2.1(a)")]),
        (NSA, [("assigned", "I.C"), ("balance", "I.C")]),
        (SOWPODS, []),
        (GUIDE, []),
    ],
)
def test_wespa_2_1_nsa_i_c_the_organisers_system_for_starts(book: str, systems: list[tuple[str, str]]) -> None:
    choices = provision_at(book, "starting.who_starts.system").choices
    assert [(choice.code, choice.rule) for choice in choices] == systems
    assert all(choice.standard for choice in choices)


@pytest.mark.parametrize(("book", "open_"), [(W10, False), (W12, False), (NSA, False), (SOWPODS, True), (GUIDE, True)])
def test_wespa_2_3_6_a_nsa_iii_g_1_fix_the_lateness_margin_and_other_books_leave_it_open(
    book: str, open_: bool
) -> None:
    assert provision_at(book, "starting.lateness_forfeit.margin").open is open_


PENALTIES = [
    ("single", "3.10.15(b)(i)", True),
    ("word:5", "3.10.15(b)(ii)", True),
    ("turn:5", "3.10.15(b)(iii)", True),
    ("word:10", "3.10.15(b)(iv)", True),
    ("turn:10", "3.10.15(b)(iv)", True),
    ("double", "3.10.15(b)(v)", True),
    ("dingle", "3.10.15(c)(i)", False),
    ("rising:5-10", "3.10.15(c)(ii)", False),
    ("rising:5-5-10-20-30", "3.10.15(c)(iii)", False),
    ("time:60", "3.10.15(c)(iv)", False),
]


@pytest.mark.parametrize("book", [W10, W12])
def test_wespa_3_10_15_every_penalty_with_its_rule_and_whether_it_is_standard(book: str) -> None:
    choices = provision_at(book, "during.challenge.scheme").choices
    assert sorted((one.code, one.rule, one.standard) for one in choices) == sorted(PENALTIES)


@pytest.mark.parametrize("book", [NSA, GUIDE])
def test_nsa_ii_l_5_guide_challenges_leave_no_choice_of_penalty(book: str) -> None:
    assert not provision_at(book, "during.challenge.scheme").open


@pytest.mark.parametrize("book", [W10, W12])
def test_wespa_a_rising_penalty_counts_in_the_game_unless_the_organiser_says_in_the_event(book: str) -> None:
    counted = provision_at(book, "during.challenge.counted_over")
    assert [(one.code, one.value) for one in counted.choices] == [
        ("game", t.CountSpan.GAME),
        ("event", t.CountSpan.EVENT),
    ]


@pytest.mark.parametrize("book", [W10, W12])
def test_wespa_5_1_4_the_organiser_says_which_of_a_and_b_is_in_force(book: str) -> None:
    choices = provision_at(book, "ending.tiles_left").choices
    assert [(one.code, one.value, one.rule, one.standard) for one in choices] == [
        ("a", o.TilesLeft.SPLIT, "5.1.4(a)", True),
        ("b", o.TilesLeft.DOUBLE, "5.1.4(b)", True),
    ]


@pytest.mark.parametrize("book", [NSA, SOWPODS, GUIDE])
def test_nsa_iii_c_1_sowpods_scoring_9_guide_ending_leave_no_choice_for_tiles_left(book: str) -> None:
    assert not provision_at(book, "ending.tiles_left").open


@pytest.mark.parametrize("book", [SOWPODS, GUIDE])
@pytest.mark.parametrize(
    ("path", "note"),
    [
        ("results.signed_sheet", "Ours: as WESPA 5.4.1."),
        ("results.resigning.margin", "Ours: as WESPA 5.7(c)."),
        ("results.bye.spread", "Ours: as NSA III.G.3."),
        ("results.bye.rated", "Ours: as NSA III.G."),
    ],
)
def test_as_wespa_and_as_nsa_are_said_in_the_note(book: str, path: str, note: str) -> None:
    assert provision_at(book, path).note == note


@pytest.mark.parametrize("book", BOOKS)
def test_nsa_iii_g_3_alone_fixes_what_a_bye_is_worth(book: str) -> None:
    assert provision_at(book, "results.bye.half_wins").open is (book != NSA)
    assert provision_at(book, "results.bye.spread").open is (book != NSA)
