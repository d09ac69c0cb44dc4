"""Which rows the record keeps, and how they reach it."""

import logging
from contextlib import suppress
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.db.models import JSONField, TextField
from django.test import Client

from pairings.services.boards import dissolve
from results.games.services.outcomes import record_result
from results.rulings.services.incidents import Happened, log
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import RECORDED, RecordedQuerySet, verify
from tdsuite.tournaments.models import Division, Game, Player
from tdsuite.tournaments.rulebooks.incidents import TYPES
from tdsuite.tournaments.services.entries import update_entry
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db
# Changed in bulk nowhere but for fields that the record does not keep: Django's own manager, and the state version.
OWN_MANAGERS = {User, Division}


@pytest.mark.parametrize("model", RECORDED, ids=lambda model: model._meta.label_lower)
def test_every_kept_row_is_noticed_and_every_kept_field_exists(model: Any) -> None:
    declared = RECORDED[model]
    assert isinstance(model._default_manager.all(), RecordedQuerySet) or model in OWN_MANAGERS
    assert {*declared.fields, *declared.words} <= {field.name for field in model._meta.concrete_fields}
    assert not {name for name in declared.fields if name.endswith("_hash")} and "password" not in declared.words


def test_long_texts_are_kept_as_digests_but_for_those_that_name_nobody() -> None:
    """A column is kept as it is unless its model says otherwise: a new text belongs to `words`, to `left` or to this list."""
    plain = "absences after before boards choices families pairing_plan rules "
    plain += "sides spread_caps standings_options table_plan turns volunteers winners"
    assert plain.split() == sorted(
        name
        for declared in RECORDED.values()
        for name in declared.fields
        if isinstance(declared.model._meta.get_field(name), TextField | JSONField)
    )


@pytest.fixture
def game() -> Game:
    division = make_division(make_tournament(), players=4, rounds=2)
    make_round(division, 1)
    return Game.objects.with_people().get(round__division=division, board=1)


def entered(game: Game, first_score: int = 400) -> Record:
    by = make_user(tournament=game.round.division.tournament)
    record_result(by=by, game=game, first_score=first_score, second_score=350)
    return Record.objects.of_chain(str(game.round.division.tournament_id)).latest("seq")


def test_a_record_keeps_the_rows_it_left_and_no_name(game: Game) -> None:
    facts = entered(game).facts
    table = facts["tournaments.game"]
    values = dict(zip(table["names"], table["rows"][str(game.pk)], strict=True))
    assert (values["first_score"], values["outcome"], values["first"]) == (400, "played", game.first_id)
    assert game.first.player.name not in str(facts)


@pytest.mark.django_db(transaction=True)
def test_what_was_rolled_back_is_not_kept_by_the_next_decision(game: Game) -> None:
    with suppress(RuntimeError), transaction.atomic():
        gone = make_user("never-was")
        raise RuntimeError
    facts = entered(game).facts
    assert str(gone.pk) not in facts.get("access.user", {"rows": {}})["rows"]
    assert "tournaments.game" in facts


def test_rows_changed_at_once_are_kept_as_those_changed_one_by_one(game: Game) -> None:
    entered(game)
    with transaction.atomic():
        Player.objects.filter(pk=game.first.player_id).update(name="Another", naspa_id="AA000001")
        Game.objects.filter(pk=game.pk).update(first_id=game.second_id, second=game.first)
        update_entry(by=make_user("other", is_superuser=True), entry=game.first, values={"rating": 7}, reason="x")
    assert verify(game.round.division.tournament).flaws == ()


def test_a_row_that_is_emptied_because_another_one_is_deleted_is_kept(game: Game) -> None:
    division, director = game.round.division, make_user("other", is_superuser=True)
    incident = log(by=director, division=division, happened=Happened(next(iter(TYPES)), game=game, entry=game.first))
    dissolve(by=director, game=game, reason="one left")
    incident.refresh_from_db()
    assert (incident.game, verify(division.tournament).flaws) == (None, ())


def test_a_change_that_was_rolled_back_is_not_kept(game: Game) -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        Game.objects.filter(pk=game.pk).update(board=77)
        raise ZeroDivisionError
    facts = entered(game).facts
    games = facts["tournaments.game"]
    assert dict(zip(games["names"], games["rows"][str(game.pk)], strict=True))["board"] == game.board != 77


def test_a_row_changed_outside_every_decision_is_named(game: Game) -> None:
    entered(game)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tournaments_entry SET rating = 9 WHERE id = %s", [game.first_id])
    (flaw,) = verify(game.round.division.tournament).flaws
    assert (flaw.row, flaw.what[:12]) == (f"tournaments_entry {game.first_id}", "rating is 9:")


def test_the_head_is_written_beside_the_database_when_a_decision_is_committed(
    game: Game, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("tdsuite.record_heads"), "filters", [])
    try:
        with django_capture_on_commit_callbacks(execute=True):
            row = entered(game)
        assert settings.RECORD_HEADS.read_text().splitlines()[-1] == f"{row.chain} {row.seq} {row.hash}"
        assert verify(game.round.division.tournament).whole
    finally:
        settings.RECORD_HEADS.unlink(missing_ok=True)


def test_the_record_page_shows_hashes_and_finds_the_digits_of_a_print(game: Game) -> None:
    row, client = entered(game), Client()
    tournament = game.round.division.tournament
    client.force_login(make_user("director-2", tournament=tournament, role=Role.DIRECTOR))
    page = f"/console/{tournament.slug}/record/"
    assert f"<code>{row.hash[:12]}</code>" in client.get(page).content.decode()
    found = client.get(page, {"printed": row.hash[:12].upper()})
    assert [line.record for line in found.context["lines"]] == [row]
    assert (
        "No decision of this event has a hash that begins with these digits"
        in client.get(page, {"printed": "0" * 12}).content.decode()
    )
    assert "At least 6 digits" in client.get(page, {"printed": "12"}).content.decode()
