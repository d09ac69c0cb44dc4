"""A sentence is English wherever it is stored or sent, and in the reader's language where a page says it."""

import json
import pickle

import pytest
from django.utils import translation

from tdsuite.platform.languages import translated
from tdsuite.platform.sentences import CLAUSES, Figure, Sentence
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
        assert translated(Sentence.again(json.loads(json.dumps(WAITS.parts)))) == text
        assert translated(pickle.loads(pickle.dumps(WAITS))) == text
        assert translated(ValueError(WAITS)) == text
        assert str(Refused(WAITS)) == text


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
    clauses = Sentence.listed(Sentence("of which {points} counts", points=Figure("+9.06")), "b", "c", between=CLAUSES)
    assert clauses == "of which +9.06 counts; b; c"
    with translation.override("fr"):
        assert translated(clauses) == "dont +9,06 compte\N{NO-BREAK SPACE}; b\N{NO-BREAK SPACE}; c"
        assert translated(pickle.loads(pickle.dumps(clauses))) == translated(clauses)
