"""Whatever language a player reads, the same rows and texts are stored; what the page says is in that language."""

import datetime
import hashlib
import re
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from adjudication.models import ChallengeSlip, DivisionLexicon
from results.models import Petition, PlayerRequest, Recount, SheetVersion, Signature, Submission, TableCall
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Game
from tests.adjudication.challenges.cases import lexicon
from tests.platform.access.signing import signed_in
from tests.results.looking import field
from tests.results.sheets.desk import make_hall
from tests.results.sheets.pages.hall import Phone

pytestmark = pytest.mark.django_db
STORED = (Record, SheetVersion, Signature, Petition, TableCall, Submission, PlayerRequest, Recount, Game, ChallengeSlip)
# Keys are drawn at random; digests are of texts with ids, with moments, or of rows that are compared themselves.
MADE_ANEW = {"key", "request_key", "content", "facts", "prev_hash", "hash", "previous_hash", "sha256", "device"}


def a_day(language: str) -> str:
    """Challenged, entered, disputed, entered otherwise, called, recounted, signed by both, refused, petitioned, asked.

    All that the pages of the two players answered, who read one language.
    """
    hall, headers, answers = make_hall(), {"Accept-Language": language}, []
    DivisionLexicon.objects.create(division=hall.division, lexicon=lexicon())
    game = hall.game()
    people = (signed_in(Client(headers=headers), entry) for entry in (game.first, game.second))
    one, other = (Phone(client, entry, game) for client, entry in zip(people, (game.first, game.second), strict=True))

    def press(phone: Phone, button: str, **sent: Any) -> None:
        answer = phone.posts(f"sheet_{button}", script=True, **{"key": field(phone.sees(), "key")} | sent)
        assert answer.status_code in (200, 409, 422), answer.status_code
        answers.append(answer.text)

    other.client.post(f"/judge/{one.slug}/game/{game.pk}/", {"words": "axle", "way": "runner", "of": "words"})
    hand = f"/judge/{one.slug}/slip/{ChallengeSlip.objects.get().pk}/hand/"
    answers.append(one.client.post(hand, follow=True).text)  # refused: the challenger does
    press(one, "enter", **one.figures(400, 396))
    press(other, "dispute", version=1, note="No")
    press(other, "enter", **other.figures(397, 400))
    press(one, "call")
    press(one, "recount")
    press(one, "enter", **one.figures(400, 397))
    press(other, "hand_in")  # refused: the winner does
    press(other, "correct", **other.figures(397, 401))
    for phone in (one, other):
        phone.client.post(f"/me/{phone.slug}/requests/", {"kind": "late", "words": ""})
    return "".join(answers)


def stored() -> list[tuple[str, list[dict[str, str]]]]:
    """Every row, without ids, moments and what is drawn at random."""
    return [
        (
            model.__name__,
            [
                {
                    name: re.sub(r"[0-9a-f]{64}|\d+", "#", str(value))
                    for name, value in row.items()
                    if name not in MADE_ANEW and not isinstance(value, datetime.datetime)
                }
                for row in model.objects.order_by("pk").values()
            ],
        )
        for model in STORED
    ]


@pytest.mark.parametrize("language", ["fr", pytest.param("es", marks=pytest.mark.full)])
def test_a_players_language_changes_nothing_that_is_stored(language: str) -> None:
    rows, answers = {}, {}
    for spoken in ("en", language):
        with transaction.atomic():
            answers[spoken] = a_day(spoken)
            rows[spoken] = stored()
            for version in SheetVersion.objects.all():
                assert version.sha256 == hashlib.sha256(version.text.encode()).hexdigest()
            transaction.set_rollback(True)
    assert [name for name, found in rows["en"] if not found] == []
    assert rows[language] == rows["en"]
    for sentence in (
        "The director is called to your table.",
        "Your figures differ from those",
        "and the winner hands the sheet in before",
        "Only the challenger or an official can hand the slip over.",
        "A recount is asked for: the director is told.",
    ):
        assert sentence in answers["en"]
        assert sentence not in answers[language]
