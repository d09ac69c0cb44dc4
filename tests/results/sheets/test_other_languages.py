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
from tests.results.sheets.desk import Hall, make_hall

pytestmark = pytest.mark.django_db
STORED = (Record, SheetVersion, Signature, Petition, TableCall, Submission, PlayerRequest, Recount, Game, ChallengeSlip)
# Keys are drawn at random; digests are of texts with ids, with moments, or of rows that are compared themselves.
MADE_ANEW = {"key", "request_key", "content", "facts", "prev_hash", "hash", "previous_hash", "sha256", "device"}


class Players:
    """The two players of a board, who read one language, with everything that their pages answered."""

    def __init__(self, hall: Hall, language: str) -> None:
        self.hall, self.game, self.answers = hall, hall.game(), ""
        people = (self.game.first, self.game.second)
        self.clients = [signed_in(Client(headers={"Accept-Language": language}), entry) for entry in people]

    @property
    def at(self) -> str:
        return f"/s/{self.hall.division.tournament.slug}/{self.game.pk}/"

    def key(self, player: int) -> str:
        page = self.clients[player].get(self.at).text
        found = re.search(r'name="key"\s+value="([^"]+)"', page)
        assert found
        return found[1]

    def press(self, player: int, button: str, /, keyed: bool = True, **sent: Any) -> None:
        sent |= {"key": self.key(player)} if keyed else {}
        answer = self.clients[player].post(f"{self.at}{button}/", sent, headers={"X-Sheet": "1"})
        assert answer.status_code in (200, 409, 422), answer.status_code
        self.answers += answer.text

    def figures(self, first: int, second: int) -> dict[str, Any]:
        game = self.game
        return {f"score_{game.first_id}": first, f"score_{game.second_id}": second, "started": game.first_id}


def a_day(language: str) -> Players:
    """Challenged, entered, disputed, entered otherwise, called, recounted, signed by both, refused, petitioned, asked."""
    hall = make_hall()
    DivisionLexicon.objects.create(division=hall.division, lexicon=lexicon())
    players, slug = Players(hall, language), hall.division.tournament.slug
    sent = {"words": "axle", "way": "runner", "of": "words"}
    players.clients[1].post(f"/judge/{slug}/game/{players.game.pk}/", sent)
    slip = ChallengeSlip.objects.get()
    answer = players.clients[0].post(f"/judge/{slug}/slip/{slip.pk}/hand/", follow=True)  # refused: the challenger does
    players.answers += answer.text
    players.press(0, "enter", **players.figures(400, 396))
    players.press(1, "dispute", version=1, note="No")
    players.press(1, "enter", **players.figures(400, 397))
    players.press(0, "call")
    players.press(0, "recount")
    players.press(0, "enter", **players.figures(400, 397))
    players.press(1, "hand-in")  # refused: the winner does
    players.press(1, "correct", **players.figures(401, 397))
    for client in players.clients:
        client.post(f"/me/{slug}/requests/", {"kind": "late", "words": ""})
    return players


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


@pytest.mark.parametrize("language", ["fr", "es"])
def test_a_players_language_changes_nothing_that_is_stored(language: str) -> None:
    rows, answers = {}, {}
    for spoken in ("en", language):
        with transaction.atomic():
            answers[spoken] = a_day(spoken).answers
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
