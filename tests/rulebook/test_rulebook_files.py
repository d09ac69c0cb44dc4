"""Rulebooks that organisers load from files: what one may say, what comes of it, and what is said of a faulty one."""

import re
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from results.rulings.engine.endgame import overtime_points
from results.sheets.engine.own_lines import terms_of
from tdsuite.tournaments.rulebooks.as_file import as_file
from tdsuite.tournaments.rulebooks.checking import faults
from tdsuite.tournaments.rulebooks.choices import options, provisions
from tdsuite.tournaments.rulebooks.file_values import LIMITS, decode, encode, kinds
from tdsuite.tournaments.rulebooks.loading import BadRulebookFile, sha256_of, tidy
from tdsuite.tournaments.rulebooks.model import Rulebook, Source
from tdsuite.tournaments.rulebooks.registry import BOOKS as BOOK_FILES, RULEBOOKS, read_rulebook
from tests.rulebook.books import ALL

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
HEAD = """\
key = "our-club"
name = "Our club"
based_on = "wespa-2012"
[source]
document = "Club rules"
"""
OVERTIME = """\
[changes."ending.overtime.points"]
value = 5
rule = "Club 7"
explain = "5 points a minute"
"""


def crossplay() -> Rulebook:
    return read_rulebook(tidy((EXAMPLES / "crossplay.toml").read_bytes()))


def uncommented(text: str) -> str:
    """The file to start from with every change written out."""
    return re.sub(r"(?m)^# (?=\[changes|\w+ = |  \{|\]$)", "", text)


@pytest.mark.parametrize("book", ALL)
def test_every_value_of_every_book_is_written_and_read_back(book: Rulebook) -> None:
    for _, _, path, provision in provisions(book):
        limit = LIMITS.get(".".join(path), (0, 86400))
        assert decode(encode(provision.value), kinds()[path], limit) == provision.value


def test_the_paths_a_file_may_change_are_those_of_the_books() -> None:
    assert tuple(map(".".join, kinds())) == tuple(".".join(path) for _, _, path, _ in provisions(RULEBOOKS["nsa-2004"]))


def test_what_a_value_of_a_book_leaves_out_is_no_or_nothing() -> None:
    """But for what these name: a default of yes would change every book that says nothing."""
    parts, usual = set(kinds().values()), {}
    while parts:
        part = parts.pop()
        parts |= set(get_args(part))
        if is_dataclass(part):
            parts |= set(get_type_hints(part).values())
            usual |= {f"{part.__name__}.{field.name}": field.default for field in fields(part)}
    whole = {name: value for name, value in usual.items() if isinstance(value, int) and value}
    assert whole == {"TimeRule.in_game": True, "WordList.min_length": 2, "WordList.max_length": 15}


@pytest.mark.parametrize("book", ALL)
def test_the_suites_own_books_fit_together(book: Rulebook) -> None:
    assert list(faults(book)) == []


@pytest.mark.parametrize("book", ALL)
def test_a_file_to_start_from_loads_as_it_is_and_changes_nothing(book: Rulebook) -> None:
    loaded = read_rulebook(as_file(book))
    assert (loaded.key, loaded.based_on) == (f"{book.key}-ours", book.key)
    assert all(left == right for left, right in zip(provisions(loaded), provisions(book), strict=True))


@pytest.mark.parametrize("book", ALL)
def test_a_file_to_start_from_holds_the_whole_book(book: Rulebook) -> None:
    loaded = read_rulebook(uncommented(as_file(book)))
    named = {"key": book.key, "name": book.name, "source": book.source, "based_on": book.based_on, "sha256": ""}
    assert replace(loaded, **named) == book


@pytest.mark.parametrize("key", [key for key, book in RULEBOOKS.items() if not book.based_on])
def test_a_book_without_based_on_stands_alone_and_needs_every_provision(key: str) -> None:
    text = (BOOK_FILES / f"{key}.toml").read_text(encoding="utf-8").replace(f'key = "{key}"', 'key = "ours"', 1)
    loaded = read_rulebook(text)
    assert (loaded.based_on, loaded.sha256) == ("", sha256_of(text))
    assert list(provisions(loaded)) == list(provisions(RULEBOOKS[key]))
    less = re.sub(r'\[provisions\."ending\.tiles_left"\]\n(.+\n)+', "", text)
    with pytest.raises(BadRulebookFile, match=r"without based_on has every provision\. Missing: ending\.tiles_left\.$"):
        read_rulebook(less)


