"""The self-adjudication station: table, challenger, words, the judging key, the verdict; WESPA 3.10.9, NSA App. C."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from adjudication.challenges.services.slips import choose_ways
from adjudication.challenges.services.station import PAUSE
from adjudication.challenges.services.verdicts import adjudicate
from adjudication.models import ChallengeSlip, DivisionLexicon, Verdict
from tdsuite.platform.access.models import Station
from tests.adjudication.challenges.cases import Table, fresh, table
from tests.adjudication.challenges.pages.people import SLUG, as_player, as_station, as_user, blanked
from tests.factories import PASSWORD, make_tournament, make_user
from tests.platform.access.signing import PIN, give_link

pytestmark = pytest.mark.django_db


def url(name: str, *args: object) -> str:
    return reverse(f"slips:{name}", args=[SLUG, *args])


def pins(at: Table) -> dict[str, str]:
    """What both players type at a station where no official is."""
    for entry in (at.first, at.second):
        give_link(entry)
    return {f"pin-{entry.pk}": PIN for entry in (at.first, at.second)}


def begun(client: Client, at: Table, **sent: object) -> ChallengeSlip:
    Verdict.objects.update(at=timezone.now() - PAUSE)  # a minute has passed since the last look-up
    client.post(url("station_game", at.game.pk), {"challenger": at.second.pk, **pins(at), **sent})
    return ChallengeSlip.objects.latest("pk")


def press(client: Client, slip: ChallengeSlip, words: str, **more: str):
    return client.post(url("station_press", slip.pk), {"words": words, **more})


def test_wespa_3_10_9_table_challenger_words_key_verdict(at: Table) -> None:
    client = as_station(at)
    page = client.get(url("station")).content.decode()
    assert url("station_game", at.game.pk) in page and "Test Words" in page
    assert client.get(url("station"), {"table": "1"}).headers["Location"] == url("station_game", at.game.pk)
    slip = begun(client, at)
    assert (slip.way, slip.state, slip.challenger_id) == ("station", "with-runner", at.second.pk)
    page = client.get(url("station_slip", slip.pk))
    assert "no-store" in page.headers["Cache-Control"]
    page = page.content.decode()
    assert all(text in page for text in ('data-idle="15"', 'data-held="500"', 'data-words="8"', 'autocomplete="off"'))
    assert press(client, slip, "AXLE CWM").headers["Location"] == url("station_slip", slip.pk)
    page = client.get(url("station_slip", slip.pk)).content.decode()
    assert ">ACCEPTABLE<" in page and 'data-clears="10"' in page and "Test Words" in page
    assert Verdict.objects.get().by_kind == "station"


def test_the_row_survives_reload_and_power_loss(at: Table) -> None:
    slip = begun(as_station(at), at)
    again = as_station(at)
    assert "challenge waits" in again.get(url("station")).content.decode()
    assert "Go on with this challenge" in again.get(url("station_game", at.game.pk)).content.decode()
    assert again.post(url("station_game", at.game.pk)).headers["Location"] == url("station_slip", slip.pk)
    assert ChallengeSlip.objects.count() == 1


def test_a_slip_from_a_phone_is_handed_over_by_arriving_and_typed_words_must_be_its_own(at: Table) -> None:
    slip, client = at.slip("AXLE", way="station", handed_over=False), as_station(at)
    client.post(url("station_game", at.game.pk))
    assert fresh(slip).state == "with-runner"
    page = client.get(url("station_slip", slip.pk)).content.decode()
    assert "AXLE" not in page
    answer = press(client, slip, "AXLES")
    assert (answer.status_code, Verdict.objects.count()) == (409, 0)
    assert "AXLES" in answer.content.decode()


def test_a_slip_for_the_runner_is_not_judged_at_the_station(at: Table) -> None:
    slip, client = at.slip("AXLE"), as_station(at)
    assert "ask an official" in client.get(url("station_game", at.game.pk)).content.decode()
    assert client.post(url("station_game", at.game.pk)).status_code == 409
    assert client.get(url("station_slip", slip.pk)).status_code == 302
    assert press(client, slip, "AXLE").status_code == 409
    assert Verdict.objects.count() == 0


def test_where_the_event_uses_no_station_the_page_says_so(at: Table) -> None:
    choose_ways(by=at.director, tournament=at.division.tournament, runner=True, self_run=False, station=False)
    assert "not judged at a station" in as_station(at).get(url("station")).content.decode()
    as_station(at).post(url("station_game", at.game.pk), {"challenger": at.first.pk, **pins(at)})
    assert not ChallengeSlip.objects.exists()


def test_nsa_ii_l_5_the_same_player_says_that_another_turn_was_played(at: Table) -> None:
    client = as_station(at)
    press(client, begun(client, at), "AXLE")
    page = client.get(url("station_game", at.game.pk)).content.decode()
    assert 'name="another_turn"' in page
    answer = client.post(url("station_game", at.game.pk), {"challenger": at.second.pk, **pins(at)})
    assert answer.status_code == 409
    begun(client, at, another_turn="on")
    assert ChallengeSlip.objects.count() == 2


def test_nsa_app_c_a_10_mistyped_is_typed_again_at_the_station_and_is_final() -> None:
    at = table("nsa-2004")
    client = as_station(at)
    slip = begun(client, at)
    press(client, slip, "AXXLE")
    page = client.get(url("station_game", at.game.pk)).content.decode()
    assert 'value="mistyped"' in page
    answer = client.post(url("station_opinion", slip.pk), {"entry": at.first.pk, "flaw": "mistyped", "pin": PIN})
    assert answer.headers["Location"] == url("station_slip", slip.pk)
    assert "typed again" in client.get(url("station_slip", slip.pk)).content.decode()
    press(client, slip, "AXLE")
    assert fresh(slip).acceptable is True
    assert ">ACCEPTABLE<" in client.get(url("station_slip", slip.pk)).content.decode()


def test_a_second_opinion_that_differs_shows_no_verdict_at_the_station(at: Table) -> None:
    client = as_station(at)
    slip = begun(client, at)
    press(client, slip, "AXXLE")
    client.post(url("station_opinion", slip.pk), {"entry": at.first.pk, "pin": PIN})
    adjudicate(by=at.judge, slip=slip, words=["AXLE"])
    assert fresh(slip).state == "with-director"
    assert client.get(url("station_slip", slip.pk)).headers["Location"] == url("station_game", at.game.pk)
    page = client.get(url("station_game", at.game.pk)).content.decode()
    assert "ACCEPTABLE" not in page and "with the director" in page


def test_leaving_asks_for_an_officials_password_and_logs_nobody_in(at: Table) -> None:
    client = as_station(at)
    stranger = make_user("somebody")
    for name, password in (("director", "wrong"), (stranger.username, PASSWORD)):
        assert client.post(url("station_leave"), {"username": name, "password": password}).status_code == 422
    answer = client.post(url("station_leave"), {"username": "director", "password": PASSWORD})
    assert answer.headers["Location"] == reverse("access:station")
    assert "_auth_user_id" not in client.session


def test_only_a_paired_tablet_of_the_event_is_the_station(at: Table) -> None:
    slip = at.slip(way="station")
    addresses = [url("station"), url("station_game", at.game.pk), url("station_slip", slip.pk), url("station_leave")]
    for client in (Client(), as_user(at.director), as_player(at.first)):
        assert {client.get(address).headers["Location"] for address in addresses} == {reverse("access:station")}
        assert press(client, slip, "AXLE").status_code == 401
    tablet = as_station(at)
    Station.objects.update(tournament=make_tournament("elsewhere"))
    assert {tablet.get(address).status_code for address in addresses} == {404}
    assert press(tablet, slip, "AXLE").status_code == 404
    assert Verdict.objects.count() == 0


def test_a_revoked_station_is_none(at: Table) -> None:
    tablet, slip = as_station(at), at.slip(way="station")
    Station.objects.update(revoked_at="2026-05-16T10:00Z")
    assert press(tablet, slip, "AXLE").status_code == 401
    assert tablet.get(url("station_leave")).headers["Location"] == reverse("access:station")


PLAYS = ["AXXLE CWM FJORD", "AXLE CWMM FJORD", "AXLE CWM FJORDD", "AXXLE CWMM FJORDD"]


def verdict_pages(at: Table, client: Client, play: str) -> list[str]:
    """Everything that answers a press and everything shown of it to players, without what was typed, ids and times."""
    slip = begun(client, at, another_turn="on")
    answer = press(client, slip, play, key=f"key-{play}")
    player = as_player(at.second)
    pages = [
        client.get(url("station_slip", slip.pk)),
        client.get(url("station_game", at.game.pk)),
        player.get(url("game", at.game.pk)),
        as_user(at.judge).get(reverse("challenges:slip", args=[SLUG, slip.pk])),
    ]
    texts = [str(answer.status_code), answer.headers["Location"], *(page.content.decode() for page in pages)]
    texts = [blanked(text) for text in texts]
    for number, word in enumerate(play.split()):
        texts = [text.replace(word, f"word-{number}") for text in texts]
    ChallengeSlip.objects.all().delete()
    return texts


def test_wespa_3_10_7_b_the_pages_of_a_verdict_are_the_same_whichever_word_failed(at: Table) -> None:
    client = as_station(at)
    first, *others = (verdict_pages(at, client, play) for play in PLAYS)
    assert [other for other in others if other != first] == []
    assert "UNACCEPTABLE" in first[2]
    assert verdict_pages(at, client, "AXLE CWM FJORD") != first


def test_the_list_is_named_as_not_for_tournaments_where_it_is_none(at: Table) -> None:
    DivisionLexicon.objects.all().delete()
    assert as_station(at).get(url("station")).content.decode().count("not a tournament list") == 1


def test_wespa_3_10_9_a_iv_the_station_asks_for_covered_tiles_before_who_challenges(at: Table) -> None:
    choose_ways(by=at.director, tournament=at.division.tournament, runner=False, self_run=False, station=True)
    page = as_station(at).get(url("station_game", at.game.pk)).text
    assert page.index("cover your tiles or turn them face down") < page.index("Who challenges?")
