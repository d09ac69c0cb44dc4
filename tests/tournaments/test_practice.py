"""Practice events have a chain of their own and are deleted whole; a real event never is."""

from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run
from results.games.services.outcomes import record_result, withdraw_result
from results.models import Prize, Signature
from results.rulings.services.incidents import Happened, log
from tdsuite.console.simulation import play_event
from tdsuite.exchange.demo_event import load_demo
from tdsuite.platform.access.guard import COMMAND_LINE, NotAllowed
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import ChainHead, Record
from tdsuite.platform.audit.services import head_hash, verify
from tdsuite.platform.jobs.models import Job, JobFile
from tdsuite.platform.printing.registry import reports
from tdsuite.platform.printing.services import render_html
from tdsuite.tournaments.models import Game, Player, Round, Tournament
from tdsuite.tournaments.rulebooks.incidents import TYPES
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.events import create_tournament
from tdsuite.tournaments.services.practice import FIRST_RESULT, delete_practice_event, delete_real_event, mark_practice
from tests.factories import make_division, make_entries, make_played_event, make_round, make_tournament, make_user
from tests.public.test_pages import every_page
from tests.results.sheets.desk import make_hall

pytestmark = pytest.mark.django_db


def practice(**fields: Any) -> Tournament:
    division = make_division(make_tournament("try-out", is_practice=True, **fields), players=4)
    return division.tournament


def test_an_event_becomes_practice_and_real_again_before_its_first_result() -> None:
    division = make_division(players=4)
    make_round(division, 1)
    director = make_user(tournament=division.tournament)
    assert mark_practice(by=director, tournament=division.tournament, practice=True).is_practice
    assert mark_practice(by=director, tournament=division.tournament, practice=True).is_practice  # twice is once
    assert not mark_practice(by=director, tournament=division.tournament, practice=False).is_practice
    expected = ["tournament.practice", "tournament.real"]
    assert [row.action for row in Record.objects.about(division.tournament)] == expected


@pytest.mark.parametrize("begun_as", [True, False])
def test_after_the_first_result_an_event_stays_what_it_is(begun_as: bool) -> None:
    division = make_division(make_tournament(is_practice=begun_as), players=4)
    game = make_round(division, 1, status=Round.Status.PLAYING).games.first()
    director = make_user(tournament=division.tournament)
    record_result(by=director, game=game, first_score=400, second_score=380)
    with pytest.raises(Refused, match=FIRST_RESULT):
        mark_practice(by=director, tournament=division.tournament, practice=not begun_as)
    withdraw_result(by=director, game=Game.objects.get(pk=game.pk), reason="Wrong table")
    with pytest.raises(Refused, match=FIRST_RESULT):
        mark_practice(by=director, tournament=division.tournament, practice=not begun_as)


def test_figures_that_one_player_signed_make_an_event_real_for_good() -> None:
    """A practice event is deleted whole; a signature that was acknowledged never is."""
    hall = make_hall()
    hall.enters(1)
    assert not hall.division.tournament.is_practice
    with pytest.raises(Refused, match=FIRST_RESULT):
        mark_practice(by=hall.director, tournament=hall.division.tournament, practice=True)
    assert Signature.objects.count() == 1
    event = hall.division.tournament
    Game.objects.update(outcome="", first_score=None, second_score=None)
    with pytest.raises(Refused, match="Players signed result sheets of this event"):
        delete_real_event(by=hall.director, tournament=event, name=event.name)


def test_a_real_event_is_never_deleted_once_a_rated_game_stands() -> None:
    tournament = make_played_event(players=4, played=1).tournament
    for by in (COMMAND_LINE, make_user(tournament=tournament)):
        with pytest.raises(Refused, match="only practice events"):
            delete_practice_event(by=by, tournament=tournament)
        with pytest.raises(Refused, match="round 1, table 1 has a rated result"):
            delete_real_event(by=by, tournament=tournament, name=tournament.name)
    assert Tournament.objects.filter(pk=tournament.pk).exists()


def test_a_real_event_made_by_mistake_is_deleted_by_whoever_types_its_name() -> None:
    before = everything()
    division = make_division(make_tournament("by-mistake"), players=4)
    game = make_round(division, 1, status=Round.Status.PLAYING).games.first()
    director, event = make_user(tournament=division.tournament), division.tournament
    record_result(by=director, game=game, first_score=400, second_score=380)
    withdraw_result(by=director, game=Game.objects.get(pk=game.pk), reason="A try")
    client, page = Client(), reverse("console:discard", args=[event.slug])
    client.force_login(director)
    shown = client.get(reverse("console:settings", args=[event.slug])).text
    assert "1 division" in shown and "1 divisions" not in shown
    assert "4 entries of players" in shown and "2 games" in shown and "4 people who play in no other event" in shown
    refused = client.post(page, {"name": "Another Cup"})
    assert refused.status_code == 422 and "name as it stands here to delete it" in refused.text
    with pytest.raises(NotAllowed):
        scorer = make_user("scorer", tournament=event, role=Role.SCORER)
        delete_real_event(by=scorer, tournament=event, name=event.name)
    assert client.post(page, {"name": event.name}).url == reverse("console:home")
    assert not Tournament.objects.exists()
    kept = Record.objects.of_chain("site").last()
    assert kept is not None and (kept.action, kept.before["slug"]) == ("tournament.deleted", "by-mistake")
    assert {table: count for table, count in everything().items() if "access" not in table} == {
        table: count for table, count in before.items() if "access" not in table
    }


