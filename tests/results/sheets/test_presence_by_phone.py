"""Where the event says so, what players say of their presence on their phones counts as they say it, and silence is asked about."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from results.attendance.services.check_in import Guest, missing_at_the_gate
from results.models import PlayerRequest
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.engine.presence import Source
from tdsuite.tournaments.models import Entry, Game, Round, Tournament
from tdsuite.tournaments.presence import presence_facts
from tdsuite.tournaments.services.waiting import all_waiting, settled_first
from tests.platform.access.signing import signed_in
from tests.results.looking import text
from tests.results.rulings.cases import logged_in
from tests.results.sheets.desk import Hall, make_hall

pytestmark = pytest.mark.django_db
ADDRESS = "/me/open/requests/"


@pytest.fixture
def hall() -> Hall:
    hall = make_hall(slug="open")
    Tournament.objects.update(presence_by_phone=True)
    hall.division.refresh_from_db()
    return hall


def says(hall: Hall, number: int, kind: str, **values: object) -> str:
    phone = signed_in(Client(), hall.event.entry(number))
    return str(text(phone.post(ADDRESS, {"kind": kind, **values}, follow=True)))


def entry(hall: Hall, number: int) -> Entry:
    return Entry.objects.get(pk=hall.event.entry(number).pk)


def test_what_a_player_says_counts_at_once_and_is_taken_back_while_the_round_is_open(hall: Hall) -> None:
    assert "This counts at once." in says(hall, 1, "sit_out", round_number=3)
    assert "This counts at once." in says(hall, 2, "leave", round_number=2)
    assert (entry(hall, 1).absences, entry(hall, 2).withdrawn_from) == ([3], 2)
    assert all_waiting(hall.division.tournament) == []
    queue = text(logged_in(hall.director).get("/console/open/requests/"))
    assert f"{entry(hall, 1).player} : I sit out a round: round 3" in queue
    assert says(hall, 1, "sit_out", round_number=3) and PlayerRequest.objects.count() == 2  # a second press
    actions = Record.objects.filter(action="entry.changed").values_list("actor_kind", flat=True)
    assert list(actions) == ["player", "player"]
    for number, row in enumerate(PlayerRequest.objects.order_by("pk"), start=1):
        phone = signed_in(Client(), hall.event.entry(number))
        assert "It is taken back." in text(phone.post(f"{ADDRESS}{row.pk}/take-back/", follow=True))
    assert (entry(hall, 1).absences, entry(hall, 2).withdrawn_from) == ([], None)


def test_a_round_that_is_paired_is_the_directors(hall: Hall) -> None:
    assert "This counts at once." in says(hall, 1, "leave", round_number=2)
    Round.objects.create(division=hall.division, number=2, status=Round.Status.PUBLISHED)
    assert "Select a valid choice" in says(hall, 2, "sit_out", round_number=2)
    phone = signed_in(Client(), hall.event.entry(1))
    refused = text(phone.post(f"{ADDRESS}{PlayerRequest.objects.get().pk}/take-back/", follow=True))
    assert "This round is paired already: go to the director’s table." in refused
    assert (entry(hall, 1).withdrawn_from, entry(hall, 2).absences) == (2, [])
    assert PlayerRequest.objects.get().counts


def test_the_door_says_how_it_is_known(hall: Hall) -> None:
    Round.objects.update(status=Round.Status.PUBLISHED)
    assert "I am here" in text(signed_in(Client(), hall.event.entry(1)).get("/me/open/"))
    assert "This counts at once." in says(hall, 1, "here")
    known = Guest.of(entry(hall, 1), presence_facts([entry(hall, 1)]))
    assert (known.known.is_here, known.known.source, known.says) == (True, Source.PHONE, "here, by phone")
    assert "here, by phone" in text(logged_in(hall.director).get("/console/open/check-in/"))
    assert (
        "I am here" not in text(signed_in(Client(), hall.event.entry(1)).get("/me/open/")).partition("The director")[0]
    )


def test_without_the_switch_it_waits(hall: Hall) -> None:
    Tournament.objects.update(presence_by_phone=False)
    hall.division.tournament.refresh_from_db()
    assert "The director is told." in says(hall, 1, "leave", round_number=2)
    assert entry(hall, 1).withdrawn_from is None
    (waits,) = all_waiting(hall.division.tournament)
    assert str(waits) == f"{entry(hall, 1).player} asks to leave the event: round 2"
    assert missing_at_the_gate(hall.division.tournament) == []


def test_silence_after_a_break_is_asked_about_before_pairing(hall: Hall) -> None:
    tournament = hall.division.tournament
    Game.objects.update(outcome=Game.Outcome.PLAYED, first_score=400, second_score=350)
    Round.objects.update(started_at=timezone.now() - timedelta(minutes=50))
    assert missing_at_the_gate(tournament) == []
    Round.objects.update(started_at=timezone.now() - timedelta(hours=2, minutes=1))
    everybody = Entry.objects.filter(division=hall.division).count()
    assert "This counts at once." in says(hall, 1, "here")
    (asked,) = settled_first(tournament)
    assert asked.what == f"{everybody - 1} players have not been seen lately"
    assert {guest.default_choice for guest in missing_at_the_gate(tournament)} == {"pair"}


def test_who_was_put_out_by_an_official_does_not_come_back_by_phone(hall: Hall) -> None:
    assert "This counts at once." in says(hall, 1, "leave", round_number=3)
    Entry.objects.filter(pk=entry(hall, 1).pk).update(withdrawn_from=2)
    phone = signed_in(Client(), hall.event.entry(1))
    refused = text(phone.post(f"{ADDRESS}{PlayerRequest.objects.get().pk}/take-back/", follow=True))
    for answer in (refused, says(hall, 1, "leave", round_number=4), says(hall, 1, "sit_out", round_number=3)):
        assert "You are withdrawn: go to the director’s table." in answer
    assert (entry(hall, 1).withdrawn_from, entry(hall, 1).absences) == (2, [])
