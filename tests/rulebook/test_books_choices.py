"""What an organiser may vary, and the rules in force once they have."""

import pytest

from tdsuite.tournaments.rulebooks.choices import (
    OPTIONS,
    ChoiceNotAllowed,
    OptionFor,
    Row,
    UnknownChoice,
    Whose,
    describe,
    effective,
    options,
    provisions,
)
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS, rulebook
from tests.rulebook.in_books import at, plain, said

BOOKS = [pytest.param(book, id=key) for key, book in RULEBOOKS.items()]
WESPA = ("wespa-2010", "wespa-2012")


def option(key: str, name: str) -> OptionFor:
    return next(each for each in options(rulebook(key)) if each.key == name)


def row(key: str, title: str, **choices: str) -> Row:
    return next(each for each in describe(rulebook(key), choices) if each.title == title)


# ── what each book leaves open ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("key", "yours"),
    [
        *(
            (
                key,
                [
                    "game_minutes",
                    "start_system",
                    "absent_margin",
                    "challenge_penalty",
                    "penalty_counts",
                    "overtime_margin",
                    "tiles_left",
                    "bye_result",
                    "bye_spread",
                ],
            )
            for key in WESPA
        ),
        ("nsa-2004", ["start_system"]),
        (
            "sowpods-club",
            ["word_source", "lateness_margin", "absent_margin", "challenge_penalty", "bye_result", "bye_spread"],
        ),
        ("scrabble-guide", ["word_source", "lateness_margin", "absent_margin", "bye_result", "bye_spread"]),
    ],
)
def test_each_book_leaves_these_to_the_organiser(key: str, yours: list[str]) -> None:
    assert [each.key for each in options(rulebook(key)) if not each.fixed] == yours


@pytest.mark.parametrize(
    ("key", "defaults"),
    [
        *(
            (key, ["by-the-book", "25", "assigned", "75", "75", "word:5", "game", "opponents-lead", "a", "win", "50"])
            for key in WESPA
        ),
        ("nsa-2004", ["by-the-book", "25", "assigned", "50", "50", "double", "game", "by-the-book", "b", "win", "50"]),
        ("sowpods-club", ["books", "25", "draw", "50", "50", "single", "game", "by-the-book", "b", "win", "50"]),
        ("scrabble-guide", ["director", "25", "draw", "50", "50", "single", "game", "by-the-book", "b", "win", "50"]),
    ],
)  # fmt: skip
def test_defaults_in_the_order_of_the_options(key: str, defaults: list[str]) -> None:
    assert [each.default for each in options(rulebook(key))] == defaults


def test_the_options_are_these_and_their_paths_lead_to_provisions() -> None:
    assert [each.key for each in OPTIONS] == [
        "word_source",
        "game_minutes",
        "start_system",
        "lateness_margin",
        "absent_margin",
        "challenge_penalty",
        "penalty_counts",
        "overtime_margin",
        "tiles_left",
        "bye_result",
        "bye_spread",
    ]
    paths = {path for _, _, path, _ in provisions(rulebook("wespa-2010"))}
    assert all(path in paths for each in OPTIONS for path in (each.path, *each.follows))


@pytest.mark.parametrize("book", BOOKS)
def test_every_open_provision_is_an_option(book: Rulebook) -> None:
    open_paths = {path for path, each in said(book).items() if each.open}
    assert open_paths <= {".".join(each.path) for each in OPTIONS}


@pytest.mark.parametrize("book", BOOKS)
def test_a_books_own_defaults_may_all_be_named_and_change_no_value(book: Rulebook) -> None:
    rules = effective(book, {each.key: each.default for each in options(book)})
    before, after = said(book), said(rules.rulebook)
    assert {path: each.value for path, each in after.items()} == {path: each.value for path, each in before.items()}
    assert rules.warnings == ()


@pytest.mark.parametrize("book", BOOKS)
def test_nothing_chosen_is_the_book_itself(book: Rulebook) -> None:
    rules = effective(book, {})
    assert (rules.rulebook, rules.chosen) == (book, ())


@pytest.mark.parametrize("book", BOOKS)
def test_every_listed_choice_is_accepted_by_its_code(book: Rulebook) -> None:
    for each in options(book):
        for choice in each.values:
            chosen = effective(book, {each.key: choice.code}).chosen
            assert [(one.key, one.code, one.text) for one in chosen] == [(each.key, choice.code, choice.label)]


