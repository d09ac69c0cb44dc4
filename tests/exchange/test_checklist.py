"""The checklist before a ratings submission says everything that is amiss, and to the body that minds."""

from string import ascii_lowercase

import pytest
from django.db.models import Q
from django.urls import reverse

from tdsuite.exchange.checklist import BODIES, ChecklistFinding, checklist, in_groups
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Game, Player, Round
from tests.factories import make_division, make_played_event, make_round, make_tournament, make_user
from tests.results.sheets.desk import make_hall
from tests.statements import statements_of

pytestmark = pytest.mark.django_db
IDS = {"wespa_id": "1", "naspa_id": "AA000001", "absp_id": "1"}


def a_clean_event(**how):
    division = make_played_event(**({"players": 6, "played": 3, "rounds": 3} | how))
    for number, player in enumerate(Player.objects.filter(entries__division=division).order_by("pk")):
        Player.objects.filter(pk=player.pk).update(name=f"Ada Tile {ascii_lowercase[number]}", **IDS)
    return division


def found(division, kind=None):
    made = checklist(by=COMMAND_LINE, tournament=division.tournament)
    return [one.text for one in made.common if kind in (None, one.kind)]


def of(division, key, kind=None):
    made = checklist(by=COMMAND_LINE, tournament=division.tournament)
    body = next(one for one in made.bodies if one.body.key == key)
    return [one.text for one in body.findings if kind in (None, one.kind)]


def test_a_clean_event_has_nothing_to_put_right():
    division = a_clean_event()
    assert found(division) == []
    assert [of(division, body.key) for body in BODIES] == [[], [], []]


def test_whether_the_reader_of_wespa_takes_the_file_as_it_is_is_told_on_the_page_and_to_programs(client):
    division = a_clean_event()
    client.force_login(make_user("organiser", tournament=division.tournament, role=Role.ORGANISER))
    page, api = reverse("files:checklist", args=[division.tournament.slug]), "/api/v1/tournaments/{}/files/checklist/"
    words = "program will read this file without changes"
    assert words in client.get(page).content.decode()
    Player.objects.filter(name="Ada Tile c").update(name="Ada Bye")
    assert of(division, "wespa", "corrector") == [
        "WESPA’s reader would not take the file as it is. Division A: Ada Bye is taken for a bye, and goes with all games."
    ]
    assert words not in client.get(page).content.decode()
    answer = client.get(api.format(division.tournament.slug)).json()
    assert [body["as_it_is"] for body in answer["bodies"]] == [False, None, None]


def test_missing_ids_are_told_to_the_body_that_minds():
    division = a_clean_event()
    Player.objects.filter(name="Ada Tile c").update(naspa_id="")
    assert of(division, "naspa") == ["Division A: 1 of 6 rated players without NASPA number: Ada Tile c."]
    assert of(division, "wespa") == of(division, "absp") == []


def test_who_left_after_a_rated_game_needs_a_number_and_who_never_came_does_not():
    division = a_clean_event(players=7)
    never = division.entries.get(number=1)
    Game.objects.filter(Q(first=never) | Q(second=never)).delete()
    division.entries.filter(number=1).update(withdrawn_from=1)
    division.entries.filter(number=2).update(withdrawn_from=2)
    Player.objects.filter(entries__division=division, entries__number__lte=2).update(wespa_id="")
    left = division.entries.get(number=2).player
    assert of(division, "wespa", "missing_id") == [f"Division A: 1 of 6 rated players without WESPA number: {left}."]


def test_of_many_names_a_few_are_said_and_the_rest_counted():
    division = a_clean_event(players=10)
    Player.objects.update(absp_id="")
    assert of(division, "absp")[0].endswith("Ada Tile f and 4 more.")


def test_a_round_without_all_results_must_be_finished_first():
    division = a_clean_event(rounds=4)
    make_round(division, 4, status=Round.Status.PLAYING, results=1)
    assert found(division) == ["Division A: round 4 is not finished, 2 games have no result."]
    assert checklist(by=COMMAND_LINE, tournament=division.tournament).common[0].blocks


def test_planned_rounds_without_pairings_are_said():
    assert found(a_clean_event(rounds=5)) == [
        "Division A: rounds 4 to 5 are planned and not paired. Plan fewer rounds if none follows."
    ]


@pytest.mark.parametrize(("players", "says"), [(3, ["Division A: 3 players; NASPA rates no division of fewer than 4."]), (4, [])])  # fmt: skip
def test_fewer_than_four_rated_players_are_too_few(players, says):
    assert found(a_clean_event(players=players), "few_players") == says


def test_deviations_that_may_make_the_event_non_ratable_are_said():
    division = a_clean_event()
    division.lexicon = "Village words 1987"
    division.save()
    assert len(found(division, "deviation")) == 1 and "Village words 1987" in found(division, "deviation")[0]


@pytest.mark.parametrize(("day", "expired"), [("2026-05-16", True), ("2026-05-17", False), ("20260516", True), ("soon", False)])  # fmt: skip
def test_a_membership_that_ended_before_the_last_day_is_said(day, expired):
    division = a_clean_event()
    division.entries.filter(number=1).update(imported={"expiry": day})
    assert bool(found(division, "expired")) == expired


def test_unsigned_sheets_are_counted_and_placed():
    hall = make_hall()
    hall.enters(1)
    assert found(hall.division, "unsigned") == [
        f"{hall.division}: one sheet is not signed by both: round 1 table {hall.game().table}."
    ]


def test_an_event_without_divisions_says_so():
    made = checklist(by=COMMAND_LINE, tournament=make_tournament("empty"))
    assert [one.kind for one in made.common] == ["no_division"]


def test_the_number_of_queries_grows_neither_with_the_players_nor_with_the_divisions():
    counts = []
    for players, divisions, slug in ((4, 1, "small"), (30, 3, "large")):
        tournament = make_played_event(players=players, played=1, slug=slug).tournament
        for code in "bc"[: divisions - 1]:
            make_round(make_division(tournament, players=players, rounds=2, code=code), 1, status="closed")
        counts.append(statements_of(lambda event=tournament: checklist(by=COMMAND_LINE, tournament=event)))
    assert counts[0] == counts[1]


def test_what_must_be_put_right_comes_first_and_the_rest_by_kind():
    findings = [
        ChecklistFinding("file", "Name: Zoë becomes Zoe."),
        ChecklistFinding("missing_id", "A: 2 without a number."),
        ChecklistFinding("file", "Round: a game has no opponent.", blocks=True),
        ChecklistFinding("file", "Name: Ørsted becomes Orsted."),
    ]
    groups = [
        (group.about, group.blocks, [finding.text for finding in group.findings]) for group in in_groups(findings)
    ]
    assert groups == [
        ("", True, ["Round: a game has no opponent."]),
        ("Name", False, ["Name: Zoë becomes Zoe.", "Name: Ørsted becomes Orsted."]),
        ("Missing id", False, ["A: 2 without a number."]),
    ]
