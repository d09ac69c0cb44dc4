import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory

from tdsuite.platform.access import codes
from tdsuite.platform.access.live import may_listen
from tdsuite.platform.access.roles import Role
from tdsuite.platform.access.tokens import make_token
from tdsuite.tournaments.models import Game
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.platform.access.signing import signed_in

pytestmark = pytest.mark.django_db


def asked(user, *topics, client=None):
    request = RequestFactory().get("/live/stream")
    request.user = user
    request.COOKIES = {name: each.value for name, each in client.cookies.items()} if client else {}
    return may_listen(request, topics)


def test_who_has_to_set_up_the_second_factor_hears_nothing_before(settings):
    settings.SECOND_FACTOR = "administrators"
    topic = make_division(make_tournament("open")).live_topic
    administrator = make_user("administrator", is_superuser=True)
    assert (asked(administrator, topic), asked(AnonymousUser(), topic)) == (False, True)
    request = RequestFactory().get(
        "/live/stream", headers={"Authorization": f"Token {make_token(by=administrator, name='API')}"}
    )
    assert may_listen(request, [topic])  # a program: its token was made under the account's rules
    administrator.factor_nonce = codes.new_nonce()
    administrator.save()
    assert asked(administrator, topic)


def test_a_private_event_is_heard_by_its_helpers_alone():
    division = make_division(make_tournament("secret", visibility="private"))
    helper = make_user(tournament=division.tournament, role=Role.OFFICIAL)
    assert (asked(AnonymousUser(), division.live_topic), asked(helper, division.live_topic)) == (False, True)


def test_whoever_may_see_an_event_may_listen_to_the_next_game_of_its_players_and_to_no_own_page():
    seen = make_division(make_tournament("open"), players=1)
    hidden = make_division(make_tournament("secret", visibility="private"), players=1)
    for division, heard in ((seen, True), (hidden, False)):
        entry = division.entries.get()
        assert asked(AnonymousUser(), f"player:{division.pk}:{entry.pk}") is heard
        assert not asked(AnonymousUser(), f"own:{division.pk}:{entry.pk}")
    assert asked(make_user(tournament=hidden.tournament, role=Role.OFFICIAL), f"player:{hidden.pk}:1")
    assert not asked(AnonymousUser(), "player:999999:1") and not asked(AnonymousUser(), f"player:{seen.pk}")


@pytest.mark.parametrize("kind", ["overlay", "screen"])
def test_whoever_may_see_an_event_may_listen_to_its_overlays_and_screens(kind):
    seen, hidden = make_tournament("open"), make_tournament("secret", visibility="private")
    helper = make_user(tournament=hidden, role=Role.OFFICIAL)
    topics = [f"{kind}:{event.pk}:3" for event in (seen, hidden)]
    assert [asked(AnonymousUser(), topic) for topic in topics] == [True, False]
    assert asked(helper, *topics)
    for wrong in (f"{kind}:{seen.pk}", f"{kind}:{seen.pk}:x", f"{kind}:{seen.pk}:3:4", f"{kind}:999999:1"):
        assert not asked(AnonymousUser(), topics[0], wrong)


def test_one_forbidden_topic_forbids_them_all():
    seen = make_division(make_tournament("open"))
    hidden = make_division(make_tournament("secret", visibility="private"))
    assert not asked(AnonymousUser(), seen.live_topic, hidden.live_topic)


def test_clocks_of_late_players_are_heard_by_those_who_run_them():
    division = make_division(make_tournament("open"))
    official = make_user("door", tournament=division.tournament, role=Role.OFFICIAL)
    judge = make_user("judge", tournament=division.tournament, role=Role.JUDGE)
    topics = (division.live_topic, f"attendance:{division.pk}")
    assert asked(AnonymousUser(), division.live_topic, f"clocks:{division.pk}")  # that one was started is no secret
    assert [asked(who, *topics) for who in (official, judge, AnonymousUser())] == [True, False, False]


def test_a_games_sheet_is_heard_by_its_two_players_and_by_those_who_run_the_event():
    division = make_division(make_tournament("open"), players=4)
    make_round(division, 1, pairs=[(1, 2), (3, 4)])
    topic = f"game:{Game.objects.get(board=1).pk}"
    judge = make_user("judge", tournament=division.tournament, role=Role.JUDGE)
    phones = [signed_in(Client(), division.entries.get(number=number)) for number in (1, 2, 3)]
    heard = [asked(AnonymousUser(), topic, division.live_topic, client=phone) for phone in phones]
    assert heard == [True, True, False]
    assert [asked(who, topic) for who in (judge, AnonymousUser())] == [True, False]
    assert [asked(who, f"sheets:{division.pk}") for who in (judge, AnonymousUser())] == [True, False]
    assert not asked(judge, "game:999")


@pytest.mark.parametrize(
    "topics",
    [(), ("division:999",), ("division:x",), ("jobs",), ("division:",), ("division:1:2",), ("attendance:007x",)],
)
def test_what_is_no_division_is_not_heard(topics):
    assert not asked(AnonymousUser(), *topics)


def test_of_an_own_page_only_its_player_hears():
    division = make_division(make_tournament("open"))
    one, other = division.entries.select_related("division__tournament").filter(number__lte=2)
    foreign = make_division(division.tournament, code="b", players=1)

    def hears(client, topic):
        return asked(AnonymousUser(), topic, client=client)

    phone = signed_in(Client(), one)
    assert hears(phone, f"own:{division.pk}:{one.pk}")
    assert not hears(phone, f"own:{division.pk}:{other.pk}")
    assert not hears(phone, f"own:{foreign.pk}:{one.pk}")
    assert (
        not hears(phone, f"own:999:{one.pk}") and not hears(phone, f"own:{division.pk}") and not hears(phone, "own:x:y")
    )
    assert not hears(Client(), f"own:{division.pk}:{one.pk}")
    director = make_user("director", tournament=division.tournament, role=Role.DIRECTOR)
    assert not asked(director, f"own:{division.pk}:{one.pk}")