# ── choices put in ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("key", "name", "text", "path", "says"),
    [
        ("wespa-2010", "challenge_penalty", "double", "during.challenge.scheme", ("double", "3.10.15(b)(v)")),
        ("wespa-2010", "challenge_penalty", "time:90", "during.challenge.scheme", ("time:90", "3.10.15(c)")),
        ("wespa-2010", "challenge_penalty", "rising:5-10-20", "during.challenge.scheme", ("rising:5-10-20", "3.10.15(c)")),
        ("wespa-2010", "penalty_counts", "event", "during.challenge.counted_over", ("event", "")),
        ("wespa-2010", "tiles_left", "b", "ending.tiles_left", ("b", "5.1.4(b)")),
        ("wespa-2012", "start_system", "balance", "starting.who_starts.system", ("balance", "2.1(b)(ii)")),
        ("wespa-2012", "start_system", "draw", "starting.who_starts.system", ("draw", "2.1(a)")),
        ("wespa-2010", "game_minutes", "20", "before.game_time.seconds", (1200, "5.3.5")),
        ("wespa-2010", "bye_result", "half", "results.bye.half_wins", (1, "")),
        ("wespa-2010", "bye_spread", "0", "results.bye.spread", (0, "")),
        ("wespa-2010", "absent_margin", "100", "starting.both_absent.neither_margin", (100, "")),
        ("nsa-2004", "start_system", "balance", "starting.who_starts.system", ("balance", "I.C")),
        ("sowpods-club", "lateness_margin", "75", "starting.lateness_forfeit.margin", (75, "")),
        ("scrabble-guide", "lateness_margin", "75", "starting.lateness_forfeit.elected_margin", (75, "")),
    ],
)  # fmt: skip
def test_a_choice_is_put_into_the_rulebook(key: str, name: str, text: str, path: str, says: object) -> None:
    provision = at(effective(rulebook(key), {name: text}).rulebook, path)
    assert (plain(provision.value), provision.rule) == says


def test_a_choice_changes_nothing_else() -> None:
    book = rulebook("wespa-2010")
    before, after = said(book), said(effective(book, {"tiles_left": "b"}).rulebook)
    assert [path for path in before if before[path] != after[path]] == ["ending.tiles_left"]


def test_a_choice_with_a_rule_behind_it_is_no_longer_our_default() -> None:
    book = rulebook("wespa-2010")
    assert at(book, "ending.tiles_left").ours
    assert not at(effective(book, {"tiles_left": "a"}).rulebook, "ending.tiles_left").ours


def test_the_rules_in_force_keep_the_books_key_and_name() -> None:
    rules = effective(rulebook("nsa-2004"), {"start_system": "balance"})
    assert (rules.rulebook.key, rules.rulebook.name) == ("nsa-2004", "NSA Official Tournament Rules")


# ── what may cost the rating ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("code", ["single", "word:5", "turn:5", "word:10", "turn:10", "double"])
def test_wespa_3_10_15_b_standard_penalties_carry_no_warning(code: str) -> None:
    assert effective(rulebook("wespa-2010"), {"challenge_penalty": code}).warnings == ()


@pytest.mark.parametrize(
    ("code", "text", "rule"),
    [
        ("dingle", "dingle: first free, then loss of turn", "3.10.15(c)(i)"),
        ("rising:5-10", "5-10 points, rising", "3.10.15(c)(ii)"),
        ("rising:5-5-10-20-30", "5-5-10-20-30 points, rising", "3.10.15(c)(iii)"),
        ("time:60", "60 seconds off the clock", "3.10.15(c)(iv)"),
        ("word:7", "7 points a word", "3.10.15(c)"),
        ("turn:20", "20 points a turn", "3.10.15(c)"),
    ],
)
def test_wespa_3_10_15_d_other_penalties_may_make_the_event_non_ratable(code: str, text: str, rule: str) -> None:
    rules = effective(rulebook("wespa-2010"), {"challenge_penalty": code})
    assert rules.warnings == (
        f"Challenge penalty: {text} is not standard and may make the event non-ratable ({rule}).",
    )


@pytest.mark.parametrize(
    ("minutes", "warnings"),
    [
        ("25", ()),
        (
            "20",
            ("Minutes for each player: 20 minutes each is not standard and may make the event non-ratable (5.3.5).",),
        ),
    ],
)
def test_wespa_5_3_5_another_game_time_may_make_the_event_non_ratable(minutes: str, warnings: tuple[str, ...]) -> None:
    assert effective(rulebook("wespa-2010"), {"game_minutes": minutes}).warnings == warnings


# ── refusals ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_unknown_choice_names_those_there_are() -> None:
    with pytest.raises(UnknownChoice) as refused:
        effective(rulebook("wespa-2010"), {"colour": "red"})
    assert refused.value.key == "colour"
    assert str(refused.value) == (
        "There is nothing called 'colour' to choose. You may choose: word_source, game_minutes, start_system, "
        "lateness_margin, absent_margin, challenge_penalty, penalty_counts, overtime_margin, tiles_left, bye_result, "
        "bye_spread."
    )


