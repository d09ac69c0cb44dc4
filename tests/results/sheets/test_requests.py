"""What players ask of the director from their own page: a queue that is emptied before the next round is paired."""

from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from results.models import PlayerRequest
from results.sheets.services import requests
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.live import may_listen
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.models import Entry, Player
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.erasure import erase_player
from tdsuite.tournaments.services.personal import export_person
from tdsuite.tournaments.services.waiting import all_waiting
from tests.api.steps import call
from tests.factories import make_user
from tests.platform.access.signing import signed_in
from tests.results.looking import text
from tests.results.rulings.cases import logged_in
from tests.results.sheets.desk import Hall, make_hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return make_hall(slug="open")


def phone(hall: Hall, number: int) -> Client:
    client: Client = signed_in(Client(), hall.event.entry(number))
    return client


def asks(client: Client, kind: str, words: str = "") -> Any:
    return client.post("/me/open/requests/", {"kind": kind, "words": words}, follow=True)


def ask(hall: Hall, number: int, kind: str = "late", words: str = "") -> PlayerRequest:
    return requests.ask_director(by=hall.player(number), entry=hall.event.entry(number), kind=kind, words=words)


def test_a_player_asks_the_director_settles_with_an_answer_and_the_player_reads_it(hall: Hall) -> None:
    player, director = phone(hall, 1), logged_in(hall.director)
    assert "Tell the director" in text(player.get("/me/open/"))
    assert "The director is told. " in text(asks(player, "sit_out", "round 4, the train"))
    name = hall.event.entry(1).player
    (waiting,) = all_waiting(hall.division.tournament)
    assert (waiting.what, waiting.before_pairing, waiting.says) == (f"{name} asks to sit out a round", True, "")
    assert f"{name} asks to sit out a round" in text(director.get("/console/open/round/"))
    page = director.get(reverse("results:requests", args=["open"]))
    assert "1 to settle" in text(page) and "“round 4, the train”" in text(page)
    assert 'href="/console/open/a/roster/1/"' in page.content.decode()  # where the rounds missed are written
    row = PlayerRequest.objects.get()
    director.post(reverse("results:request_settled", args=["open", row.pk]), {"answer": "You sit out round 4."})
    assert "answered The director: “You sit out round 4.”" in text(player.get("/me/open/"))
    assert all_waiting(hall.division.tournament) == []
    assert "No requests" in text(director.get(reverse("results:requests", args=["open"])))
    actions = Record.objects.filter(action__startswith="request.").order_by("pk").values_list("action", "actor_kind")
    assert list(actions) == [("request.made", "player"), ("request.settled", "user")]


def test_each_kind_leads_to_the_page_where_it_is_done(hall: Hall) -> None:
    for number, kind in zip((2, 1, 1, 1, 1, 1, 2), PlayerRequest.Kind.values, strict=True):
        ask(hall, number, kind, "It is the wrong one")
    lines = logged_in(hall.director).get("/console/open/requests/").context["lines"]
    entry, results = "/console/open/a/roster/1/", "/console/open/round/?division=a&round=1"
    leave = f"{entry}?request={PlayerRequest.objects.get(kind='leave').pk}#left"
    assert [line.url for line in lines] == [
        "/console/open/check-in/",
        entry,
        leave,
        "/console/open/check-in/",
        entry,
        results,
        "/console/open/a/round/1/why/",
    ]
    assert [row.before_pairing for row in all_waiting(hall.division.tournament)] == [
        False,
        True,
        True,
        True,
        False,
        True,
        False,
    ]
    may_open = [line.may_open for line in logged_in(hall.scorer).get("/console/open/requests/").context["lines"]]
    assert may_open == [True, False, False, True, False, True, True]


def test_it_is_taken_back_while_it_waits_and_not_after(hall: Hall) -> None:
    first, second = ask(hall, 1, "leave"), ask(hall, 1, "late")
    player = phone(hall, 1)
    assert "It is taken back." in text(player.post(f"/me/open/requests/{first.pk}/take-back/", follow=True))
    with pytest.raises(Refused, match="took this request back"):
        requests.settle_request(by=hall.director, player_request=first, answer="Goodbye")
    requests.settle_request(by=hall.director, player_request=second)
    assert "This is settled already." in text(player.post(f"/me/open/requests/{second.pk}/take-back/", follow=True))
    requests.settle_request(by=hall.director, player_request=second)  # a second press
    with pytest.raises(Refused, match="settled already"):
        requests.settle_request(by=hall.director, player_request=second, answer="Another answer")
    assert Record.objects.filter(action__startswith="request.").count() == 4
    shown = text(player.get("/me/open/"))
    assert "I will be late settled" in shown and "I leave the event" not in shown