def everything() -> dict[str, int]:
    """How many rows each table has, save those that every installation fills by itself."""
    own = {"audit_record", "audit_chainhead", "live_livetopic"}
    return {
        model._meta.db_table: model._base_manager.count()
        for model in apps.get_models(include_auto_created=True)
        if model._meta.db_table not in own
    }


def test_a_whole_played_event_leaves_nothing_but_one_record_of_the_site(
    django_capture_on_commit_callbacks: Any,
) -> None:
    keeper = make_user("keeper", is_superuser=True)
    other = make_played_event(slug="real-one")
    before = everything()
    tournament = create_tournament(
        by=keeper,
        slug="try-out",
        values={"name": "Try-out", "starts_on": other.tournament.starts_on, "ends_on": other.tournament.ends_on},
        divisions=[{"name": "A", "code": "a"}],
    )
    mark_practice(by=keeper, tournament=tournament, practice=True)
    division = tournament.divisions.get()
    make_entries(division, 6)
    play_event(by=keeper, divisions=[division], seed=1, rounds=2)
    row = publish_run(by=keeper, run=make_draft(by=keeper, division=division, seed=1))[0]
    game = row.games.filter(second__isnull=False).first()
    record_result(by=keeper, game=game, first_score=401, second_score=399)
    log(by=keeper, division=division, happened=Happened(next(iter(TYPES)), game=game, entry=game.first, text="Sang"))
    path = produced(tournament)
    head, records = head_hash(tournament), Record.objects.filter(chain=str(tournament.pk)).count()
    with django_capture_on_commit_callbacks(execute=True):
        gone = delete_practice_event(by=keeper, tournament=tournament)
    connection.check_constraints()
    assert everything() == before
    assert not path.exists() and gone["files"] == 1
    assert not Record.objects.filter(chain=str(tournament.pk)).exists()
    assert not ChainHead.objects.filter(chain=str(tournament.pk)).exists()
    kept = Record.objects.of_chain("site").last()
    assert kept is not None and kept.action == "tournament.practice_deleted"
    assert (kept.before["slug"], kept.before["head"], kept.before["records"]) == ("try-out", head, records)
    assert verify(None).whole and verify(other.tournament).whole


def produced(tournament: Tournament) -> Path:
    job = Job.objects.create(kind="printing.render", queue="now", tournament=tournament)
    folder = Path(settings.MEDIA_ROOT)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "practice.pdf"
    path.write_bytes(b"%PDF")
    JobFile.objects.create(
        job=job, name="a.pdf", content_type="application/pdf", size=4, sha256="0" * 64, stored=path.name
    )
    return path


def test_records_are_protected_again_after_a_deletion() -> None:
    tournament = practice()
    mark_practice(by=COMMAND_LINE, tournament=make_tournament("other"), practice=True)
    delete_practice_event(by=COMMAND_LINE, tournament=tournament)
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        Record.objects.all().update(action="forged")
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        Record.objects.all()._raw_delete("default")


def test_people_who_also_played_elsewhere_stay() -> None:
    tournament = practice()
    regular = tournament.divisions.get().entries.get(number=1).player
    real = make_division(make_tournament("real-one"), players=2)
    real.entries.create(player=regular, number=9)
    delete_practice_event(by=COMMAND_LINE, tournament=tournament)
    assert Player.objects.filter(pk=regular.pk).exists()
    assert Player.objects.count() == 3


def test_the_settings_page_makes_an_event_practice_and_deletes_it() -> None:
    tournament = make_division(players=2).tournament
    client, slug = Client(), [tournament.slug]
    client.force_login(make_user(tournament=tournament))
    assert "Make it a practice event" in client.get(reverse("console:settings", args=slug)).content.decode()
    client.post(reverse("console:practice_begin", args=slug))
    page = client.get(reverse("console:settings", args=slug)).content.decode()
    assert "Delete this practice event" in page and "Practice: this is not a real event." in page
    assert client.post(reverse("console:practice_delete", args=slug)).url == reverse("console:home")
    assert not Tournament.objects.exists()


def test_every_public_page_of_a_practice_event_says_so() -> None:
    division = practice().divisions.get()
    for number in (1, 2):
        make_round(division, number, status=Round.Status.CLOSED)
    make_round(division, 3)
    for url in ["/", *every_page(division)]:
        assert "ractice" in Client().get(url).content.decode(), url


@pytest.mark.parametrize("is_practice", [True, False])
def test_every_print_bears_the_chains_head_and_says_whether_it_is_practice(is_practice: bool) -> None:
    tournament = load_demo(by=COMMAND_LINE)
    assert tournament is not None
    tournament.is_practice = is_practice
    tournament.public_base_url = "http://hall.test"
    tournament.save()
    division, waiting = tournament.divisions.all()
    division.standings_options = {"rating_system": "naspa"}
    row = division.rounds.get(number=4)
    make_draft(by=COMMAND_LINE, division=waiting, seed=1)
    Prize.objects.create(division=division, title="Place 1", basis="place", place=1, money=10000)
    objects = {
        "tournament": tournament, "division": waiting, "round": row,
        "entry": division.entries.all()[0], "game": row.games.all()[0],
    }  # fmt: skip
    without = []
    for report in (each for each in reports() if each.name != "hindsight"):  # tests/pairings/test_hindsight.py
        subject = division if report.name in {"ceremony", "ratings"} else objects[report.scope]  # one with results
        sheet = report.build(subject, {"round": 4})
        page = render_html(report, sheet)
        assert ('class="practice"' in page) is is_practice, report.name
        if f"Record {head_hash(tournament)[:12]}" not in page:
            without.append(report.name)
    assert without == []
