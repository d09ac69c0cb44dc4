"""The rules of an event, for its players and the public: one page and one sheet, the same words (WESPA 5.1.4, 3.10.15)."""

import contextlib
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from adjudication.lexicons.models import DivisionLexicon, Lexicon
from results.models import Prize, PrizeTerms
from results.prizes.services.event_rules import told_rules
from tdsuite.platform.printing import registry
from tdsuite.platform.words.languages import translated
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.rulebooks.choices import ChoiceNotAllowed, effective, options
from tdsuite.tournaments.rulebooks.loading import sha256_of
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS, word_source
from tdsuite.tournaments.rulebooks.summary import GROUPS, origin_of, summary
from tdsuite.tournaments.services.rulebook_files import load_rulebook
from tdsuite.tournaments.services.rules import deviations
from tests.english import english_words
from tests.factories import make_division, make_tournament, make_user

pytestmark = pytest.mark.django_db
CROSSPLAY = (Path(__file__).parents[2] / "docs" / "examples" / "crossplay.toml").read_text(encoding="utf-8")


BOTH_OPTIONS = (
    "(a) their value to the player who went out and off the opponent, or (b) twice their value to that player alone; the "
    "organiser lets all players know which."
)


def told(tournament: Tournament, title: str) -> tuple[str, str, bool]:
    """The sentence, rule and † of one subject."""
    groups = told_rules(Tournament.objects.get(pk=tournament.pk)).groups
    (line,) = [each for group in groups for each in group.rules if each.title == title]
    return line.text, line.rule, line.ours


def page(client: Client, tournament: Tournament) -> str:
    response = client.get(reverse("public:rules", args=[tournament.slug]))
    assert response.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({}, (f"{BOTH_OPTIONS} In force: (a) value added to one and taken off the other.", "5.1.4(a)", True)),
        ({"tiles_left": "a"}, ("(a) value added to one and taken off the other.", "5.1.4(a)", False)),
        ({"tiles_left": "b"}, ("(b) twice the value added.", "5.1.4(b)", False)),
    ],
)
def test_wespa_5_1_4_all_players_know_which_tile_option_is_in_force(choices: Any, sentence: Any) -> None:
    assert told(make_tournament(choices=choices), "Tiles left when a player goes out") == sentence


@pytest.mark.parametrize(
    ("book", "choices", "title", "sentence"),
    [
        ("wespa-2010", {"challenge_penalty": "double"}, "Challenge penalty: scheme", "Double: loss of turn."),
        ("wespa-2010", {"start_system": "balance"}, "Who starts: system", "Self-balancing."),
        ("wespa-2010", {"start_system": "draw"}, "Tile draw: who wins", "Nearest A; a blank comes before A."),
        ("wespa-2010", {"bye_result": "half"}, "Bye: counts as", "Half a win."),
        ("wespa-2010", {}, "Recount", "Only if the margin is 20 or less, and in full."),
        ("nsa-2004", {}, "Recount", "Any game."),
        ("nsa-2004", {}, "Late: may elect to forfeit", "At any arrival after the clock was started."),
        (
            "sowpods-club",
            {},
            "Word source",
            "SOWPODS; over nine letters Chambers, roots over eight letters Collegiate 10th. Tournaments usually use a computer "
            "list. In force: SOWPODS with Chambers and Collegiate 10th.",
        ),
        ("scrabble-guide", {"word_source": "collins-2019"}, "In force at this event", "Collins Scrabble Words 2019."),
    ],
)
def test_wespa_3_10_15_what_is_in_force_is_told_in_every_book(
    book: str, choices: Any, title: str, sentence: str
) -> None:
    assert told(make_tournament(rulebook=book, choices=choices), title)[0] == sentence


@pytest.mark.parametrize("book", RULEBOOKS)
def test_wespa_5_1_4_every_subject_has_a_sentence_and_a_rule_or_says_that_it_is_ours(book: str) -> None:
    rules = told_rules(make_tournament(rulebook=book))
    assert [group.title for group in rules.groups] == [title for title, _ in GROUPS]
    for group in rules.groups:
        assert group.rules
        for each in group.rules:
            assert each.text.endswith(".") and (each.rule or each.ours or each.chosen), each


def test_what_cannot_matter_is_left_out() -> None:
    rules = told_rules(make_tournament(choices={"challenge_penalty": "single", "start_system": "assigned"}))
    titles = {each.title for group in rules.groups for each in group.rules}
    assert {"Tile draw: who wins", "Challenge penalty: due", "Lateness forfeit: margin where elected"} & titles == set()


