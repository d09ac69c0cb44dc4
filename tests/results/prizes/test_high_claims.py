"""High plays and words: who may claim, who confirms, and that only what is confirmed counts."""

import pytest
from django.test import Client

from results.prizes.actions import PrizeAction
from results.prizes.models import HighClaim
from results.prizes.services import high_claims
from tdsuite.platform.access.actors import Means, PlayerActor
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Game, Round
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.platform.access.signing import signed_in
from tests.results.prizes.pages import client_of

pytestmark = pytest.mark.django_db
DESK, PAGE = "/console/lakeside-open/a/claims/", "/console/lakeside-open/prizes/"
GIVEN = {"division": "a", "kind": "high_word", "round_number": "1", "word": "axe", "points": "60"}
MINE = "/me/lakeside-open/claims/"


@pytest.fixture
def division():
    made = make_division(players=4)
    make_round(made, 1, status=Round.Status.CLOSED, pairs=[(1, 2), (3, 4)])
    make_round(made, 2, status=Round.Status.DRAFT, pairs=[(1, 3), (2, 4)])
    return made


def entry(division, number):
    return division.entries.get(number=number)


def game(division, number=1, round_number=1):
    return Game.objects.of_division(division).with_people().get(round__number=round_number, first__number=number)


def actor(division, number):
    return PlayerActor(entry(division, number).pk, division.tournament_id, division.pk, Means.LINK, "phone")


def claimed(division, by, number=1, points=140, *, word="quizzed", kind="high_play"):
    board = game(division, 1 if number < 3 else 3)
    return high_claims.claim(by=by, game=board, entry=entry(division, number), kind=kind, points=points, word=word)


# --- decisions -------------------------------------------------------------------------------------------


def test_a_claim_counts_only_once_it_is_confirmed(division, director):
    made = claimed(division, actor(division, 1))
    assert high_claims.confirmed(division) == {"high_play": [], "high_word": []}
    high_claims.confirm(by=director, claim=made)
    assert [(one.place, one.claim.word, one.claim.points) for one in high_claims.confirmed(division)["high_play"]] == [
        (1, "QUIZZED", 140)
    ]
    assert high_claims.confirmed(division, 2)["high_play"] == []
    actions = list(Record.objects.order_by("seq").values_list("action", flat=True))
    assert actions == ["high_claim.made", "high_claim.confirmed"]


def test_equal_plays_share_a_place_and_the_next_one_skips(division, director):
    for number, points in ((1, 140), (2, 140), (3, 90)):
        high_claims.confirm(by=director, claim=claimed(division, director, number, points))
    assert [one.place for one in high_claims.confirmed(division)["high_play"]] == [1, 1, 3]


def test_a_player_claims_own_plays_only(division):
    with pytest.raises(Refused, match="your own plays only"):
        claimed(division, actor(division, 1), number=2)


def test_a_judge_neither_claims_nor_confirms_and_no_player_does(division, director):
    judge = make_user("judge", tournament=division.tournament, role=Role.JUDGE)
    with pytest.raises(NotAllowed):
        claimed(division, judge)
    with pytest.raises(NotAllowed):
        high_claims.confirm(by=judge, claim=claimed(division, director))
    with pytest.raises(NotAllowed):
        high_claims.confirm(by=actor(division, 1), claim=HighClaim.objects.get())


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"points": 0}, "1 to 2000 points"), ({"points": 2001}, "1 to 2000 points"),
        ({"word": "q"}, "2 to 15 letters"), ({"word": "two words"}, "without spaces"),
        ({"kind": "low_play"}, "a high play or a high word"),
    ],
)  # fmt: skip
def test_what_cannot_be_a_play_is_refused(division, director, wrong, says):
    with pytest.raises(Refused, match=says):
        claimed(division, director, **wrong)


def test_a_play_belongs_to_a_game_the_player_played(division, director):
    with pytest.raises(Refused, match="did not play this game"):
        high_claims.claim(
            by=director, game=game(division, 3), entry=entry(division, 1), kind="high_play", points=90, word="axe"
        )
    with pytest.raises(Refused, match="has not been played"):
        high_claims.claim(
            by=director, game=game(division, 1, 2), entry=entry(division, 1), kind="high_play", points=90, word="axe"
        )
    assert not HighClaim.objects.exists()


