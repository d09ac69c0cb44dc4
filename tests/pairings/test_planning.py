"""The plan while the event runs: rounds overridden, added and taken away, and drafted when their last result has come."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from pairings.models import PairingRun
from pairings.services.automatic_drafts import NEXT_JOB
from pairings.services.drafts import make_draft, request_draft, swap_in_draft
from pairings.services.planning import add_round, current_line, desk_of, override_round, remove_round
from pairings.services.publishing import publish_run
from results.games.services.outcomes import correct_result, record_result, withdraw_result
from results.models import Prize
from tdsuite.exchange.event_sources import SourceFile
from tdsuite.platform.access.guard import COMMAND_LINE, NotAllowed
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Division, Game, Round, SpreadAdjustment
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.games import GameOutcome
from tests.factories import import_files, make_round, make_user
from tests.oracles.files import oracle
from tests.pairings.desk import plan_page, url, work
from tests.results.looking import text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("director")]

SWISS = {"method": "swiss"}


def plan(division: Division, *lines: dict[str, Any]) -> None:
    division.pairing_plan = list(lines)
    division.save()


def finish(division: Division, director: User, number: int, *, but: int = 0) -> None:
    games = Game.objects.with_people().filter(round__number=number, round__division=division).awaiting_result()
    for game in list(games)[but:]:
        record_result(by=director, game=game, first_score=400 + game.pk % 50, second_score=350)


def drafts() -> list[PairingRun]:
    return list(PairingRun.objects.drafts().order_by("first_round"))


def test_the_plan_says_what_the_field_allows_and_then_what_is_still_possible(
    division: Division, director: User, client: Client
) -> None:
    plan(division, {"first": 1, "last": 7, "method": "swiss"})
    assert "A round robin fits: everybody meets everybody once." in text(client.get(plan_page(division)))
    publish_run(by=director, run=make_draft(by=director, division=division, number=1))
    assert "The next 6 rounds can still be paired without a repeat." in text(client.get(plan_page(division)))
    division.pairing_plan[0]["repeats"] = "allow"
    division.save()
    assert "without a repeat" not in text(client.get(plan_page(division)))


# --- changed while the event runs ------------------------------------------------------------------


def test_one_round_is_overridden_and_the_rest_of_the_plan_stays(division: Division, director: User) -> None:
    plan(division, {"first": 1, "last": 7, "method": "swiss"})
    override_round(by=director, division=division, number=3, values={**SWISS, "method": "king_of_the_hill", "lag": 1})
    override_round(by=director, division=division, number=3, values={"method": "factor", "options": {"factor": 2}})
    division.refresh_from_db()
    assert division.pairing_plan == [
        {"first": 1, "last": 7, "method": "swiss"},
        {"first": 3, "last": 3, "method": "factor", "options": {"factor": 2}},
    ]
    assert make_draft(by=director, division=division, number=3).method == "factor"
    assert Record.objects.filter(action="pairings.plan_changed").count() == 2


def test_a_published_round_is_not_overridden(division: Division, director: User) -> None:
    make_round(division, 1)
    with pytest.raises(Refused, match="Round 1 is published already"):
        override_round(by=director, division=division, number=1, values=SWISS)


def test_the_last_round_goes_with_its_draft_unless_it_is_published(division: Division, director: User) -> None:
    plan(division, {"first": 1, "last": 7, "method": "swiss"}, {"first": 7, "last": 7, "method": "random"})
    make_draft(by=director, division=division, number=7)
    with pytest.raises(Refused, match="is 7, not 6"):
        remove_round(by=director, division=division, number=6)
    remove_round(by=director, division=division, number=7, reason="the hall closes early")
    division.refresh_from_db()
    assert (division.planned_rounds, division.pairing_plan, drafts()) == (
        6, [{"first": 1, "last": 6, "method": "swiss"}], [],
    )  # fmt: skip
    record = Record.objects.get(action="pairings.round_removed")
    assert (record.after["removed"], record.before["planned_rounds"], record.why) == (7, 7, "the hall closes early")
    make_round(division, 6)
    with pytest.raises(Refused, match="Round 6 is published: only an unpublished round can be taken away"):
        remove_round(by=director, division=division, number=6)


def test_the_last_round_stays_while_something_hangs_on_it(division: Division, director: User) -> None:
    adjustment = SpreadAdjustment.objects.create(
        entry=division.entries.get(number=1), round_number=7, points=-50, reason="late"
    )
    with pytest.raises(Refused, match="A spread was adjusted in round 7: take that back first"):
        remove_round(by=director, division=division, number=7)
    adjustment.delete()
    prize = Prize.objects.create(division=division, title="Last", basis="high_win", round_number=7, money=10)
    with pytest.raises(Refused, match="The prize “Last” is given for round 7: change the list of prizes first"):
        remove_round(by=director, division=division, number=7)
    prize.delete()
    request_draft(by=director, division=division, number=7, method=None, seed=None)
    with pytest.raises(Refused, match="A round of this division is being paired"):
        remove_round(by=director, division=division, number=7)
    Division.objects.filter(pk=division.pk).update(planned_rounds=1)
    with pytest.raises(Refused, match="has one round only"):
        remove_round(by=director, division=division, number=1)


def test_only_a_director_changes_the_plan_here(division: Division) -> None:
    scorer = make_user("scorer", tournament=division.tournament, role=Role.SCORER)
    for attempt in (
        lambda: add_round(by=scorer, division=division, values=SWISS),
        lambda: remove_round(by=scorer, division=division, number=7),
        lambda: override_round(by=scorer, division=division, number=2, values=SWISS),
    ):
        with pytest.raises(NotAllowed):
            attempt()


# --- the next round, by itself ---------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_last_result_needed_drafts_the_next_round(division: Division, director: User) -> None:
    plan(division, {"first": 1, "last": 7, "method": "swiss"})
    make_round(division, 1)
    finish(division, director, 1, but=1)
    assert Job.objects.count() == 0
    finish(division, director, 1)
    work()
    (run,) = drafts()
    assert (run.first_round, run.automatic, run.is_stale()) == (2, True, False)
    assert Record.objects.about(run).get().why == "as the pairing plan says"
    assert not Round.objects.filter(number=2).exclude(status="draft").exists()


@pytest.mark.django_db(transaction=True)
def test_it_is_published_too_where_the_plan_says_so(division: Division, director: User) -> None:
    plan(division, {"first": 1, "last": 7, "method": "swiss", "when_ready": "publish"})
    make_round(division, 1)
    finish(division, director, 1)
    work()
    assert (Round.objects.get(number=2).status, Game.objects.filter(round__number=2).count()) == ("published", 4)


@pytest.mark.parametrize("lines", [[], [{"first": 1, "last": 7, "method": "swiss", "when_ready": "wait"}]])
def test_a_division_without_a_plan_or_one_that_waits_is_left_to_its_director(
    division: Division, director: User, lines: list[dict[str, Any]]
) -> None:
    plan(division, *lines)
    make_round(division, 1)
    finish(division, director, 1)
    assert not Job.objects.of_kind(NEXT_JOB).exists()


@pytest.mark.django_db(transaction=True)
def test_a_late_game_does_not_block_a_lagged_round_or_make_it_stale(division: Division, director: User) -> None:
    plan(division, {"first": 1, "last": 7, "method": "swiss", "lag": 1})
    make_round(division, 1)
    make_round(division, 2)
    finish(division, director, 1)
    work()
    (run,) = drafts()
    assert (run.first_round, run.paired_after) == (3, 1)
    finish(division, director, 2, but=1)
    assert publish_run(by=director, run=run)[0].number == 3


@pytest.mark.django_db(transaction=True)
def test_a_late_correction_drafts_anew_and_a_result_taken_back_withdraws(division: Division, director: User) -> None:
    plan(division, {"first": 1, "last": 7, "method": "swiss"})
    make_round(division, 1)
    finish(division, director, 1)
    work()
    (old,) = drafts()
    game = Game.objects.with_people().filter(round__number=1).order_by("board")[0]
    played = GameOutcome(Game.Outcome.PLAYED, first_score=200, second_score=500)
    correct_result(by=director, game=game, outcome=played, reason="sheet read wrongly")
    work()
    (new,) = drafts()
    assert new.pk != old.pk
    assert not new.is_stale()
    withdraw_result(by=director, game=game, reason="game to be replayed")
    assert drafts() == []
    assert (
        Record.objects.filter(action="pairings.discarded").get().why == "a result that it was made from was taken back"
    )


@pytest.mark.django_db(transaction=True)
def test_a_draft_that_the_director_changed_is_marked_stale_and_not_replaced(division: Division, director: User) -> None:
    plan(division, {"first": 1, "last": 7, "method": "swiss"})
    make_round(division, 1)
    finish(division, director, 1)
    work()
    (run,) = drafts()
    boards = list(run.draft_boards())
    swap_in_draft(by=director, run=run, number=2, player=boards[0].first, other=boards[1].first)
    game = Game.objects.with_people().filter(round__number=1).order_by("board")[0]
    played = GameOutcome(Game.Outcome.PLAYED, first_score=200, second_score=500)
    correct_result(by=director, game=game, outcome=played, reason="sheet read wrongly")
    work()
    (kept,) = drafts()
    assert (kept.pk, kept.is_stale()) == (run.pk, True)


# --- pages -----------------------------------------------------------------------------------------

TYPED = {"method": "king_of_the_hill", "lag": "0", "repeats": "allow", "when_ready": "wait", "most_meetings": "2"}


def test_the_desk_shows_each_round_how_it_is_paired_and_where_it_stands(division: Division, client: Client) -> None:
    plan(division, {"first": 2, "last": 7, "method": "swiss", "lag": 1, "most_meetings": 2})
    make_round(division, 1)
    page = text(client.get(plan_page(division)))
    assert "needs no results" not in page
    assert "from the standings after round 1 ; meetings per pair, at most 2" in page
    assert "waits for 4 results" in page and "waits for round 2" in page


def test_a_round_is_added_overridden_and_taken_away_on_the_desk(division: Division, client: Client) -> None:
    assert client.post(url(division, "add_round"), TYPED).status_code == 302
    page = text(client.get(plan_page(division)))
    assert "8 King of the Hill from the standings after round 7 ; repeats allowed" in page
    assert (
        client.post(
            url(division, "override", 8), {**TYPED, "method": "factor", "factor": "3", "options_of": "factor"}
        ).status_code
        == 302
    )
    assert client.get(url(division, "override", 8)).context["form"]["factor"].value() == 3
    assert client.post(url(division, "remove_round", 8)).status_code == 302
    division.refresh_from_db()
    assert division.planned_rounds == 7


STARTS = dict.fromkeys(("even_starts", "starts_ahead", "even_everywhere"), "on")


def test_options_follow_the_method_and_a_run_of_rounds_is_changed_at_once(division: Division, client: Client) -> None:
    fields = text(client.get(f"{url(division, 'override', 3)}?method=factor", headers={"HX-Request": "true"}))
    assert "Factor Empty: the rounds that are left." in fields and "best of" not in fields
    answer = {**TYPED, "method": "factor", "factor": "2", "last": "5", "options_of": "factor", **STARTS}
    assert client.post(url(division, "override", 3), answer).status_code == 302
    division.refresh_from_db()
    assert [(line["first"], line["last"], line["options"]) for line in division.pairing_plan] == [(3, 5, {"factor": 2})]
    assert client.post(url(division, "override", 3), {**answer, "last": "9"}, follow=True).status_code == 200
    division.refresh_from_db()
    assert len(division.pairing_plan) == 1


# ── one round of the plan changed: that round alone ──────────────────────────────────────────────────────────

PLANS: dict[str, list[dict[str, Any]]] = {
    "none": [],
    "one line": [{"first": 1, "last": 6, "method": "swiss", "lag": 1, "when_ready": "wait"}],
    "knockout": [{"first": 1, "last": 6, "method": "knockout", "options": {"best_of": 3}}],
    "round robin, then swiss": [
        {"first": 1, "last": 4, "method": "round_robin", "when_ready": "publish"},
        {"first": 5, "last": 6, "method": "swiss"},
    ],
    "two tables of one kind": [
        {"first": 1, "last": 3, "method": "round_robin"}, {"first": 4, "last": 6, "method": "round_robin"},
    ],
}  # fmt: skip


def meanings(division: Division) -> list[tuple[object, ...]]:
    """What the desk says of each round, with its place in its table."""
    fresh = Division.objects.select_related("tournament").get(pk=division.pk)
    lines = [row.line for row in desk_of(fresh)]
    return [
        (
            line.method, line.lag, str(line.repeats), line.most_meetings, str(line.when_ready), line.options,
            line.table_from,
        )
        for line in lines
    ]  # fmt: skip


@pytest.mark.parametrize("number", [1, 4, 6])
@pytest.mark.parametrize("plan", PLANS)
def test_a_round_saved_as_its_form_shows_it_changes_no_round(director: User, plan: str, number: int) -> None:
    division = Division.objects.get()
    Division.objects.update(pairing_plan=PLANS[plan], planned_rounds=6)
    division.refresh_from_db()
    before, client = meanings(division), Client()
    client.force_login(director)
    address = reverse("pairings:override", args=[division.tournament.slug, division.code, number])
    form = client.get(address).context["form"]
    shown = {name: form[name].value() for name in form.fields}
    assert (
        client.post(address, {name: "" if value is None else value for name, value in shown.items()}).status_code == 302
    )
    places = [meaning[:-1] for meaning in meanings(division)]
    assert places == [meaning[:-1] for meaning in before]
    tables = [meaning[-1] for meaning in meanings(division)]
    assert tables == [meaning[-1] for meaning in before] or plan in ("none", "one line")


@pytest.mark.parametrize(
    ("field", "value"), [("lag", 1), ("repeats", "allow"), ("most_meetings", 2), ("when_ready", "publish")]
)
@pytest.mark.parametrize("plan", PLANS)
def test_one_thing_changed_of_one_round_leaves_every_other_round_as_it_was(
    director: User, plan: str, field: str, value: object
) -> None:
    division = Division.objects.get()
    Division.objects.update(pairing_plan=PLANS[plan], planned_rounds=6)
    division.refresh_from_db()
    before = meanings(division)
    values = {**current_line(division, 4), "most_meetings": 0, field: value}
    override_round(by=director, division=division, number=4, values=values)
    after = meanings(division)
    assert after[:3] + after[4:] == before[:3] + before[4:]
    at = ("method", "lag", "repeats", "most_meetings", "when_ready").index(field)
    assert (after[3][at], after[3][:at]) == (value, before[3][:at])
    assert after[3][-1] == before[3][-1] or PLANS[plan] in (PLANS["none"], PLANS["one line"])


def test_another_method_between_two_rounds_of_one_bracket_is_refused(director: User) -> None:
    division = Division.objects.get()
    Division.objects.update(pairing_plan=PLANS["knockout"], planned_rounds=6)
    division.refresh_from_db()
    for values in ({"method": "swiss"}, {"method": "knockout", "options": {"best_of": 5}}):
        with pytest.raises(Refused, match=r"Rounds 1 to 6 are one table \(Knockout\): change its last round, or all"):
            override_round(by=director, division=division, number=3, values=values)
    override_round(by=director, division=division, number=6, values={"method": "swiss"})


def test_a_bracket_of_a_line_for_each_round_is_the_bracket_of_one_line(division: Division) -> None:
    (whole,) = PLANS["knockout"]
    plan(division, whole)
    as_one_line = meanings(division)
    plan(division, *({**whole, "first": number, "last": number} for number in range(1, 7)))
    assert meanings(division) == as_one_line


def test_a_bracket_goes_on_over_a_round_that_was_planned_apart() -> None:
    """Six players, best of three, the quarter-final played: round 4 is game 1 of the semi-final, not a new quarter-final."""
    file = oracle("cases-3/knockout-round-changed.json")
    tournament, _ = import_files("knockout", SourceFile(file.name, file.read_bytes()))
    division = tournament.divisions.get()
    run = make_draft(by=COMMAND_LINE, division=division, number=4)
    met = {frozenset((board.first, board.second)) for board in run.draft_boards() if board.second}
    assert met == {frozenset((1, 4)), frozenset((2, 3))}
