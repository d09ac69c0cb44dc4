"""Who may have words looked up at a station: both players by PIN or phone, or an official; and "not us" (WESPA 3.10.9)."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from adjudication.challenges.services.slips import open_slip_blockers
from adjudication.challenges.services.station import MANY, confirm_slip, say_not_us, station_warnings
from adjudication.challenges.services.verdicts import adjudicate
from adjudication.models import ChallengeSlip, Verdict
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.tournaments.services.decision import Refused
from tests.adjudication.challenges.cases import Table, fresh
from tests.adjudication.challenges.pages.people import SLUG, as_player, as_station, as_user
from tests.adjudication.challenges.pages.test_station_pages import begun, pins, press, url
from tests.platform.access.signing import PIN

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("typed", [(), (PIN, ""), ("", PIN), (PIN, "000000"), ("000000", PIN)])
def test_without_both_pins_no_slip_is_written_and_nothing_is_looked_up(at: Table, typed: tuple[str, ...]) -> None:
    names = list(pins(at))
    sent = {"challenger": at.second.pk, **dict(zip(names, typed, strict=False))}
    answer = as_station(at).post(url("station_game", at.game.pk), sent)
    assert answer.status_code == 409 and "not the PIN of" in answer.content.decode()
    assert not ChallengeSlip.objects.exists()


def test_a_slip_that_both_agreed_to_on_their_phones_asks_no_pin_and_any_other_does(at: Table) -> None:
    client, agreed = as_station(at), at.slip("AXLE", by=at.player(at.second), way="station", handed_over=False)
    assert 'name="pin-' in client.get(url("station_game", at.game.pk)).content.decode()
    assert client.post(url("station_game", at.game.pk)).status_code == 409
    assert press(client, agreed, "AXLE").status_code == 409 and not Verdict.objects.exists()
    as_player(at.first).post(url("agree", agreed.pk))
    assert 'name="pin-' not in client.get(url("station_game", at.game.pk)).content.decode()
    client.post(url("station_game", at.game.pk))
    press(client, agreed, "AXLE")
    assert fresh(agreed).acceptable is True


def test_no_road_to_a_stations_verdict_passes_by_the_two_players(at: Table) -> None:
    slip = at.slip(way="station", agreed=False)
    with pytest.raises(Refused) as refused:
        adjudicate(by=at.station, slip=slip, words=["AXLE"])
    assert refused.value.code == "not_agreed"


def test_one_look_up_a_table_and_minute_where_players_are_alone(at: Table) -> None:
    client = as_station(at)
    press(client, begun(client, at), "AXLE")
    sent = {"challenger": at.first.pk, **pins(at)}
    answer = client.post(url("station_game", at.game.pk), sent)
    assert answer.status_code == 409 and "wait" in answer.content.decode()
    by_phones = at.slip("CWM", by=at.player(at.first), challenger=at.first.pk, way="station", handed_over=False)
    ChallengeSlip.objects.filter(pk=by_phones.pk).update(challenged_agreed_at=timezone.now(), state="with-runner")
    assert press(client, by_phones, "CWM").status_code == 409
    assert Verdict.objects.count() == 1


def test_where_an_official_is_logged_in_at_the_station_neither_pin_nor_pause_is_asked(at: Table) -> None:
    client = as_station(at)
    client.force_login(at.judge)
    page = client.get(url("station_game", at.game.pk)).content.decode()
    assert 'name="pin-' not in page and str(at.judge) in page
    for _ in range(MANY):
        client.post(url("station_game", at.game.pk), {"challenger": at.second.pk, "another_turn": "on"})
        press(client, ChallengeSlip.objects.latest("pk"), "AXLE")
    assert Verdict.objects.filter(by_kind="station").count() == MANY
    assert set(ChallengeSlip.objects.values_list("written_by_kind", "written_by")) == {("user", at.judge.pk)}
    assert station_warnings(at.division.tournament) == []


def test_not_us_takes_the_points_away_until_an_official_confirms(at: Table) -> None:
    client = as_station(at)
    slip = begun(client, at)
    press(client, slip, "AXLE")
    assert at.lines() == [("second", -5, 0, False, "3.10.15(b)(ii)")]
    notice = as_player(at.first).get(url("station_notice", at.game.pk)).content.decode()
    assert "Not us" in notice and "Not us" in as_player(at.second).get(url("game", at.game.pk)).content.decode()
    as_player(at.second).post(url("not_us", slip.pk))
    assert (at.lines(), fresh(slip).verdict_text) == ([], "")
    alert = "slip 1 was not theirs"
    assert alert in as_user(at.judge).get(reverse("challenges:queue", args=[SLUG])).content.decode()
    assert alert in as_user(at.director).get(reverse("console:round", args=[SLUG])).content.decode()
    assert "not theirs" in open_slip_blockers(at.division.tournament)[0]
    as_user(at.judge).post(reverse("challenges:confirm", args=[SLUG, slip.pk]))
    assert at.lines() == [("second", -5, 0, False, "3.10.15(b)(ii)")]
    assert station_warnings(at.division.tournament) == open_slip_blockers(at.division.tournament) == []
    with pytest.raises(Refused, match="call the director"):
        say_not_us(by=at.player(at.first), slip=slip)


def test_not_us_before_the_verdict_stops_the_look_up_and_the_director_strikes_the_slip_out(at: Table) -> None:
    client = as_station(at)
    slip = begun(client, at)
    say_not_us(by=at.player(at.first), slip=slip)
    assert press(client, slip, "AXLE").status_code == 409 and not Verdict.objects.exists()
    assert "Go on with" not in client.get(url("station_game", at.game.pk)).content.decode()
    as_user(at.director).post(reverse("challenges:void", args=[SLUG, slip.pk]), {"reason": "Nobody was there."})
    assert (fresh(slip).ending, station_warnings(at.division.tournament)) == ("void", [])


def test_only_its_players_say_not_us_and_only_officials_confirm(at: Table) -> None:
    client = as_station(at)
    slip = begun(client, at)
    stranger = at.division.entries.exclude(pk__in=(at.first.pk, at.second.pk)).first()
    assert as_player(stranger).post(url("not_us", slip.pk)).status_code == 404
    for by in (at.station, at.judge):
        with pytest.raises(NotAllowed):
            say_not_us(by=by, slip=slip)
    say_not_us(by=at.player(at.first), slip=slip)
    for other in (at.station, at.player(at.second)):
        with pytest.raises(NotAllowed):
            confirm_slip(by=other, slip=slip)


def test_not_us_is_for_slips_of_a_station_in_a_round_that_is_played(at: Table) -> None:
    with pytest.raises(Refused):
        say_not_us(by=at.player(at.first), slip=at.judged("AXLE")[0])
    client = as_station(at)
    slip = begun(client, at, another_turn="on")
    at.row.status = "closed"
    at.row.save()
    with pytest.raises(Refused):
        say_not_us(by=at.player(at.first), slip=slip)


def test_several_in_a_row_tell_the_desk(at: Table) -> None:
    client = as_station(at)
    for times in range(1, MANY + 1):
        press(client, begun(client, at, another_turn="on"), "AXLE")
        assert bool(station_warnings(at.division.tournament)) is (times == MANY)
    assert f"{MANY} times" in as_user(at.judge).get(reverse("challenges:queue", args=[SLUG])).content.decode()
    Verdict.objects.update(at=timezone.now() - timedelta(minutes=16))
    assert station_warnings(at.division.tournament) == []


def test_another_opinion_at_a_station_asks_the_pin_of_whoever_asks(at: Table) -> None:
    client: Client = as_station(at)
    slip = begun(client, at)
    press(client, slip, "AXXLE")
    assert client.post(url("station_opinion", slip.pk), {"entry": at.first.pk, "pin": "000000"}).status_code == 409
    assert fresh(slip).state == "adjudicated"
    client.post(url("station_opinion", slip.pk), {"entry": at.first.pk, "pin": PIN})
    assert fresh(slip).state == "second-opinion"
