"""An event made again from its record alone: what it is made from, what it is compared with, and what is said of a difference."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, models, transaction

from results.prizes.services.prizes import save_prize
from tdsuite.console.people import add_member
from tdsuite.exchange.demo_event import load_demo
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.rebuilding import in_database
from tdsuite.platform.audit.services import RECORDED, verify
from tdsuite.tournaments.actions import EventAction
from tdsuite.tournaments.models import Division, Entry, Game, Player, Round, SpreadAdjustment, Tournament
from tdsuite.tournaments.services.decision import Refused, deciding
from tdsuite.tournaments.services.erasure import erase_player
from tdsuite.tournaments.services.events import create_tournament
from tdsuite.tournaments.services.rebuilding import rebuild
from tests.migrated import NAME, put_database
from tests.platform.audit.rebuilding import empty_database

pytestmark = [pytest.mark.django_db, pytest.mark.database]

SECRETS = {"password", "factor_nonce", "factor_step"}
NOT_KEPT = {
    "tournaments.tournament": {"first_result_at"},  # the time of the first record that makes it stand
    # secrets, and names that the suite does not ask for
    "access.user": {*SECRETS, "last_login", "first_name", "last_name", "date_joined"},
    "access.apitoken": {"used_at"},  # using it is no decision
    "access.station": {"seen_at"},
    "access.playerlink": {"batch"},  # with which cards it was printed
    "tournaments.division": {"state_version"},  # counts up; drafts are not kept either
    "adjudication.challengeslip": {"request_key"},  # of a form that was sent
    "adjudication.verdict": {"request_key"},
}
# Rows of an event that its record does not keep, and why it is the same event without them.
NO_PART = {
    "access.playersession", "access.printedbatch",  # made by signing in and printing
    "adjudication.divisionlexicon",  # word lists are loaded anew
    "exchange.publishtarget", "exchange.rosterupload",  # where pages go; a form that is being filled in
    "jobs.job", "jobs.jobfile",  # work of this computer
    "pairings.pairingrun",  # drafts: what was published stands in rounds and games
    "pairings.roundchances",  # worked out from the results
    "results.ratinglistuse",  # ratings stand with the entries
    "tournaments.divisionchange",  # which drafts are stale
    "tournaments.overlay", "tournaments.screen",  # what screens and streams show
}  # fmt: skip


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker: Any) -> Iterator[Tournament]:
    """The demo event with a prize and a scorer; made once, and taken back after the last test."""
    with django_db_blocker.unblock(), transaction.atomic():
        tournament = load_demo(by=User.objects.create_superuser("administrator"))
        assert tournament is not None
        division = tournament.divisions.get(code="a")
        save_prize(
            by=COMMAND_LINE, division=division, values={"title": "First", "basis": "place", "place": 1, "money": 100}
        )
        add_member(by=COMMAND_LINE, tournament=tournament, username="scorer", role=Role.SCORER)
        yield tournament
        transaction.set_rollback(True)


@pytest.mark.parametrize("model", RECORDED, ids=lambda model: model._meta.label_lower)
def test_every_field_of_a_kept_row_is_kept_or_known_to_be_left_out(model: type[models.Model]) -> None:
    kept = {*RECORDED[model].fields, *RECORDED[model].words}
    left_out = {field.name for field in model._meta.concrete_fields if not field.primary_key} - kept
    assert left_out == NOT_KEPT.get(model._meta.label_lower, set())


def test_every_row_of_an_event_is_kept_or_known_to_be_no_part_of_it() -> None:
    """Whatever hangs on an event, a division, an entry, a game or a round, at any distance."""
    of_event: set[type[models.Model]] = {Tournament}
    while True:
        hanging = {
            model
            for model in apps.get_models()
            for field in model._meta.concrete_fields
            if isinstance(field, models.ForeignKey) and field.related_model in of_event
        }
        if hanging <= of_event:
            break
        of_event |= hanging
    left_out = {model._meta.label_lower for model in of_event - set(RECORDED)}
    assert left_out == NO_PART


def test_an_event_is_made_again_with_its_names_rows_standings_and_record(demo: Tournament, tmp_path: Path) -> None:
    began = Tournament.objects.get(pk=demo.pk).first_result_at
    assert began is not None
    with empty_database(tmp_path) as other:
        result = rebuild(demo, other)
        assert (result.differences, result.divisions, result.records) == ((), 2, verify(demo).records)
        with in_database(other):
            assert Player.objects.exclude(name="").count() == demo.divisions.count() + 30
            assert User.objects.filter(username="scorer", memberships__tournament=demo).exists()
            assert verify(demo).whole
            assert Tournament.objects.get().first_result_at == began
        with pytest.raises(Refused, match="holds events already"):
            rebuild(demo, other)


def written_behind(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def test_what_was_changed_behind_the_suites_back_is_named_and_the_event_is_as_it_was_decided(
    demo: Tournament, tmp_path: Path
) -> None:
    game = Game.objects.filter(round__division__tournament=demo, outcome="played").order_by("pk")[0]
    player = game.first.player
    written_behind("UPDATE tournaments_game SET first_score = 999 WHERE id = %s", game.pk)
    written_behind("UPDATE tournaments_player SET name = 'Another' WHERE id = %s", player.pk)
    with empty_database(tmp_path) as other:
        first, second, *others = rebuild(demo, other).differences
        assert first == f"tournaments.game {game.pk}: first_score is 999, made again {game.first_score}"
        assert second.startswith(f"tournaments.player {player.pk}: name is ")
        assert [text.partition(" ")[0] for text in others] == ["division"]  # its standings
        with in_database(other):
            again = Game.objects.with_people().get(pk=game.pk)
            assert (again.first_score, again.first.player.name) == (game.first_score, f"player {player.pk}")


def test_a_row_that_a_decision_wrote_and_did_not_record_is_named_with_the_decision_that_needs_it(
    demo: Tournament, tmp_path: Path
) -> None:
    """Written where the suite does not notice it, as a service with a bare statement would."""
    division = Division.objects.get(tournament=demo, code="b")
    unnoticed = Round(division=division, number=9)
    models.QuerySet(Round).bulk_create([unnoticed])
    (difference,) = rebuilt_differences(demo, tmp_path)
    assert difference == f"tournaments.round {unnoticed.pk}: it stands in the database, and no record makes it"
    entry = division.entries.order_by("number")[0]
    with deciding(division, by=COMMAND_LINE, action=EventAction.ENTRY_CHANGED) as decision:
        decision.record(entry)
        Game(round=unnoticed, first=entry, outcome="bye", first_halves=2, first_spread=50).save()
    (difference,) = rebuilt_differences(demo, tmp_path)
    assert difference.startswith(f"record {verify(demo).records}, Player changed: ")


def rebuilt_differences(tournament: Tournament, folder: Path) -> tuple[str, ...]:
    with empty_database(folder) as other:
        return rebuild(tournament, other).differences


def test_an_erased_person_stays_erased(demo: Tournament, tmp_path: Path) -> None:
    entry = Division.objects.get(tournament=demo, code="a").entries.order_by("number")[0]
    name = entry.player.name
    erase_player(by=COMMAND_LINE, player=entry.player)
    with empty_database(tmp_path) as other:
        assert rebuild(demo, other).differences == ()
        with in_database(other):
            assert not Player.objects.filter(name=name).exists()


def test_people_who_played_in_another_event_come_from_its_record(demo: Tournament, tmp_path: Path) -> None:
    person = Player.objects.order_by("pk")[0]
    event = create_tournament(
        by=COMMAND_LINE, slug="next", values={"name": "Next", "starts_on": demo.starts_on, "ends_on": demo.ends_on},
        divisions=[{"name": "A", "code": "a"}],
    )  # fmt: skip
    with deciding(event.divisions.get(), by=COMMAND_LINE, action=EventAction.ENTRY_ADDED) as decision:
        decision.record(Entry.objects.create(division=decision.division, player=person, number=1))
    with empty_database(tmp_path) as other:
        assert rebuild(event, other).differences == ()
        with in_database(other):
            assert list(Player.objects.values_list("name", flat=True)) == [person.name]


def test_the_command_makes_a_database_says_what_is_the_same_and_exits_1_for_what_is_not(
    demo: Tournament, tmp_path: Path, settings: Any
) -> None:
    settings.DATA_DIR = tmp_path / "data"
    put_database(settings.DATA_DIR, f"rebuilt-{demo.slug}.sqlite3")
    out, err = StringIO(), StringIO()
    call_command("rebuild", demo.slug, stdout=out)
    assert f"{demo.slug}: made again from {verify(demo).records} records in " in out.getvalue()
    assert "the standings of 2 divisions are the same." in out.getvalue()
    with pytest.raises(CommandError, match="holds events already"):
        call_command("rebuild", demo.slug)
    with pytest.raises(CommandError, match="this database cannot be used"):
        call_command("rebuild", demo.slug, "--into", str(tmp_path / "nowhere" / "x.sqlite3"))
    SpreadAdjustment.objects.create(entry=Entry.objects.filter(division__tournament=demo)[0], round_number=1, points=5)
    put_database(tmp_path)
    with pytest.raises(CommandError) as caught:
        call_command("rebuild", demo.slug, "--into", str(tmp_path / NAME), stderr=err)
    assert caught.value.returncode == 1
    assert "no record makes it" in err.getvalue()