def test_a_claim_stands_once_and_is_confirmed_once_until_a_refusal_with_a_reason_ends_it(division, director):
    made = claimed(division, director)
    with pytest.raises(Refused, match="claimed already"):
        claimed(division, actor(division, 1))
    high_claims.confirm(by=director, claim=made)
    with pytest.raises(Refused, match="confirmed already"):
        high_claims.confirm(by=director, claim=made)
    with pytest.raises(Refused, match="Say why"):
        high_claims.refuse(by=director, claim=made, reason=" ")
    high_claims.refuse(by=director, claim=made, reason="the board says 104")
    assert high_claims.confirmed(division)["high_play"] == []
    with pytest.raises(Refused, match="refused"):
        high_claims.confirm(by=director, claim=made)
    with pytest.raises(Refused, match="refused"):
        high_claims.refuse(by=director, claim=made, reason="again")
    assert claimed(division, director).pk != made.pk


# --- pages -----------------------------------------------------------------------------------------------


def test_a_player_claims_on_the_phone_and_the_desk_confirms(division):
    phone = signed_in(Client(), entry(division, 1))
    given = {"kind": "high_play", "game": game(division).pk, "word": "quizzed", "points": "140"}
    assert phone.post(MINE, given).status_code == 302
    assert "claimed, not confirmed yet" in phone.get(MINE).content.decode()
    desk = client_of(division, Role.SCORER)
    assert "140 QUIZZED" in desk.get(PAGE).content.decode()
    made = HighClaim.objects.get()
    claimed = Record.objects.get(action=PrizeAction.HIGH_CLAIM_MADE)
    assert (claimed.actor_kind, claimed.actor_id) == ("player", entry(division, 1).pk)
    assert desk.post(f"{DESK}{made.pk}/confirm/").status_code == 302
    assert "confirmed" in phone.get(MINE).content.decode()
    assert "QUIZZED, round 1" in Client().get("/t/lakeside-open/a/statistics/").content.decode()


def test_a_player_is_offered_own_games_alone(division):
    phone = signed_in(Client(), entry(division, 1))
    other = {"kind": "high_play", "game": game(division, 3).pk, "word": "quizzed", "points": "140"}
    assert phone.post(MINE, other).status_code == 422
    assert not HighClaim.objects.exists()


def test_the_desk_writes_a_claim_down_and_refuses_one_with_a_reason(division):
    desk = client_of(division, Role.DIRECTOR)
    assert desk.post(f"{PAGE}claims/", GIVEN | {"number": "2"}).status_code == 302
    made = HighClaim.objects.get()
    assert (made.entry.number, made.kind) == (2, "high_word")
    desk.post(f"{DESK}{made.pk}/refuse/", {"reason": ""})
    made.refresh_from_db()
    assert made.status == "claimed"
    desk.post(f"{DESK}{made.pk}/refuse/", {"reason": "phoney"})
    made.refresh_from_db()
    assert (made.status, made.reason) == ("refused", "phoney")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [({"number": "9"}, "no player of this number"), ({"round_number": "2"}, "has no game in this round")],
)
def test_a_wrong_number_is_told_on_the_form(division, wrong, says):
    response = client_of(division, Role.DIRECTOR).post(f"{PAGE}claims/", GIVEN | {"number": "3"} | wrong)
    assert response.status_code == 422 and says in response.content.decode()


def test_a_judge_reads_the_claims_and_sees_no_button(division, director):
    made = claimed(division, director)
    judge = client_of(division, Role.JUDGE)
    body = judge.get(PAGE).content.decode()
    assert "140 QUIZZED" in body and "Confirm<" not in body
    assert judge.post(f"{DESK}{made.pk}/confirm/").status_code == 403


def test_a_claim_of_another_division_is_not_found(division, director):
    made = claimed(division, director)
    other = make_division(make_tournament("other-cup"), players=2)
    client = client_of(other, Role.DIRECTOR)
    assert client.post(f"/console/other-cup/a/claims/{made.pk}/confirm/").status_code == 404
