"""A sentence is English wherever it is stored or sent, and in the reader's language where a page says it."""

import json
import pickle

import pytest
from django.utils import translation

from pairings.engine.methods.manual import BY_DIRECTOR
from pairings.engine.model import Contestant, Repeats
from pairings.engine.reasons import by_meetings, by_wins
from tdsuite.platform.words.languages import translated
from tdsuite.platform.words.sentences import Figure, Sentence, clauses, clauses_of, from_stored, stored
from tdsuite.tournaments.engine.starts import StartMode, StartRecord, who_starts
from tdsuite.tournaments.rulebooks.reasons import OURS, Reason
from tdsuite.tournaments.services.decision import Refused

WAITS = Sentence("Signed by you; {other} has not signed yet.", other="Ada Winterbourne")
MARGIN = Sentence("The margin is {gap}: a recount needs {limit} or less.", gap=12, limit=10)


def test_a_sentence_is_its_english_text() -> None:
    assert WAITS == "Signed by you; Ada Winterbourne has not signed yet."
    assert json.dumps([WAITS]) == '["Signed by you; Ada Winterbourne has not signed yet."]'
    assert f"{MARGIN}" == "The margin is 12: a recount needs 10 or less."


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en-gb", "Signed by you; Ada Winterbourne has not signed yet."),
        ("fr", "Signé par vous\N{NO-BREAK SPACE}; Ada Winterbourne n’a pas encore signé."),
        ("es", "Firmado por usted; Ada Winterbourne todavía no ha firmado."),
    ],
)
def test_a_page_says_it_in_the_readers_language(language: str, text: str) -> None:
    with translation.override(language):
        assert translated(WAITS) == text
        assert translated(from_stored(stored(WAITS))) == text
        assert translated(pickle.loads(pickle.dumps(WAITS))) == text
        assert translated(ValueError(WAITS)) == text
        assert str(Refused(WAITS)) == text


def test_the_reason_of_a_board_is_stored_by_its_clauses_and_what_the_director_wrote_stays() -> None:
    players = [Contestant(number, rank=number, halves=13, half_losses=1) for number in (3, 4)]
    start = who_starts(StartRecord().then(1), StartRecord().then(-1).then(1).then(1), StartMode.ASSIGNED)
    said = [by_wins(*players), by_meetings((3, 7, 12), Repeats.AVOID, 0), start.reason, "Ada asked for it", BY_DIRECTOR]
    again = from_stored(stored(clauses(*said, "")))
    assert clauses_of(again) == said
    assert again == (
        "both 6.5-0.5; repeat of rounds 3, 7 and 12; fewer starts: 1 start of 1 against 2 of 3; Ada asked for it; set by the director"
    )
    with translation.override("fr"):
        assert translated(again) == (
            "tous deux 6,5-0,5 ; se sont déjà rencontrés (rondes 3, 7 et 12) ; moins de débuts : 1 début sur 1 contre 2 sur 3 ; "
            "Ada asked for it ; fixé par le directeur"
        ).replace(" ;", "\N{NO-BREAK SPACE};").replace(" :", "\N{NO-BREAK SPACE}:")
    assert from_stored(stored("as it was typed")) == "as it was typed"


def test_a_sentence_within_a_sentence_is_translated_too() -> None:
    with translation.override("fr"):
        assert translated(Reason(MARGIN, OURS).with_rule) == (
            "L’écart est de 12\N{NO-BREAK SPACE}: il faut 10 ou moins pour un recomptage. (notre choix par défaut)"
        )
        assert translated(Sentence.listed(Sentence("turn lost"), "-15")) == "tour perdu, -15"


@pytest.mark.parametrize(("number", "text"), [(0, "0 point"), (1, "1 point"), (2, "2 points")])
def test_a_counted_sentence_follows_the_languages_own_plural(number: int, text: str) -> None:
    cost = Sentence.counted(
        "The play stands; {number} point off the challenger's score.",
        "The play stands; {number} points off the challenger's score.",
        number,
    )
    assert cost == f"The play stands; {number} point{'' if number == 1 else 's'} off the challenger's score."
    with translation.override("fr"):
        assert f" {text}." in translated(cost)


def test_what_is_no_sentence_stays_as_it_is() -> None:
    with translation.override("fr"):
        assert translated("won") == "won"
        assert translated("") == ""
        assert translated(Refused("{nothing}")) == "{nothing}"


def test_decimals_and_what_stands_between_clauses_are_the_readers() -> None:
    text = clauses(Sentence("of which {points} counts", points=Figure("+9.06")), "b", "c")
    assert text == "of which +9.06 counts; b; c"
    with translation.override("fr"):
        assert translated(text) == "dont +9,06 compte\N{NO-BREAK SPACE}; b\N{NO-BREAK SPACE}; c"
        assert translated(pickle.loads(pickle.dumps(text))) == translated(text)