@pytest.fixture
def division() -> Division:
    made = make_division(make_tournament(choices={"bye_spread": "40"}), players=4, rounds=7)
    made.spread_caps = [350, 350, 300]
    made.standings_options = {"tie_breaks": ["head_to_head", "spread"], "prizes": {"one_each": True}}
    made.save()
    Prize.objects.create(division=made, title="First", basis="place", place=1, money=30000)
    Prize.objects.create(tournament=made.tournament, title="High loss", basis="high_loss", text="a dictionary")
    PrizeTerms.objects.create(tournament=made.tournament, currency="£")
    return made


def test_wespa_5_1_4_the_page_is_open_to_all_and_has_the_events_own_terms(division: Division, client: Client) -> None:
    text = page(client, division.tournament)
    for words in (
        "Played by WESPA Game Rules 2.0 (2010)", "Bye: spread 40 points.", "By wins, then games among the tied, then spread (points for minus points against).",
        "In rounds 1 to 2 at most 350 points count; from round 3 on at most 300 points count, either way.",
        "First (£300).", "High loss (a dictionary).", "Nobody wins two prizes of this division.",
    ):  # fmt: skip
        assert words in text, words
    assert "Bye: spread 40 points. †" not in text


def test_whatever_an_organiser_wrote_stands_in_the_rules_as_text(division: Division, client: Client) -> None:
    Division.objects.update(lexicon="<i>ours</i>")
    Prize.objects.filter(title="First").update(title="<script>&")
    text = client.get(reverse("public:rules", args=[division.tournament.slug])).content.decode()
    assert '<tr><th scope="row">Word list</th><td>&lt;i&gt;ours&lt;/i&gt;.</td></tr>' in text
    assert "&lt;script&gt;&amp; (£300)." in text
    assert "<script>&" not in text and "<i>" not in text


def test_the_events_own_terms_are_in_the_readers_language_and_the_code_of_the_rules_is_the_same(
    division: Division,
) -> None:
    french, english = (
        page(Client(headers={"Accept-Language": language}), division.tournament) for language in ("fr", "en")
    )
    for words in (
        "Par victoires, puis parties entre ex æquo, puis différence (points pour moins points contre).",
        "Aux rondes 1 à 2, au plus 350 points comptent ; à partir de la ronde 3, au plus 300 points comptent, dans un sens",
        "Personne ne gagne deux prix de cette division.",
    ):
        assert words in french, words
    digest = told_rules(division.tournament).print_hash
    assert digest in french and digest in english


@pytest.mark.parametrize(
    ("currency", "money", "english", "french"),
    [("£", 30000, "£300", "300\u00a0£"), ("USD", 1250, "USD 12.50", "12,50\u00a0USD"), ("", 1250, "12.50", "12,50")],
)
def test_prizes_among_the_rules_are_written_as_the_reader_writes_money_and_the_code_stays_the_same(
    division: Division, currency: str, money: int, english: str, french: str
) -> None:
    Prize.objects.filter(title="First").update(money=money, text="a cup")
    PrizeTerms.objects.update(currency=currency)
    tournament = Tournament.objects.get(pk=division.tournament_id)
    rules = told_rules(tournament)
    text, _of_the_event = [rule.text for group in rules.divisions for rule in group.rules if rule.title == "Prizes"]
    assert text == f"First ({english}, a cup)."
    with translation.override("fr"):
        assert translated(text) == f"First ({french}, a cup)."
        assert told_rules(tournament).print_hash == rules.print_hash


@pytest.mark.parametrize("language", ["fr", "es"])
def test_every_rule_of_every_book_and_every_choice_is_in_the_readers_language(language: str) -> None:
    for book in RULEBOOKS.values():
        every = [{option.key: choice.code} for option in options(book) for choice in option.values]
        numbers = {option.key: str(option.low) for option in options(book) if option.low is not None}
        for choices in (numbers, {"challenge_penalty": "rising:1-2"}, *every):
            with contextlib.suppress(ChoiceNotAllowed):
                rules = effective(book, choices)
                groups = summary(rules, date(2026, 5, 17))
                told = [*rules.warnings, word_source(rules.rulebook, date(2026, 5, 17)).warning]
                told += [words for group in groups for rule in group.rules for words in (rule.title, rule.text)]
                with translation.override(language):
                    texts = [translated(words) for words in (*told, *(group.title for group in groups))]
                assert english_words(texts, names_in(book)) == [], (book.key, choices)


def names_in(book: Rulebook) -> list[str]:
    """What stays as it is in every language: documents and word lists."""
    lists = {word_list.name for edition in book.before.word_source.value.editions for word_list in edition.lists}
    lists |= {choice.label for choice in book.before.word_source.choices} | {"Tournament & Club Word List"}
    return [
        book.name,
        origin_of(book).source,
        *(name.removesuffix(", the edition the director names") for name in lists),
    ]


