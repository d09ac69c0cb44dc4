"""Columns that took the place of reading the record are filled from the record of older data."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from results.games.services.outcomes import correct_result, played, record_result, withdraw_result
from tdsuite.tournaments.models import Division, DivisionChange, Game, Round, Tournament
from tdsuite.tournaments.services.events import update_division
from tests.factories import make_division, make_round, make_user

FACTS = ("entered_by_kind", "entered_by", "entered_road")


def facts() -> list[object]:
    return [
        list(Game.objects.order_by("pk").values_list("pk", *FACTS)),
        list(Round.objects.order_by("pk").values_list("pk", "planned_length")),
        list(Tournament.objects.values_list("first_result_at", flat=True)),
        list(
            DivisionChange.objects.values_list(
                "division", "at", "action", "touches", "round_number", "table", "object_id"
            )
        ),
    ]


@pytest.mark.django_db
def test_older_data_gets_the_facts_that_the_program_asks_for() -> None:
    division = make_division(players=4, rounds=3)
    director = make_user(tournament=division.tournament)
    first, second = make_round(division, 1, status=Round.Status.PUBLISHED).games.order_by("board")
    record_result(by=director, game=first, first_score=400, second_score=380)
    record_result(by=director, game=second, first_score=410, second_score=380)
    correct_result(by=director, game=second, outcome=played(411, 380), reason="miscounted")
    update_division(by=director, division=division, values={"planned_rounds": 5})
    other = make_round(Division.objects.get(), 2, status=Round.Status.PUBLISHED).games.order_by("board").first()
    record_result(by=director, game=other, first_score=300, second_score=380)
    withdraw_result(by=director, game=Game.objects.get(pk=other.pk))
    as_decided = facts()

    Game.objects.update(entered_by_kind="", entered_by=None, entered_road="")
    Round.objects.update(planned_length=None)
    Tournament.objects.update(first_result_at=None)
    DivisionChange.objects.all().delete()
    import_module("tdsuite.tournaments.migrations.0011_facts_from_the_record").fill(apps, connection.schema_editor())
    assert facts() == as_decided
