"""What an organiser may vary, and the rules in force once they have."""

from dataclasses import replace
from datetime import date

import pytest

from tdsuite.tournaments.rulebooks.choices import (
    OPTIONS,
    ChoiceNotAllowed,
    Row,
    UnknownChoice,
    Whose,
    describe,
    effective,
    in_force,
    options,
    provisions,
)
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.registry import rulebook
from tdsuite.tournaments.rulebooks.summary import summary
from tests.rulebook.books import ALL, WESPA_2010
from tests.rulebook.in_books import at, plain, said


def row(key: str, title: str, **choices: str) -> Row:
    return next(each for each in describe(rulebook(key), choices) if each.title == title)


@pytest.mark.parametrize("book", ALL)
def test_nothing_chosen_or_every_default_named_is_the_book_itself(book: Rulebook) -> None:
    rules = effective(book, {})
    assert (rules.rulebook, rules.chosen) == (book, ())
    rules = effective(book, {each.key: each.default for each in options(book)})
    before, after = said(book), said(rules.rulebook)
    assert {path: each.value for path, each in after.items()} == {path: each.value for path, each in before.items()}
    assert rules.warnings == ()


@pytest.mark.parametrize("book", ALL)
def test_every_listed_choice_is_accepted_by_its_code(book: Rulebook) -> None:
    for each in options(book):
        for choice in each.values:
            chosen = effective(book, {each.key: choice.code}).chosen
            assert [(one.key, one.code, one.text) for one in chosen] == [(each.key, choice.code, choice.label)]


@pytest.mark.parametrize(
    ("key", "name", "text", "path", "says"),
    [
        ("wespa-2010", "challenge_penalty", "double", "during.challenge.scheme", ("double", "3.10.15(b)(v)")),
        ("wespa-2010", "challenge_penalty", "time:90", "during.challenge.scheme", ("time:90", "3.10.15(c)")),
        ("wespa-2010", "challenge_penalty", "rising:5-10-20", "during.challenge.scheme", ("rising:5-10-20", "3.10.15(c)")),
        ("wespa-2010", "penalty_counts", "event", "during.challenge.counted_over", ("event", "")),
        ("wespa-2012", "start_system", "draw", "starting.who_starts.system", ("draw", "2.1(a)")),
        ("wespa-2010", "game_minutes", "20", "before.game_time.seconds", (1200, "5.3.5")),
        ("wespa-2010", "bye_result", "half", "results.bye.half_wins", (1, "")),
        ("wespa-2010", "bye_spread", "0", "results.bye.spread", (0, "")),
        ("wespa-2010", "absent_margin", "100", "starting.both_absent.neither_margin", (100, "")),
        ("nsa-2004", "start_system", "balance", "starting.who_starts.system", ("balance", "I.C")),
        ("scrabble-guide", "lateness_margin", "75", "starting.lateness_forfeit.elected_margin", (75, "")),
    ],
)  # fmt: skip
def test_a_choice_is_put_into_the_rulebook(key: str, name: str, text: str, path: str, says: object) -> None:
    changed = effective(rulebook(key), {name: text}).rulebook
    provision = at(changed, path)
    assert (plain(provision.value), provision.rule) == says
    assert (changed.key, changed.name) == (key, rulebook(key).name)


def test_a_choice_changes_nothing_else_and_with_a_rule_behind_it_is_no_longer_our_default() -> None:
    before, after = said(WESPA_2010), said(effective(WESPA_2010, {"tiles_left": "b"}).rulebook)
    assert [path for path in before if before[path] != after[path]] == ["ending.tiles_left"]
    assert (before["ending.tiles_left"].ours, after["ending.tiles_left"].ours) == (True, False)
    assert not at(effective(WESPA_2010, {"tiles_left": "a"}).rulebook, "ending.tiles_left").ours


@pytest.mark.parametrize(
    ("code", "text", "rule"),
    [
        *((standard, "", "") for standard in ("single", "word:5", "turn:5", "word:10", "turn:10", "double")),
        ("dingle", "dingle: first free, then loss of turn", "3.10.15(c)(i)"),
        ("rising:5-10", "5-10 points, rising", "3.10.15(c)(ii)"),
        ("rising:5-5-10-20-30", "5-5-10-20-30 points, rising", "3.10.15(c)(iii)"),
        ("time:60", "60 seconds off the clock", "3.10.15(c)(iv)"),
        ("word:7", "7 points a word", "3.10.15(c)"),
    ],
)
def test_wespa_3_10_15_b_d_penalties_but_the_standard_ones_may_make_the_event_non_ratable(code, text, rule) -> None:
    says = f"Challenge penalty: {text} is not standard and may make the event non-ratable ({rule})."
    assert effective(WESPA_2010, {"challenge_penalty": code}).warnings == ((says,) if text else ())
    assert row("wespa-2010", "Challenge penalty: scheme", challenge_penalty=code).warning == (says if text else "")


def test_wespa_5_3_5_another_game_time_may_make_the_event_non_ratable() -> None:
    assert effective(WESPA_2010, {"game_minutes": "25"}).warnings == ()
    assert effective(WESPA_2010, {"game_minutes": "20"}).warnings == (
        "Minutes for each player: 20 minutes each is not standard and may make the event non-ratable (5.3.5).",
    )


def test_an_unknown_choice_names_those_there_are() -> None:
    with pytest.raises(UnknownChoice) as refused:
        effective(WESPA_2010, {"colour": "red"})
    keys = ", ".join(each.key for each in OPTIONS)
    assert str(refused.value) == f"There is nothing called 'colour' to choose. You may choose: {keys}."