def test_nobody_asks_takes_back_or_hears_for_another(hall: Hall) -> None:
    row, other = ask(hall, 1), phone(hall, 2)
    assert other.post(f"/me/open/requests/{row.pk}/take-back/").status_code == 404
    with pytest.raises(NotAllowed):
        requests.ask_director(by=hall.player(2), entry=hall.event.entry(1), kind="leave")
    with pytest.raises(NotAllowed):
        requests.take_request_back(by=hall.player(2), player_request=row)
    for client, hears in ((phone(hall, 1), True), (other, False), (Client(), False)):
        request = RequestFactory().get("/")
        request.COOKIES = {name: morsel.value for name, morsel in client.cookies.items()}
        assert may_listen(request, [requests.requests_topic(row.entry_id)]) is hears
    reader = make_user("reader", tournament=hall.division.tournament, role=Role.READER)
    assert logged_in(reader).get("/console/open/requests/").status_code == 403
    row.refresh_from_db()
    assert row.waits


def test_five_wait_at_most_the_same_twice_is_one_and_what_is_wrong_needs_words(hall: Hall) -> None:
    player = phone(hall, 1)
    assert asks(player, "result").status_code == asks(player, "nonsense", "x").status_code == 422
    assert ask(hall, 1, words="ten minutes") == ask(hall, 1, words=" ten minutes ")
    for number in range(requests.MOST_WAITING - 1):
        ask(hall, 1, words=str(number))
    full = asks(player, "late", "once more")
    assert full.status_code == 422 and "go to the director’s table" in text(full)
    ask(hall, 2)  # nobody else pays for it
    for row in PlayerRequest.objects.filter(entry=hall.event.entry(1)):
        requests.take_request_back(by=hall.player(1), player_request=row)
    PlayerRequest.objects.filter(entry=hall.event.entry(1)).update(words="")
    for number in range(requests.MOST_EVER - requests.MOST_WAITING):
        requests.take_request_back(by=hall.player(1), player_request=ask(hall, 1, words=str(number)))
    with pytest.raises(Refused, match="asked a lot"):
        ask(hall, 1)


def test_the_own_page_day_and_the_queue_are_told_and_no_public_page(hall: Hall) -> None:
    topics = [f"requests:{hall.event.entry(1).pk}", f"sheets:{hall.division.pk}", hall.division.live_topic]
    before = versions(*topics)
    requests.settle_request(by=hall.director, player_request=ask(hall, 1), answer="Thank you")
    assert [versions(*topics)[topic] - before[topic] for topic in topics] == [2, 2, 0]
    assert f'data-live="{topics[0]}"' in phone(hall, 1).get("/me/open/requests/").content.decode()
    assert topics[0] in phone(hall, 1).get("/me/open/").content.decode()


def test_the_words_go_with_the_person_and_are_handed_to_them(hall: Hall) -> None:
    requests.settle_request(by=hall.director, player_request=ask(hall, 1, words="a doctor"), answer="Get well")
    ask(hall, 2, words="a train")
    player = Player.objects.get(pk=hall.event.entry(1).player_id)
    document = export_person(by=hall.director, player=player).decode()
    assert "a doctor" in document and "Get well" in document and "a train" not in document
    erased = erase_player(by=hall.director, player=player)
    assert erased["requests to the director"] == 1
    assert list(PlayerRequest.objects.values_list("words", "answer")) == [("", ""), ("a train", "")]


def test_a_call_lists_them(hall: Hall) -> None:
    event, gone = hall.division.tournament, ask(hall, 1, "late")
    requests.take_request_back(by=hall.player(1), player_request=gone)
    ask(hall, 1, "leave", "after lunch")
    assert len(call(event, "get", "requests/").json()) == 2
    (shown,) = call(event, "get", "requests/", status="waiting", player=1, division="a").json()
    assert (shown["kind"], shown["words"], shown["division"], shown["number"]) == ("leave", "after lunch", "a", 1)


def test_the_queue_makes_the_same_queries_for_few_and_for_many(
    hall: Hall, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    client = logged_in(hall.director)
    ask(hall, 1)
    with django_assert_max_num_queries(20) as few:
        client.get("/console/open/requests/")
    for entry in Entry.objects.filter(division=hall.division):
        ask(hall, entry.number, "leave")
    with django_assert_num_queries(len(few)):
        client.get("/console/open/requests/")


def test_withdraw_them_opens_filled_in_and_one_press_settles_the_request_too(hall: Hall) -> None:
    row, client = ask(hall, 1, "leave", "the train"), logged_in(hall.director)
    (line,) = client.get("/console/open/requests/").context["lines"]
    page = client.get(line.url)
    form = page.context["withdraw"]
    assert (form["from_round"].value(), form["reason"].value()) == (2, "Asked to leave")
    assert "Withdrawing settles the request." in text(page)
    sent = {form[name].html_name: form[name].value() for name in ("from_round", "reason")}
    client.post("/console/open/a/roster/1/withdraw/", {**sent, "request": row.pk})
    row.refresh_from_db()
    assert (row.status, hall.event.entry(1).withdrawn_from) == (PlayerRequest.Status.SETTLED, 2)