@pytest.mark.parametrize(
    ("key", "name", "text", "message"),
    [
        (
            "wespa-2010", "lateness_margin", "100",
            "lateness_margin: '100' is not allowed by WESPA Game Rules 2.0 (2010) (2.3.6(a)). Allowed: only 75.",
        ),
        (
            "wespa-2010", "word_source", "collins-2019",
            "word_source: 'collins-2019' is not allowed by WESPA Game Rules 2.0 (2010) (1.2(b), App. 2). "
            "Allowed: only by-the-book.",
        ),
        (
            "nsa-2004", "challenge_penalty", "word:5",
            "challenge_penalty: 'word:5' is not allowed by NSA Official Tournament Rules (II.L.5). "
            "Allowed: only double.",
        ),
        (
            "nsa-2004", "game_minutes", "20",
            "game_minutes: '20' is not allowed by NSA Official Tournament Rules (I.A.3). Allowed: only 25.",
        ),
        (
            "nsa-2004", "bye_result", "half",
            "bye_result: 'half' is not allowed by NSA Official Tournament Rules (III.G.3). Allowed: only win.",
        ),
        (
            "nsa-2004", "start_system", "draw",
            "start_system: 'draw' is not allowed by NSA Official Tournament Rules (I.C). Allowed: assigned, balance.",
        ),
        (
            "sowpods-club", "tiles_left", "a",
            "tiles_left: 'a' is not allowed by SOWPODS club and tournament rules (Scoring 9). Allowed: only b.",
        ),
        (
            "wespa-2010", "bye_spread", "-50",
            "bye_spread: '-50' is not allowed by WESPA Game Rules 2.0 (2010). "
            "Allowed: a whole number from 0 to 500.",
        ),
        (
            "wespa-2010", "challenge_penalty", "word:0",
            "challenge_penalty: 'word:0' is not allowed by WESPA Game Rules 2.0 (2010) (3.10.15(b)(ii)). Allowed: "
            "word:5, single, turn:5, word:10, turn:10, double, dingle, rising:5-10, rising:5-5-10-20-30, time:60, "
            "or the same kinds at other amounts.",
        ),
    ],
)  # fmt: skip
def test_a_refused_choice_names_field_value_rule_and_what_is_allowed(
    key: str, name: str, text: str, message: str
) -> None:
    with pytest.raises(ChoiceNotAllowed) as refused:
        effective(rulebook(key), {name: text})
    assert (refused.value.key, refused.value.value) == (name, text)
    assert str(refused.value) == message


@pytest.mark.parametrize("text", ["0", "121", "", "1.5", "25m", "９", "99999999999999999999"])
def test_game_minutes_are_whole_numbers_from_1_to_120(text: str) -> None:
    with pytest.raises(ChoiceNotAllowed) as refused:
        effective(rulebook("wespa-2010"), {"game_minutes": text})
    assert refused.value.allowed == "a whole number from 1 to 120"


# ── the table for people ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", BOOKS)
def test_the_table_has_a_row_for_every_provision_in_the_books_order(book: Rulebook) -> None:
    rows = describe(book, {})
    assert [each.title for each in rows] == [title for _, title, _, _ in provisions(book)]
    assert len({(each.section, each.title) for each in rows}) == len(rows) == len(list(provisions(book)))


@pytest.mark.parametrize("book", BOOKS)
def test_whose_a_row_is_follows_from_its_provision(book: Rulebook) -> None:
    for each, provision in zip(describe(book, {}), said(book).values(), strict=True):
        expected = Whose.YOURS if provision.open else Whose.OURS if provision.ours else Whose.FIXED
        assert (each.whose, each.our_default, bool(each.option)) == (expected, provision.ours, provision.open)


def test_a_row_the_book_fixes() -> None:
    assert row("wespa-2010", "Late: may elect to forfeit") == Row(
        section="Starting and lateness",
        title="Late: may elect to forfeit",
        text="Once the timer was started and the assigned time is under 15:00.",
        rule="2.3.4",
        whose=Whose.FIXED,
        our_default=False,
    )


def test_a_row_the_organiser_has_not_chosen_says_what_there_is() -> None:
    assert row("wespa-2010", "Tiles left when a player goes out") == Row(
        section="Ending and scoring",
        title="Tiles left when a player goes out",
        text="(a) their value to the player who went out and off the opponent, or (b) twice their value to that "
        "player alone; the organiser lets all players know which.",
        rule="5.1.4",
        whose=Whose.YOURS,
        our_default=True,
        note="Ours: (a), as Appendix 1.",
        option="tiles_left",
    )


def test_a_row_the_organiser_has_chosen_says_what() -> None:
    assert row("wespa-2010", "Tiles left when a player goes out", tiles_left="b") == Row(
        section="Ending and scoring",
        title="Tiles left when a player goes out",
        text="(b) twice the value added.",
        rule="5.1.4(b)",
        whose=Whose.YOURS,
        our_default=False,
        option="tiles_left",
    )


def test_a_chosen_row_without_a_rule_is_the_organisers_and_not_our_default() -> None:
    chosen = row("wespa-2010", "Bye: spread", bye_spread="0")
    assert (chosen.text, chosen.whose, chosen.our_default) == ("0 points.", Whose.YOURS, False)


def test_a_row_that_may_cost_the_rating_carries_the_warning() -> None:
    assert row("wespa-2010", "Challenge penalty: scheme", challenge_penalty="dingle").warning == (
        "Challenge penalty: dingle: first free, then loss of turn is not standard and may make the event "
        "non-ratable (3.10.15(c)(i))."
    )


def test_a_row_of_ours_says_so() -> None:
    silent = row("scrabble-guide", "Six zero turns: tiles left")
    assert (silent.whose, silent.rule, silent.text) == (Whose.OURS, "", "No adjustment.")
