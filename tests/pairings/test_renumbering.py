"""A round taken away, or put in, in the middle of what is still to come: previewed, done once, on record once."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from pairings.models import PairingRun, PairingSettings
from pairings.services.automatic_drafts import NEXT_JOB
from pairings.services.drafts import make_draft, request_draft
from pairings.services.planning import FREE_JOB, request_free_drafts
from pairings.services.renumbering import insert_round, insertion, removal, remove_round
from pairings.services.rules import save_settings
from results.models import Prize
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.models import Division, Round, SpreadAdjustment, TableNeed
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.rounds import ensure_rounds
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db

SWISS = {"method": "swiss"}


@pytest.fixture
def division() -> Division:
    """Seven rounds, two published; a plan with lines of one round and of several."""
    division = make_division(make_tournament(), players=8, rounds=7)
    division.pairing_plan = [
        {"first": 1, "last": 7, "method": "swiss", "when_ready": "wait"},
        {"first": 4, "last": 4, "method": "random", "when_ready": "wait"},
        {"first": 6, "last": 7, "method": "king_of_the_hill", "when_ready": "wait"},
    ]
    division.save()
    make_round(division, 1, status="closed")
    make_round(division, 2)
    ensure_rounds(division)
    return division


@pytest.fixture
def director(division: Division, client: Client) -> User:
    user = make_user(tournament=division.tournament)
    client.force_login(user)
    return user


def now(division: Division) -> Division:
    return Division.objects.select_related("tournament").get(pk=division.pk)


def lines(division: Division) -> list[tuple[int, int, str]]:
    return [(one["first"], one["last"], one["method"]) for one in now(division).pairing_plan]


def url(division: Division, name: str, *args: int) -> str:
    return reverse(f"pairings:{name}", args=[division.tournament.slug, division.code, *args])


def text(response: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).replace("&#x27;", "'").split())


# --- taken away ------------------------------------------------------------------------------------


def test_later_rounds_move_down_with_their_plan_their_rows_and_their_starts(division: Division, director: User) -> None:
    starts = datetime(2026, 5, 17, 9, 30, tzinfo=UTC)
    division.rounds.filter(number=6).update(scheduled_at=starts)
    assert remove_round(by=director, division=division, number=4, reason="the hall closes early") == 4
    assert now(division).planned_rounds == 6
    assert lines(division) == [(1, 6, "swiss"), (5, 6, "king_of_the_hill")]
    assert list(division.rounds.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert division.rounds.get(scheduled_at=starts).number == 5


def test_one_record_says_what_was_done_and_what_it_meant(division: Division, director: User) -> None:
    make_draft(by=director, division=division, number=4)
    before = Record.objects.count()
    remove_round(by=director, division=division, number=4, reason="the hall closes early")
    (record,) = Record.objects.all()[before:]
    assert (record.action, record.after["removed"], record.before["planned_rounds"], record.why) == (
        "pairings.round_removed", 4, 7, "the hall closes early",
    )  # fmt: skip
    assert record.after["meant"] == ["The draft of round 4 goes: its round gets another number or place."]


def test_boards_asked_for_move_along_and_those_of_the_round_go(division: Division, director: User) -> None:
    boards = [
        {"ask": "forced", "one": 1, "two": 7, "round": 4},
        {"ask": "forced", "one": 2, "two": 7, "round": 5},
        {"ask": "forbidden", "one": 1, "two": 3, "round": 0},
        {"ask": "exempt", "one": 1, "two": 2, "round": 3},
    ]
    rules = {"apart": [{"kind": "club", "until": 5, "strength": "avoid"}], "repeats_from": 6}
    save_settings(by=director, division=division, values={"boards": boards, "rules": rules})
    meaning = removal(division, 4)
    assert meaning.notices == ("The board 1-7, asked for in round 4, goes.",)
    remove_round(by=director, division=division, number=4)
    kept = PairingSettings.objects.get(division=division)
    assert [(one["one"], one["two"], one["round"]) for one in kept.boards] == [(2, 7, 4), (1, 3, 0), (1, 2, 3)]
    assert (kept.rules["apart"][0]["until"], kept.rules["repeats_from"]) == (4, 5)


def test_a_rule_that_held_only_in_the_round_goes_and_one_for_every_round_stays(director: User) -> None:
    division = make_division(director.memberships.get().tournament, players=4, rounds=3, code="new")
    apart = [{"kind": "club", "until": 1, "strength": "must"}, {"kind": "team", "until": 0, "strength": "must"}]
    save_settings(by=director, division=division, values={"rules": {"apart": apart}})
    remove_round(by=director, division=division, number=1)
    kept = PairingSettings.objects.get(division=division)
    assert [(one["kind"], one["until"]) for one in kept.rules["apart"]] == [("team", 0)]


def test_absences_leaving_caps_and_table_needs_follow(division: Division, director: User) -> None:
    one, two, three, four = division.entries.order_by("number")[:4]
    one.absences = [4, 6]
    two.withdrawn_from = 5
    one.save()
    two.save()
    division.spread_caps = [0, 400, 300, 200, 100]
    division.save()
    TableNeed.objects.create(entry=three, table="1", first_round=4, last_round=4)
    TableNeed.objects.create(entry=four, table="2", first_round=3, last_round=6)
    meaning = removal(division, 4)
    assert meaning.notices == (
        "The spread cap of round 4 goes; later rounds keep theirs.",
        f"{one.player} was to miss round 4: that goes.",
        f"{three.player} was to have a table of their own in round 4: that goes.",
    )
    remove_round(by=director, division=division, number=4)
    one.refresh_from_db()
    two.refresh_from_db()
    after = now(division)
    assert (one.absences, two.withdrawn_from, after.spread_caps) == ([5], 4, [0, 400, 300, 100])
    assert [(need.first_round, need.last_round) for need in TableNeed.objects.all()] == [(3, 5)]


def test_drafts_of_the_round_and_of_later_ones_go_and_earlier_ones_stay(division: Division, director: User) -> None:
    for number in (3, 4, 5):
        make_draft(by=director, division=division, number=number)
    remove_round(by=director, division=division, number=4)
    assert [run.first_round for run in PairingRun.objects.drafts()] == [3]


def test_an_option_that_names_a_round_follows(division: Division, director: User) -> None:
    division.pairing_plan = [{"first": 3, "last": 7, "method": "cop", "options": {"control_loss_from": 6}}]
    division.save()
    remove_round(by=director, division=division, number=4)
    assert now(division).pairing_plan == [{"first": 3, "last": 6, "method": "cop", "options": {"control_loss_from": 5}}]


def test_a_table_loses_its_last_round_and_the_director_is_told(division: Division, director: User) -> None:
    division.pairing_plan = [{"first": 3, "last": 7, "method": "round_robin"}]
    division.save()
    assert removal(division, 4).notices == (
        "Rounds 3 to 7 are one table (Round robin): its last round is not played then.",
    )


def test_a_prize_of_a_later_round_follows_and_one_of_the_round_forbids_it(division: Division, director: User) -> None:
    prize = Prize.objects.create(division=division, title="High game", basis="high_win", round_number=6)
    remove_round(by=director, division=division, number=4)
    prize.refresh_from_db()
    assert prize.round_number == 5
    with pytest.raises(Refused, match="The prize “High game” is given for round 5"):
        remove_round(by=director, division=division, number=5)


def test_an_adjustment_of_a_later_round_follows_and_one_of_the_round_forbids_it(
    division: Division, director: User
) -> None:
    entry = division.entries.get(number=1)
    adjustment = SpreadAdjustment.objects.create(entry=entry, round_number=6, points=-50, reason="late")
    remove_round(by=director, division=division, number=4)
    adjustment.refresh_from_db()
    assert adjustment.round_number == 5
    with pytest.raises(Refused, match="A spread was adjusted in round 5: take that back first"):
        remove_round(by=director, division=division, number=5)


def test_rounds_up_to_the_last_published_one_keep_their_numbers(division: Division, director: User) -> None:
    with pytest.raises(Refused, match="Round 2 is published: only rounds that nobody has seen"):
        remove_round(by=director, division=division, number=2)
    Round.objects.filter(division=division, number=5).update(status="published")
    with pytest.raises(Refused, match="Round 5 is published: the rounds up to it keep their numbers"):
        remove_round(by=director, division=division, number=4)
    with pytest.raises(Refused, match="Round 5 is published: the rounds up to it keep their numbers"):
        insert_round(by=director, division=division, number=5, values=SWISS)
    for number in (-1, 8):
        with pytest.raises(Refused, match=f"there is no round {number}"):
            remove_round(by=director, division=division, number=number)
    assert now(division).planned_rounds == 7


def test_nothing_moves_while_a_round_is_being_paired(division: Division, director: User) -> None:
    job = request_draft(by=director, division=division, number=5, method=None, seed=None)
    with pytest.raises(Refused, match="A round of this division is being paired"):
        remove_round(by=director, division=division, number=4)
    Job.objects.filter(pk=job.pk).delete()
    request_free_drafts(by=director, division=division)
    with pytest.raises(Refused, match="is being paired"):
        insert_round(by=director, division=division, number=4, values=SWISS)
    assert Job.objects.get().kind == FREE_JOB


def test_the_only_round_is_not_taken_away(director: User) -> None:
    division = make_division(director.memberships.get().tournament, players=4, rounds=1, code="short")
    with pytest.raises(Refused, match="has one round only"):
        remove_round(by=director, division=division, number=1)


def test_the_next_round_is_drafted_where_the_plan_asks_for_it(division: Division, director: User) -> None:
    division.pairing_plan = [{"first": 1, "last": 7, "method": "swiss", "lag": 1}]
    division.save()
    remove_round(by=director, division=division, number=4)
    assert [(job.kind, job.args["round"]) for job in Job.objects.all()] == [(NEXT_JOB, 3)]


# --- put in ----------------------------------------------------------------------------------------


def test_a_round_put_in_moves_the_later_ones_up_and_is_paired_in_a_way_of_its_own(
    division: Division, director: User
) -> None:
    boards = [{"ask": "forced", "one": 1, "two": 7, "round": 4}]
    save_settings(by=director, division=division, values={"boards": boards})
    assert insert_round(by=director, division=division, number=4, values={"method": "factor"}, reason="time left") == 4
    assert now(division).planned_rounds == 8
    assert lines(division) == [
        (1, 8, "swiss"), (5, 5, "random"), (7, 8, "king_of_the_hill"), (4, 4, "factor"),
    ]  # fmt: skip
    assert PairingSettings.objects.get(division=division).boards[0]["round"] == 5
    assert list(division.rounds.values_list("number", flat=True)) == [1, 2, 3, 5, 6, 7, 8]
    record = Record.objects.filter(action="pairings.round_added").get()
    assert (record.after["inserted"], record.why) == (4, "time left")


def test_a_round_put_in_has_the_cap_of_the_one_behind_it(division: Division, director: User) -> None:
    division.spread_caps = [0, 400, 300, 200]
    division.save()
    assert insertion(division, 4).notices == ("The new round has the spread cap of the round behind it, 200.",)
    insert_round(by=director, division=division, number=4, values=SWISS)
    assert now(division).spread_caps == [0, 400, 300, 200, 200]


def test_a_table_is_not_torn_apart(division: Division, director: User) -> None:
    division.pairing_plan = [{"first": 3, "last": 6, "method": "round_robin"}]
    division.save()
    with pytest.raises(Refused, match=r"Rounds 3 to 6 are one table \(Round robin\): put the new round before"):
        insert_round(by=director, division=division, number=5, values=SWISS)
    insert_round(by=director, division=division, number=3, values=SWISS)
    assert lines(division) == [(4, 7, "round_robin"), (3, 3, "swiss")]


def test_a_division_has_99_rounds_at_most(division: Division, director: User) -> None:
    Division.objects.filter(pk=division.pk).update(planned_rounds=99)
    with pytest.raises(Refused, match="at most 99 rounds"):
        insert_round(by=director, division=division, number=50, values=SWISS)


def test_putting_a_round_in_and_taking_it_away_leaves_the_plan_as_it_was(division: Division, director: User) -> None:
    before = lines(division)
    insert_round(by=director, division=division, number=5, values={"method": "factor"})
    remove_round(by=director, division=division, number=5)
    assert (lines(division), now(division).planned_rounds) == (before, 7)


def test_only_a_director_moves_rounds(division: Division, director: User) -> None:
    scorer = make_user("scorer", tournament=division.tournament, role=Role.SCORER)
    with pytest.raises(NotAllowed):
        remove_round(by=scorer, division=division, number=4)
    with pytest.raises(NotAllowed):
        insert_round(by=scorer, division=division, number=4, values=SWISS)


# --- the pages -------------------------------------------------------------------------------------


def test_looking_leaves_no_trace(division: Division, director: User, client: Client) -> None:
    make_draft(by=director, division=division, number=5)
    division.refresh_from_db()
    seen = (Record.objects.count(), lines(division), versions(division.live_topic), division.state_version)
    for name in ("remove_round", "insert_round"):
        assert client.get(url(division, name, 4)).status_code == 200
    division.refresh_from_db()
    assert (Record.objects.count(), lines(division), versions(division.live_topic), division.state_version) == seen
    assert PairingRun.objects.drafts().count() == 1


def test_the_page_tells_what_it_means_and_the_button_does_it(
    division: Division, director: User, client: Client
) -> None:
    make_draft(by=director, division=division, number=5)
    page = text(client.get(url(division, "remove_round", 4)))
    assert "Nothing is changed yet." in page
    assert "6 5 King of the Hill" in page and "7 6 King of the Hill" in page
    assert "The draft of round 5 goes" in page and "The division will then have 6 rounds." in page
    assert client.post(url(division, "remove_round", 4), {"reason": "late"}).status_code == 302
    assert now(division).planned_rounds == 6


def test_a_round_is_put_in_on_its_page(division: Division, director: User, client: Client) -> None:
    assert "new 4 as chosen below" in text(client.get(url(division, "insert_round", 4)))
    typed = {"method": "factor", "lag": 0, "repeats": "avoid", "when_ready": "wait", "options": "factor=3"}
    assert client.post(url(division, "insert_round", 4), {**typed, "options": "flavour=3"}).status_code == 422
    assert client.post(url(division, "insert_round", 4), typed).status_code == 302
    assert lines(division)[-1] == (4, 4, "factor")


def test_the_desk_offers_both_for_rounds_after_the_last_published_one(
    division: Division, director: User, client: Client
) -> None:
    page = client.get(url(division, "desk")).content.decode()
    offered = [number for number in range(1, 8) if url(division, "remove_round", number) in page]
    assert offered == [3, 4, 5, 6, 7]
    assert [number for number in range(1, 8) if url(division, "insert_round", number) in page] == offered


def test_what_cannot_be_is_said_on_the_desk(division: Division, director: User, client: Client) -> None:
    response = client.get(url(division, "remove_round", 2), follow=True)
    assert "Round 2 is published: only rounds that nobody has seen" in text(response)
    assert client.get(url(division, "remove_round", 9)).status_code == 404


@pytest.mark.parametrize("name", ["remove_round", "insert_round"])
def test_a_stranger_logs_in_and_a_scorer_is_refused(division: Division, name: str) -> None:
    somebody = Client()
    assert somebody.get(url(division, name, 4)).status_code == 302
    somebody.force_login(make_user("scorer", tournament=division.tournament, role=Role.SCORER))
    assert somebody.post(url(division, name, 4)).status_code == 403