def test_what_a_file_leaves_out_is_the_base_books_own() -> None:
    book, base = read_rulebook(HEAD + OVERTIME), RULEBOOKS["wespa-2012"]
    differing = [
        path for (_, _, path, new), (*_, old) in zip(provisions(book), provisions(base), strict=True) if new != old
    ]
    assert differing == [("ending", "overtime", "points")]
    points = book.ending.overtime.points
    assert (points.value, points.rule, points.ours, points.explain) == (5, "Club 7", False, "5 points a minute.")
    assert (book.source, book.sha256) == (Source(document="Club rules"), sha256_of(HEAD + OVERTIME))


def test_a_file_gives_the_organiser_choices_and_spans() -> None:
    text = (
        HEAD
        + """
[changes."during.challenge.scheme"]
value = "turn:5"
rule = "Club 3"
explain = "5 points a turn."
choices = [{value = "turn:5"}, {value = "double", rule = "Club 3a", standard = false}]
[changes."results.bye.spread"]
value = 75
ours = true
explain = "75 points."
span = {low = 50, high = 100}
"""
    )
    open_here = {option.key: option for option in options(read_rulebook(text))}
    penalty, spread = open_here["challenge_penalty"], open_here["bye_spread"]
    assert [(choice.code, choice.label, choice.standard) for choice in penalty.values] == [
        ("turn:5", "5 points a turn", True), ("double", "double: loss of turn", False),
    ]  # fmt: skip
    assert (spread.default, spread.low, spread.high, spread.fixed) == ("75", 50, 100, False)


