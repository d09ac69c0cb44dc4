"""Which word is unacceptable cannot be learned: the answer to a play depends on its verdict alone (WESPA 3.10.7(b), NSA II.L.5)."""

import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.apps import apps
from django.core import serializers
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings, strategies as st
from rest_framework.test import APIClient

from adjudication.challenges.api.slips import VerdictAnswer
from adjudication.challenges.models import ChallengeSlip
from adjudication.challenges.services import lookup
from adjudication.challenges.services.verdicts import adjudicate, ask_second_opinion
from tests.adjudication.challenges.cases import BAD, GOOD, Table, table

pytestmark = pytest.mark.django_db
WORDS = [*GOOD, *BAD]
PLAYS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8, unique=True)
SETTINGS = settings(  # each example is a request: a quarter of the profile's
    max_examples=settings().max_examples // 4, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
UNTOLD = re.compile(r'("(?:id|number)": \d+)|("at": "[^"]+")')


class Undo(Exception):
    """Ends an example with nothing kept."""


@contextmanager
def undone() -> Iterator[None]:
    """One example of a property: its rows are gone before the next."""
    try:
        with transaction.atomic():
            yield
            raise Undo
    except Undo:
        pass


@contextmanager
def look_ups(patch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The words that were looked up, in order: the list's own search, counted."""
    asked: list[str] = []
    real = lookup.contains

    def counted(canonical: bytes, word: str) -> bool:
        asked.append(word)
        return real(canonical, word)

    with patch.context() as context:
        context.setattr(lookup, "contains", counted)
        yield asked


def statements(queries: CaptureQueriesContext) -> list[str]:
    """The statements, without their values."""
    return [re.sub(r"'[^']*'|\"s\d+_x\d+\"", "?", each["sql"]).split(" VALUES ")[0][:80] for each in queries]


def answer_to(at: Table, words: list[str], patch: pytest.MonkeyPatch) -> tuple[bool, bytes, list[str], list[str]]:
    """The verdict, the bytes of the response without ids and time, what was looked up, and the statements made."""
    client = APIClient()
    client.force_authenticate(at.judge)
    slip = at.slip(*words)
    address = f"/api/v1/tournaments/{at.division.tournament.slug}/slips/{slip.pk}/adjudicate/"
    with look_ups(patch) as asked, CaptureQueriesContext(connection) as queries:
        response = client.post(address, {"words": words}, format="json")
    assert response.status_code == 200
    body = UNTOLD.sub("", json.dumps(response.json()))
    return response.json()["acceptable"], body.encode(), list(asked), statements(queries)


@pytest.fixture
def at_no_cost() -> Table:
    return table(challenge_penalty="single")


def test_wespa_3_10_7_b_nsa_ii_l_5_the_response_for_a_play_depends_only_on_the_verdict(
    at_no_cost: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with undone():
        at_no_cost.judged("EMU")  # from now on the word list is open in this process
    with undone():
        good = answer_to(at_no_cost, ["AXLE"], monkeypatch)
    with undone():
        bad = answer_to(at_no_cost, ["AXXLE"], monkeypatch)
    assert (good[0], bad[0]) == (True, False)
    alike = {True: good, False: bad}

    @SETTINGS
    @given(play=PLAYS)
    def of_any_words(play: list[str]) -> None:
        with undone():
            acceptable, body, asked, queries = answer_to(at_no_cost, play, monkeypatch)
        assert acceptable is all(word in GOOD for word in play)
        assert (body, queries) == (alike[acceptable][1], alike[acceptable][3])  # whichever, and however many
        assert asked == play  # every word is looked up, whatever the others gave

    of_any_words()


@pytest.mark.parametrize("place", range(8))
def test_each_of_eight_words_may_be_the_bad_one_and_nothing_kept_or_shown_tells_which(place: int) -> None:
    words = list(GOOD[:8])
    words[place] = BAD[place]
    at = table()
    slip, _ = at.judged(*words)
    for row in [*kept_rows("adjudication"), *kept_rows("audit"), *kept_rows("tournaments")]:
        assert not tells_apart(row, words, BAD[place])
    for row in ChallengeSlip.objects.register(at.division.tournament):
        shown = (row.words_to_show, row.words_challenged, row.verdict_text, row.state_text, row.verdicts.count())
        assert not tells_apart(str(shown), words, BAD[place])
    assert slip.words == 8


def kept_rows(app: str) -> list[str]:
    """Every row of an app but the word lists, as text."""
    models = [model for model in apps.get_app_config(app).get_models() if "exicon" not in model.__name__]
    return [serializers.serialize("json", [row]) for model in models for row in model.objects.all()]


def tells_apart(text: str, words: list[str], bad: str) -> bool:
    """Whether a text names the bad word without naming, in the same way and as often, every other word of the play."""
    counts = {word: len(re.findall(rf"\b{word}\b", text)) for word in words}
    return len(set(counts.values())) > 1 or (counts[bad] > 0 and not all(counts.values()))


def test_what_tells_words_apart_would_be_found() -> None:
    assert tells_apart("the bad word was AXXLE", ["AXXLE", "CWM"], "AXXLE")
    assert not tells_apart("AXXLE and CWM", ["AXXLE", "CWM"], "AXXLE")


@pytest.mark.parametrize("bad", [0, 3, 7])
def test_nothing_about_a_word_is_logged(caplog: pytest.LogCaptureFixture, bad: int) -> None:
    words = list(GOOD[:8])
    words[bad] = BAD[bad]
    at = table()
    with caplog.at_level(logging.INFO):
        at.judged(*words)
    assert not [record for record in caplog.records if any(word in record.getMessage() for word in words)]


def test_the_answer_holds_nothing_but_the_verdict_its_slip_and_its_time() -> None:
    at = table()
    slip = at.slip("AXLE", "BRIGG")
    answer = adjudicate(by=at.judge, slip=slip, words=["AXLE", "BRIGG"])
    assert VerdictAnswer(answer).data == {
        "id": slip.pk, "number": 1, "acceptable": False, "state": "adjudicated", "at": answer.at.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
    }  # fmt: skip


def test_a_second_opinion_is_answered_in_the_same_way() -> None:
    at = table()
    told = []
    for words in (["AXLE", "BRIGG"], ["AXXLE", "BRIG"]):
        slip, _ = at.judged(*words)
        ask_second_opinion(by=at.judge, slip=slip, entry=at.first.pk)
        told.append(
            UNTOLD.sub("", json.dumps(VerdictAnswer(adjudicate(by=at.other_judge, slip=slip, words=words)).data))
        )
    assert told[0] == told[1]