@pytest.mark.parametrize(
    ("key", "name", "text", "rule", "allowed"),
    [
        ("wespa-2010", "lateness_margin", "100", " (2.3.6(a))", "only 75"),
        ("wespa-2010", "word_source", "collins-2019", " (1.2(b), App. 2)", "only by-the-book"),
        ("nsa-2004", "challenge_penalty", "word:5", " (II.L.5)", "only double"),
        ("nsa-2004", "game_minutes", "20", " (I.A.3)", "only 25"),
        ("nsa-2004", "bye_result", "half", " (III.G.3)", "only win"),
        ("nsa-2004", "absent_margin", "200", " (III.G.1)", "only 50"),
        ("nsa-2004", "start_system", "draw", " (I.C)", "assigned, balance"),
        ("sowpods-club", "tiles_left", "a", " (Scoring 9)", "only b"),
        ("wespa-2010", "bye_spread", "-50", "", "a whole number from 0 to 500"),
        ("wespa-2010", "challenge_penalty", "word:0", " (3.10.15(b)(ii))",
         "word:5, single, turn:5, word:10, turn:10, double, dingle, rising:5-10, rising:5-5-10-20-30, time:60, "
         "or the same kinds at other amounts"),
    ],
)  # fmt: skip
def test_wespa_2_3_6_a_nsa_ii_l_5_iii_g_1_a_refused_choice_names_field_value_rule_and_what_is_allowed(
    key: str, name: str, text: str, rule: str, allowed: str
) -> None:
    with pytest.raises(ChoiceNotAllowed) as refused:
        effective(rulebook(key), {name: text})
    assert (refused.value.key, refused.value.value) == (name, text)
    book = rulebook(key).name
    assert str(refused.value) == f"{name}: {text!r} is not allowed by {book}{rule}. Allowed: {allowed}."


@pytest.mark.parametrize("text", ["0", "121", "", "1.5", "25m", "９", "99999999999999999999"])
def test_game_minutes_are_whole_numbers_from_1_to_120(text: str) -> None:
    with pytest.raises(ChoiceNotAllowed) as refused:
        effective(WESPA_2010, {"game_minutes": text})
    assert refused.value.allowed == "a whole number from 1 to 120"


@pytest.mark.parametrize("book", ALL)
def test_the_table_has_a_row_for_every_provision_and_says_whose_it_is(book: Rulebook) -> None:
    rows = describe(book, {})
    assert [each.title for each in rows] == [title for _, title, _, _ in provisions(book)]
    assert len({(each.section, each.title) for each in rows}) == len(rows)
    for each, provision in zip(rows, said(book).values(), strict=True):
        expected = Whose.YOURS if provision.open else Whose.OURS if provision.ours else Whose.FIXED
        assert (each.whose, each.our_default, bool(each.option)) == (expected, provision.ours, provision.open)
        assert (each.rule, each.note) == (provision.rule, provision.note)


def test_wespa_5_1_4_a_row_the_organiser_may_choose_and_has_chosen() -> None:
    title = "Tiles left when a player goes out"
    still_open, chosen = row("wespa-2010", title), row("wespa-2010", title, tiles_left="b")
    expected = (Whose.YOURS, True, "Ours: (a), as Appendix 1.")
    assert (still_open.whose, still_open.our_default, still_open.note) == expected
    assert chosen == Row(
        section="Ending and scoring", title=title, text="(b) twice the value added.", rule="5.1.4(b)",
        whose=Whose.YOURS, our_default=False, option="tiles_left",
    )  # fmt: skip


def test_a_chosen_row_without_a_rule_is_the_organisers_and_not_our_default() -> None:
    chosen = row("wespa-2010", "Bye: spread", bye_spread="0")
    assert (chosen.text, chosen.whose, chosen.our_default) == ("0 points.", Whose.YOURS, False)


@pytest.mark.parametrize(
    ("choices", "tile_draw", "tests", "rising", "due"),
    [
        ({}, False, False, False, True),
        ({"start_system": "balance"}, True, True, False, True),
        ({"start_system": "draw"}, True, False, False, True),
        ({"challenge_penalty": "rising:5-10"}, False, False, True, True),
        ({"challenge_penalty": "single"}, False, False, False, False),
    ],
)
def test_players_are_told_what_can_matter_at_their_event(choices, tile_draw, tests, rising, due) -> None:
    titles = {one.title for group in summary(effective(WESPA_2010, choices), date(2026, 5, 17)) for one in group.rules}
    asked = ("Tile draw: on a tie", "Who starts: self-balancing tests", "Challenge penalty: rising penalties count")
    assert [title in titles for title in (*asked, "Challenge penalty: due")] == [tile_draw, tests, rising, due]
    assert "Lateness forfeit: margin where elected" not in titles  # the same as the other
    assert {"Late: the clock", "Challenge penalty: scheme"} <= titles


@pytest.mark.parametrize("book", ALL)
def test_wespa_5_1_4_of_several_choices_the_one_in_force_is_told_after_the_books_words(book: Rulebook) -> None:
    """Before anybody has chosen; what was chosen is told alone, with its own rule."""
    for option in OPTIONS:
        for choice in at(book, ".".join(option.path)).choices:
            rules = effective(book, {option.key: choice.code})
            for each in (rules, replace(rules, chosen=())):
                rows = {one.title: one for group in summary(each, date(2026, 5, 17)) for one in group.rules}
                title, explain = next((title, one.explain) for _, title, path, one in provisions(each.rulebook) if path == option.path)  # fmt: skip
                if title in rows:
                    alone = bool(each.chosen) or in_force(choice) == explain
                    assert (" In force: " in str(rows[title].text)) is not alone
                    assert rows[title].rule == choice.rule