def test_a_windows_file_with_a_mark_of_its_own_reads_the_same_and_has_the_same_hash() -> None:
    text = HEAD + OVERTIME
    windows = tidy(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert (windows, read_rulebook(windows).sha256) == (text, sha256_of(text))


# ── Crossplay ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("over", "points"), [(0, 0), (9, 0), (10, 2), (19, 2), (20, 4), (61, 12), (119, 22)])
def test_crossplay_two_points_for_each_completed_ten_seconds(over: int, points: int) -> None:
    assert overtime_points(over, crossplay()) == points


def test_started_steps_of_another_length_are_charged_whole() -> None:
    book = read_rulebook(tidy((EXAMPLES / "crossplay.toml").read_text().replace("value = false", "value = true")))
    assert [overtime_points(over, book) for over in (0, 1, 10, 11)] == [0, 2, 2, 4]
    terms = terms_of(book)
    assert terms is not None
    assert terms.description == "2 points for each 10 seconds or part of them (Overtime)"


def change(path: str, *lines: str) -> str:
    """A change that is whole but for what `lines` say otherwise."""
    return "\n".join([f'{HEAD}[changes."{path}"]', *lines]) + "\n"


CITED = ('rule = "Club 1"', 'explain = "So."')
NO_SPAN = "The suite offers no span here. Spans can stand at: "
FAULTY = {
    "no toml": (HEAD + "value = = 3\n", "cannot be read as TOML: Invalid value (at line 6, column 9). Write word = value"),
    "twice": (HEAD + 'document = "Other"\n', "cannot be read as TOML: Cannot overwrite a value (at "),
    "no key": (HEAD.replace('key = "our-club"\n', ""), 'key is missing. Write key = "club-2026".'),
    "a key of the suite": (HEAD.replace("our-club", "nsa-2004"), "is a book of the suite. Write another key, such as nsa-2004-club"),
    "a key with spaces": (HEAD.replace("our-club", "Our Club"), "A key is small letters, digits and dashes."),
    "no name": (HEAD.replace('"Our club"', '""'), 'Write name = "Rules of our club".'),
    "no such base": (HEAD.replace("wespa-2012", "wespa-2013"), 'There is no rulebook "wespa-2013". Did you mean wespa-2012?'),
    "no base": (HEAD.replace('based_on = "wespa-2012"\n', ""), 'based_on is missing. Write based_on = "wespa-2012".'),
    "no source": (HEAD.partition("[source]")[0], "The source is missing. Write [source] and below it document"),
    "no document": (HEAD.replace("document", "documents"), "There is no such word here. Did you mean document?"),
    "an address that is none": (HEAD + 'address = "www.x.org"\n', "An address begins with https://."),
    "an unknown word": ('nmae = "x"\n' + HEAD, "There is no such word here. Did you mean name?"),
    "an unknown path": (change("ending.overtme.points", "value = 1", *CITED), "Did you mean ending.overtime.points?"),
    "a row": (change("ending.overtime", "value = 1", *CITED), "a row of several provisions. There are: ending.overtime.points"),
    "a path without quotes": (
        HEAD + '[changes.ending.overtime.points]\nvalue = 1\nrule = "1"\nexplain = "So."\n',
        'The path stands in quotes. Write [changes."ending.overtime.points"].',
    ),
    "no value": (change("ending.overtime.points", *CITED), "value is missing. Write value = ..."),
    "nothing cited": (change("ending.overtime.points", "value = 1", 'explain = "So."'), "or ours = true where no rule says so."),
    "nothing explained": (change("ending.overtime.points", "value = 1", 'rule = "1"'), "explain is missing: one sentence"),
    "a rule without quotes": (
        change("ending.overtime.points", "value = 1", "rule = 5.3", 'explain = "So."'), 'Write rule = "5.3".',
    ),
    "a rule of 61 letters": (
        change("ending.overtime.points", "value = 1", f'rule = "{"x" * 61}"', 'explain = "So."'), "rule is a text of up to 60 letters",
    ),
    "a note of numbers": (change("ending.overtime.points", "value = 1", *CITED, "note = [1]"), "note is a text of up to 300 letters"),
    "a text for a number": (change("ending.overtime.points", 'value = "ten"', *CITED), '"ten" is not a whole number from 0 to 100.'),
    "a number too large": (change("results.bye.half_wins", "value = 3", *CITED), "3 is not a whole number from 0 to 2."),
    "no seconds to a step": (change("ending.overtime.per_seconds", "value = 0", *CITED), "whole number from 1 to 3600."),
    "a number for yes": (change("ending.overtime.part_counts", "value = 1", *CITED), "1 is neither true nor false."),
    "an unknown value": (change("ending.tiles_left", 'value = "c"', *CITED), '"c" is not known here. There are: a, b.'),
    "a value of 60 letters": (change("ending.tiles_left", f'value = "{"x" * 58}"', *CITED), f'"{"x" * 58}" is not known here.'),
    "a longer value": (change("ending.tiles_left", f'value = "{"x" * 59}"', *CITED), f'"{"x" * 56}... is not known here.'),
    "a misspelt value": (change("starting.who_starts.system", 'value = "balanced"', *CITED), "Did you mean balance?"),
    "an unknown field": (
        change("ending.overtime_forfeit", "value = {after = 600, minimun = 100}", *CITED), "Did you mean minimum?",
    ),
    "a field left out": (change("ending.overtime_forfeit", "value = {after = 600}", *CITED), "Write minimum too: {after = ..., minimum = ..."),
    "a penalty that is none": (change("during.challenge.scheme", 'value = "five"', *CITED), "Write single, double, dingle"),
    "a list that is none": (change("before.time_given", 'value = "2.5"', *CITED), "is no list. Write it in brackets"),
    "half a minute of game time": (change("before.game_time.seconds", "value = 90", *CITED), "Write a multiple of 60."),
    "a choice where there is none": (
        change("ending.overtime.points", "value = 1", *CITED, 'choices = [{code = "a", label = "a", value = 1}]'),
        "The suite offers no choice here. Choices can stand at: before.word_source",
    ),
    "its own value not on offer": (
        change("ending.tiles_left", 'value = "a"', *CITED, 'choices = [{code = "b", label = "b", value = "b"}]'),
        "The book's own value is not among its choices.",
    ),
    "a span of letters": (change("ending.tiles_left", 'value = "a"', *CITED, "span = {low = 1, high = 2}"), NO_SPAN),
    "a span of half wins": (change("results.bye.half_wins", "value = 2", *CITED, "span = {low = 0, high = 2}"), NO_SPAN),
    "a span of points": (change("ending.overtime.points", "value = 1", *CITED, "span = {low = 1, high = 2}"), NO_SPAN),
    "a span upside down": (
        change("results.bye.spread", "value = 50", *CITED, "span = {low = 100, high = 0}"), "whole numbers from 0 to 500",
    ),
    "the second choice of two": (
        change(
            "ending.tiles_left", 'value = "a"', *CITED, '[[changes."ending.tiles_left".choices]]', 'code = "a"', 'label = "a"',
            'value = "a"', '[[changes."ending.tiles_left".choices]]', 'code = "b"', 'label = "b"', 'value = "x"',
        ), '"x" is not known here. There are: a, b.',
    ),
    "sand timers without times": (change("before.no_clocks", 'value = {policy = "sand-timers"}', *CITED), "Write sand = {stop_after"),
    "levels gone while offences keep them": (change("results.offence_levels", "value = false", *CITED), 'Write "none"'),
    "no edition": (change("before.word_source", "value = {editions = []}", *CITED), "A word source names at least one list."),
}  # fmt: skip


@pytest.mark.parametrize(("text", "says"), FAULTY.values(), ids=FAULTY)
def test_a_faulty_file_is_told_with_the_remedy(text: str, says: str) -> None:
    with pytest.raises(BadRulebookFile) as caught:
        read_rulebook(text)
    told = [problem for problem in caught.value.problems if says in problem.says]
    assert len(told) == 1
    assert told[0].says.endswith((".", "?", '."'))


def test_a_file_with_three_faults_names_all_three_in_order() -> None:
    text = change("ending.overtime.points", "value = -1", *CITED) + '[changes."no.such"]\nvalue = 1\n'
    with pytest.raises(BadRulebookFile) as caught:
        read_rulebook('colour = "red"\n' + text)
    assert [problem.place for problem in caught.value.problems] == [
        "colour", 'changes."ending.overtime.points".value', 'changes."no.such"',
    ]  # fmt: skip


def test_a_file_that_is_not_utf_8_is_told_where() -> None:
    with pytest.raises(BadRulebookFile, match=r"^Line 2 is not UTF-8 text\. Save the file as UTF-8"):
        tidy(b'key = "x"\nname = "M\xe9t\xe9o"\n')


DEEP = {
    "words joined by dots": f"x = 1\n{'a.' * 20_000}a = 1",
    "a heading": f"[{'a.' * 30}a]",
    "tables in tables": f"x = {'{a.b.c.d = ' * 200}1{'}' * 200}",
    "lists in lists": f"x = {'[' * 300}{']' * 300}",
    "21 lists": f"x = {'[' * 21}{']' * 21}",
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_what_goes_deeper_than_any_rule_is_refused(text: str) -> None:
    with pytest.raises(BadRulebookFile) as caught:
        read_rulebook(text)
    (problem,) = caught.value.problems
    assert problem.says[:51] == "Tables and lists stand in others more than 20 deep."


def test_a_file_too_long_is_told_so() -> None:
    with pytest.raises(BadRulebookFile, match="longer than 200000 letters"):
        tidy("#" * 200_001)


@pytest.mark.parametrize(("word", "usual", "most"), [("key", "our-club", 30), ("document", "Club rules", 200)])
def test_a_key_has_30_letters_at_most_and_a_document_200(word: str, usual: str, most: int) -> None:
    assert tidy(b"#" * 200_000)
    assert read_rulebook(HEAD.replace(usual, "a" * most))
    with pytest.raises(BadRulebookFile) as caught:
        read_rulebook(HEAD.replace(usual, "a" * (most + 1)))
    assert [problem.place.split(".")[-1] for problem in caught.value.problems] == [word]


def test_of_thousands_of_faults_the_first_forty_are_told() -> None:
    text = "".join(f'[changes."no.such{number}"]\nvalue = 1\n' for number in range(5_000))
    with pytest.raises(BadRulebookFile) as caught:
        read_rulebook(HEAD + text)
    assert [problem.place for problem in caught.value.problems] == [
        f'changes."no.such{number}"' for number in range(40)
    ]


@pytest.mark.parametrize(
    ("data", "what"), [(b"%PDF-1.7\n1 0 obj", "a PDF"), (b"PK\x03\x04..", "a spreadsheet or a zip archive")]
)
def test_a_file_that_is_not_text_is_refused_by_what_it_is(data, what):
    with pytest.raises(BadRulebookFile, match=f"^This is {what}, not text. Load the rulebook's TOML file.$"):
        tidy(data)