def test_the_event_page_links_to_its_rules(division: Division, client: Client) -> None:
    event = client.get(reverse("public:event", args=[division.tournament.slug])).content.decode()
    assert reverse("public:rules", args=[division.tournament.slug]) in event


def test_page_and_print_have_one_sign_and_it_changes_with_any_rule(division: Division, client: Client) -> None:
    tournament = division.tournament
    sheet = registry.find("event-rules").build(tournament, {})
    first = sheet.context["rules"].print_hash
    assert re.fullmatch(r"[0-9a-f]{12}", first) and f"Rules {first} :" in page(client, tournament)
    signs = {first}
    for change in ({"tiles_left": "b"}, {"challenge_penalty": "double"}, {"bye_spread": "50"}):
        Tournament.objects.update(choices=change)
        signs.add(told_rules(Tournament.objects.get(pk=tournament.pk)).print_hash)
    division.spread_caps = []
    division.save()
    signs.add(told_rules(Tournament.objects.get(pk=tournament.pk)).print_hash)
    Tournament.objects.update(choices={"bye_spread": "40"})
    division.spread_caps = [350, 350, 300]
    division.save()
    assert (len(signs), told_rules(Tournament.objects.get(pk=tournament.pk)).print_hash) == (5, first)


def test_wespa_1_2_b_another_word_list_is_told_to_the_players_in_their_language(division: Division) -> None:
    Division.objects.update(lexicon="CSW24")
    for language, says in (
        ("en", "Division A: the lexicon is CSW24; the rulebook&#x27;s word source"),
        ("fr", "Division A : le lexique est CSW24 ; la source des mots du règlement est HarperCollins"),
    ):
        text = page(Client(headers={"Accept-Language": language}), division.tournament)
        assert says in text.replace("\N{NO-BREAK SPACE}", " ")


def test_wespa_3_10_15_the_list_that_judges_a_division_is_told(division: Division, client: Client) -> None:
    lexicon = Lexicon.objects.create(name="CSW07", edition="", licence="made up", size=0, lengths=[], sha256="0" * 64)
    row = DivisionLexicon.objects.create(division=division, lexicon=lexicon)
    text = page(client, division.tournament)
    assert "Challenges are judged by CSW07." in text and "In force at this event HarperCollins" in text
    row.lexicon = Lexicon.objects.create(name="SCOWL", licence="made up", size=0, lengths=[], sha256="1" * 64)
    row.save()
    text = page(client, division.tournament)
    assert "Challenges are judged by SCOWL." in text and "In force at this event HarperCollins" not in text
    says = "Division A: the lexicon is SCOWL; the rulebook&#x27;s word source is HarperCollins"
    assert says in text and says.replace("&#x27;", "'") in deviations(division.tournament)[0]


@pytest.mark.parametrize("wrong", [{"choices": {"tiles_left": "c"}}, {"rulebook_file": "key = "}])
def test_choices_and_files_that_cannot_be_read_are_said_and_not_guessed(
    division: Division, client: Client, wrong: dict[str, Any]
) -> None:
    Tournament.objects.update(**wrong)
    assert "The rules of this event cannot be read" in page(client, division.tournament)


def test_the_page_asks_as_often_for_one_division_as_for_ten(
    division: Division, client: Client, django_assert_max_num_queries: Any
) -> None:
    for number in range(10):
        extra = Division.objects.create(tournament=division.tournament, name=f"D{number}", code=f"d{number}")
        Prize.objects.create(division=extra, title="First", basis="place", place=1, money=100)
    with django_assert_max_num_queries(9):
        page(client, division.tournament)


def test_a_rulebook_from_a_file_is_told_with_its_source_and_sha256(division: Division, client: Client) -> None:
    director = make_user(tournament=division.tournament)
    load_rulebook(by=director, tournament=division.tournament, data=CROSSPLAY)
    text = page(client, division.tournament)
    for words in (
        "Played by Crossplay tournament rules (Crossplay tournament rules, as published in 2026).",
        "that changes WESPA Rules, web edition (2012-2019).",
        sha256_of(CROSSPLAY),
        "Game time: each player 20 minutes each. (Time)",
        "Overtime: points 2 points for every 10 seconds over. (Overtime)",
        "In force at this event The Crossplay word list. (Words)",
    ):
        assert words in text, words
    rules = told_rules(Tournament.objects.get(pk=division.tournament_id))
    assert all(each.text and (each.rule or each.ours or each.chosen) for group in rules.groups for each in group.rules)


def test_the_suites_own_books_name_their_source_and_no_file() -> None:
    origins = [origin_of(book) for book in RULEBOOKS.values()]
    assert all(origin.source and not origin.sha256 and not origin.changes for origin in origins)
    assert origins[0].source == "WESPA Game Rules, version 2.0, 17 November 2010"
