"""Every decision about a sheet by everybody: who may, who may not, and that a refusal leaves no trace."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import transaction

from results.models import Petition, SheetVersion, TableCall
from results.rulings.services.rulings import RulingFacts
from results.sheets.services import corrections, entering, officials, recounts
from results.sheets.services.decisions import NotAtThisBoard
from tdsuite.platform.access.actors import PlayerActor
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_user
from tests.results.sheets.desk import Hall, make_hall

pytestmark = pytest.mark.django_db
FOUND = RulingFacts("Found so.")
Work = Callable[[Hall, Any], object]


def shown(hall: Hall) -> dict[str, Any]:
    latest = hall.latest()
    return {"version": latest.number, "sha256": latest.sha256}


def open_sheet(hall: Hall) -> None:
    hall.enters(1, 400, 390)


def signed_sheet(hall: Hall) -> None:
    hall.both_sign()


def posted_sheet(hall: Hall) -> None:
    officials.enter_from_paper(by=hall.scorer, game=hall.game(), figures=hall.figures(), both_seen=False)


def petitioned(hall: Hall) -> None:
    hall.both_sign(handed_in=True)
    hall.agrees(hall.proposes())


def proposed(hall: Hall) -> None:
    hall.both_sign()
    hall.proposes()


def called(hall: Hall) -> None:
    officials.call_director(by=hall.player(1), game=hall.game())


def nothing(_: Hall) -> None:
    """The round is published, and that is all."""


WORKS: dict[str, tuple[Callable[[Hall], None], Work]] = {
    "enter": (nothing, lambda h, by: entering.enter_sheet(by=by, game=h.game(), figures=h.figures())),
    "sign": (open_sheet, lambda h, by: entering.sign(by=by, game=h.game(), **shown(h))),
    "dispute": (open_sheet, lambda h, by: entering.dispute(by=by, game=h.game(), version=1)),
    "hand in": (signed_sheet, lambda h, by: entering.hand_in(by=by, game=h.game())),
    "propose": (signed_sheet, lambda h, by: corrections.propose_correction(by=by, game=h.game(), figures=h.figures(1, 2))),
    "agree": (
        proposed,
        lambda h, by: corrections.agree_correction(by=by, petition=Petition.objects.get(), sha256=Petition.objects.get().sha256),
    ),
    "withdraw": (proposed, lambda h, by: corrections.withdraw_correction(by=by, petition=Petition.objects.get())),
    "accept": (petitioned, lambda h, by: corrections.accept_petition(by=by, petition=Petition.objects.get())),
    "refuse": (petitioned, lambda h, by: corrections.refuse_petition(by=by, petition=Petition.objects.get(), reason="No.")),
    "paper": (nothing, lambda h, by: officials.enter_from_paper(by=by, game=h.game(), figures=h.figures(), both_seen=True)),
    "rule": (open_sheet, lambda h, by: officials.rule_sheet(by=by, game=h.game(), figures=h.figures(), facts=FOUND)),
    "waive": (posted_sheet, lambda h, by: officials.waive_unsigned(by=by, game=h.game(), reason="Verified.")),
    "waive all": (posted_sheet, lambda h, by: officials.waive_all_unsigned(by=by, division=h.division, reason="Verified.")),
    "recount": (open_sheet, lambda h, by: recounts.request_from_sheet(by=by, game=h.game())),
    "call": (nothing, lambda h, by: officials.call_director(by=by, game=h.game())),
    "answer": (called, lambda h, by: officials.answer_call(by=by, call=TableCall.objects.get())),
}  # fmt: skip
PLAYER = {"enter", "sign", "dispute", "hand in", "propose", "agree", "withdraw", "recount", "call"}
MAY: dict[str, set[str]] = {
    "player 1": {"enter", "hand in", "propose", "withdraw", "recount", "call"},  # signed and proposed it already
    "player 4": PLAYER - {"hand in"},  # 1 won
    "player 2": set(),
    "player of another event": set(),
    "stranger": set(),
    Role.PLAYER: set(),
    Role.DIRECTOR: {"hand in", "accept", "refuse", "paper", "rule", "waive", "waive all", "answer"},
    Role.SCORER: {"hand in", "paper", "answer"},
    Role.ORGANISER: {"answer"},
    Role.JUDGE: {"answer"},
    Role.OFFICIAL: {"answer"},
}


def somebody(hall: Hall, who: str) -> Any:
    if who == "stranger":
        return AnonymousUser()
    if who == "player of another event":
        other = make_hall(slug="other-open").player(4)
        return PlayerActor(hall.event.entry(4).pk, other.tournament_id, other.division_id, other.means)
    if who.startswith("player "):
        return hall.player(int(who.removeprefix("player ")))
    return make_user(f"the-{who}", tournament=hall.division.tournament, role=Role(who))


@pytest.fixture(scope="module", params=WORKS)
def prepared(request: pytest.FixtureRequest, rows_of_the_file: None) -> Iterator[tuple[str, Hall]]:
    """What is to be decided, and a hall where it can be."""
    with transaction.atomic():
        hall = make_hall()
        WORKS[request.param][0](hall)
        yield request.param, hall
        transaction.set_rollback(True)


@pytest.mark.parametrize("who", MAY)
def test_who_may_decide_what_about_a_sheet(prepared: tuple[str, Hall], who: str) -> None:
    what, hall = deepcopy(prepared)
    work = WORKS[what][1]
    by = somebody(hall, who)
    records, versions = Record.objects.count(), SheetVersion.objects.count()
    if what in MAY[who]:
        work(hall, by)
        assert Record.objects.count() > records
        return
    if (who, what) == ("player 1", "sign"):
        assert work(hall, by).message == entering.ALREADY
    else:
        with pytest.raises((PermissionDenied, NotAtThisBoard, Refused)):
            work(hall, by)
    assert (Record.objects.count(), SheetVersion.objects.count()) == (records, versions)
