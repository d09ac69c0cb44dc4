"""A table that a player keeps is marked in every list of boards: its place among the tables says nothing of theirs."""

import re

import pytest
from django.test import Client

from pairings.reports import pairings_draft
from pairings.services.drafts import make_draft
from tdsuite.exchange.site import site_files
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Game, Overlay, Round, TableNeed
from tdsuite.tournaments.services.overlays import overlay_of, point_overlay
from tests.factories import make_played_event, make_round
from tests.facts.walker import Windows, beside
from tests.public.test_pages import text_of

pytestmark = pytest.mark.django_db
LISTS = ("console:round", "pairings", "pairings by name", "pairings-by-table", "pairings-by-name")
KEPT = re.compile("kept")


def test_every_list_of_boards_marks_the_table_that_a_player_keeps_and_no_other():
    division = make_played_event(players=8, played=2)
    row = make_round(division, 3, status=Round.Status.PLAYING)
    games = list(Game.objects.filter(round=row).with_people())
    game = games[2]
    TableNeed.objects.create(entry=game.first, table=f" {game.table}", first_round=3)
    TableNeed.objects.create(entry=game.second, table=games[0].table)  # wanted, and not got
    windows, slug = Windows(division), division.tournament.slug
    for name, page in windows.of_round(row, is_current=False):
        marks = [bool(KEPT.search(" ".join(beside(page, each.first.player, each.second.player)))) for each in games]
        assert name not in LISTS or marks == [each == game for each in games], name
    answer = windows.desk.get(f"/api/v1/tournaments/{slug}/divisions/{division.code}/rounds/3/games/").json()
    kept = {each["id"]: each["table_kept_for"] for each in answer}
    assert kept == {each.pk: [game.first.number] if each == game else [] for each in games}
    point_overlay(
        by=COMMAND_LINE,
        overlay=overlay_of(division.tournament, 1),
        shows=Overlay.Shows.PAIRINGS,
        division=division.code,
    )
    site = site_files(division.tournament)[f"{division.code}/pairings-3.html"].decode()
    assert len(re.findall(r'kept"\s*>kept', site)) == 2  # by table and by name
    assert len(KEPT.findall(text_of(Client().get(f"/t/{slug}/overlay/1/")))) == 1


def test_a_draft_marks_the_table_that_a_player_keeps_on_the_page_and_on_paper():
    division = make_played_event(players=8, played=2)
    entry = division.entries.get(number=6)
    TableNeed.objects.create(entry=entry, table="4")
    make_draft(by=COMMAND_LINE, division=division, number=3)
    windows = Windows(division)
    (row,) = beside(windows.page("pairings:round", division.code, 3), entry.player)
    boards = pairings_draft(division, {"round": 3}).context["boards"]
    assert KEPT.search(row) and [board.keepers for board in boards if board.keepers] == [(6,)]
