"""Lists are loaded whole as versions that never change, and deleted only while nobody used them."""

import hashlib
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from results.models import RatingList, RatingListEntry
from results.rating_lists.services.lists import ListFile, UnusableList, delete_list, load_list
from results.rating_lists.services.uses import apply_list
from tdsuite.platform.access.guard import COMMAND_LINE, NotAllowed
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_tournament, make_user
from tests.results.rating_lists.cases import as_csv, as_rt, people
from tests.results.rating_lists.conftest import JUNE, MAY, list_file, loaded

pytestmark = pytest.mark.django_db


def test_a_list_is_kept_with_its_day_its_sha_256_and_who_loaded_it() -> None:
    row = loaded()
    assert (row.title, row.body, row.size, row.filename) == ("NASPA ratings, 1 May 2026", "naspa", 3, "list.csv")
    assert (
        row.sha256 == hashlib.sha256(MAY).hexdigest()
        and row.loaded_by_kind == "command"
        and row.loaded_in == Tournament.objects.get().pk
    )
    values = row.entries.values_list("line", "name", "naspa_id", "rating", "games", "expiry", "suspended_until")
    assert list(values) == [
        (2, "Ada Winterbourne", "AA000001", 1725, 212, date(2027, 1, 31), None),
        (3, "Robert Lindqvist", "AA000002", 1402, 40, date(2026, 3, 1), None),
        (4, "Cy Okafor", "AA000003", 900, 7, date(9999, 12, 31), date(2026, 12, 31)),
    ]


def test_loading_is_one_record_without_names() -> None:
    row = loaded()
    (record,) = Record.objects.filter(action="rating_list.loaded")
    assert record.after == {"list": row.title, "body": "naspa", "players": 3, "sha256": row.sha256}
    assert verify(Tournament.objects.get()).whole


def test_a_file_with_a_bad_line_is_not_loaded_and_every_problem_is_named() -> None:
    with pytest.raises(UnusableList, match=r"list\.csv cannot be loaded: 2 problems\. Line 2, rating: 'x'") as caught:
        loaded(b"Name,Rating\nAda Winterbourne,x\nBo Lindqvist,y\nCy Okafor,900\n")
    assert [problem.line for problem in caught.value.read.errors] == [2, 3]
    assert (RatingList.objects.count(), RatingListEntry.objects.count(), Record.objects.count()) == (0, 0, 0)


@pytest.mark.parametrize(
    ("filename", "data", "as_of", "day"),
    [
        ("ratings-2026-04-02.csv", MAY, None, date(2026, 4, 2)),
        ("RT20260403.txt", MAY, None, date(2026, 4, 3)),
        ("list.csv", as_rt(people(4, 30)), None, max(one.played for one in people(4, 30) if one.played)),
        ("ratings-2026-04-02.csv", MAY, date(2026, 5, 1), date(2026, 5, 1)),
    ],
)
def test_the_day_is_what_somebody_says_else_the_files_name_else_the_last_day_played(
    filename: str, data: bytes, as_of: date | None, day: date
) -> None:
    assert loaded(data, filename=filename, as_of=as_of).as_of == day


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"as_of": None}, "Give the day of the list"),
        ({"body": "fide"}, "'fide' publishes no list. Choose one of: wespa, naspa, absp, other, own."),
    ],
)
def test_what_nobody_can_know_is_asked_for(change: dict[str, Any], says: str) -> None:
    with pytest.raises(Refused) as caught:
        loaded(**change)
    assert says in str(caught.value)


def test_a_version_is_loaded_once_and_another_file_needs_another_name_or_day() -> None:
    row = loaded()
    with pytest.raises(Refused, match="is here already, with these very bytes"):
        loaded()
    with pytest.raises(Refused, match="is here already, from another file"):
        loaded(JUNE, name="naspa RATINGS")
    assert loaded(JUNE, as_of=date(2026, 6, 1)).pk != row.pk
    assert loaded(JUNE, name="NASPA Collins").pk != row.pk


def test_the_database_refuses_to_change_a_list_or_a_line() -> None:
    row = loaded()
    for rows, change in ((RatingList.objects.all(), {"name": "other"}), (row.entries.all(), {"rating": 1})):
        with pytest.raises(DatabaseError, match="a rating list is never changed"), transaction.atomic():
            rows.update(**change)
    assert list(row.entries.values_list("rating", flat=True)) == [1725, 1402, 900]


def test_60_lines_and_6_are_loaded_with_the_same_number_of_statements() -> None:
    counts = []
    for number in (5, 6, 60):  # the first record of a chain makes the chain too
        with CaptureQueriesContext(connection) as queries:
            loaded(as_csv(people(1, number)), as_of=date(2026, 1, number % 28 + 1))
        counts.append(len([one for one in queries if "SAVEPOINT" not in one["sql"]]))
    assert counts[1] == counts[2]


def test_a_list_that_nobody_used_is_deleted_where_it_was_loaded(division: Division) -> None:
    tournament = division.tournament
    director = make_user(tournament=tournament)
    row = load_list(by=director, file=list_file(), tournament=tournament)
    elsewhere = make_tournament("other")
    make_user("director", tournament=elsewhere)
    with pytest.raises(Refused, match="was loaded in another event"):
        delete_list(by=director, rating_list=row, tournament=elsewhere)
    delete_list(by=director, rating_list=row, tournament=tournament)
    assert (RatingList.objects.count(), RatingListEntry.objects.count()) == (0, 0)
    assert Record.objects.filter(action="rating_list.deleted").get().before["sha256"] == row.sha256


def test_a_list_that_was_applied_stays(division: Division, may: RatingList) -> None:
    apply_list(by=COMMAND_LINE, division=division, rating_list=may)
    with pytest.raises(Refused, match="was applied: it stays"):
        delete_list(by=COMMAND_LINE, rating_list=may, tournament=division.tournament)
    assert may.entries.count() == 3


def test_only_who_may_change_the_roster_loads_and_deletes(division: Division, may: RatingList) -> None:
    scorer = make_user("scorer", tournament=division.tournament, role=Role.SCORER)
    for act in (
        lambda: load_list(by=scorer, file=list_file(JUNE), tournament=division.tournament),
        lambda: delete_list(by=scorer, rating_list=may, tournament=division.tournament),
    ):
        with pytest.raises(NotAllowed):
            act()
    assert RatingList.objects.count() == 1


def test_a_file_without_known_headings_is_read_by_a_key_map(division: Division) -> None:
    data, director = b"Wer;Zahl;Spiele\nAda Winterbourne;1725;212\n", make_user(tournament=division.tournament)
    unknown = ListFile("liste.csv", data, "other", as_of=date(2026, 5, 1))
    with pytest.raises(UnusableList):
        load_list(by=director, file=unknown, tournament=division.tournament)
    columns = {"1": "name", "2": "rating", "3": "lifetime games"}
    row = load_list(by=director, file=replace(unknown, key_map=columns), tournament=division.tournament)
    assert row.key_map == [["Wer", "name"], ["Zahl", "rating"], ["Spiele", "lifetime games"]]
    assert (row.entries.get().games, row.loaded_by, row.loaded_in) == (212, director.pk, division.tournament.pk)
