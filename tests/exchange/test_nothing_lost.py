"""An event's own document brings back everything the event is: what is lost finds itself, here, by comparing."""

import html
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import models
from django.urls import reverse

from adjudication.models import WordJudging
from pairings.models import PairingSettings
from pairings.services.rules import save_settings
from results.prizes.models import HighClaim, Prize, PrizeTerms
from tdsuite.exchange.event_document import source_in_document
from tdsuite.exchange.export import preview
from tdsuite.exchange.not_imported import NOT_IMPORTED, PEOPLE
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import Membership, User
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import (
    Division,
    Entry,
    Game,
    GameAdjustment,
    Player,
    Round,
    SpreadAdjustment,
    TableNeed,
    Tournament,
)
from tdsuite.tournaments.rulebooks.as_file import as_file
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tdsuite.tournaments.services.whole import _owned_by, rows_of
from tests.exchange.test_round_trip_more import comes_back, document, rich
from tests.factories import make_user

pytestmark = pytest.mark.django_db
NINE = datetime(2026, 5, 16, 9, 0, 0, 123456, tzinfo=UTC)
DAY = timedelta(days=1)
SOURCES = ("", "challenge", "endgame", "incident:7", "director", "counter:tracking", "sheet", "outcome")
RULES = {"most_meetings": 2, "repeats_from": 1, "apart": [{"kind": "club", "until": 3, "strength": "must"}]}
MAY_DIFFER = {
    "slug": "the importer chooses the short name, which is one event's on a computer",
    "officials": "accounts belong to one computer; the preview names the people",
}


def whole_event_of(seed=0, slug="whole"):
    """An event in which every column that comes back holds something else than what it holds by itself."""
    event = rich(seed, slug)
    if not Prize.objects.filter(tournament=event).exists():
        Prize.objects.create(tournament=event, title="High win", basis="high_win", money=5000)
    Tournament.objects.filter(pk=event.pk).update(
        time_zone="Europe/London", rulebook="wespa-2012-ours", rulebook_file=as_file(RULEBOOKS["wespa-2012"]),
        choices={"tiles_left": "b"}, game_minutes=22,
        visibility="unlisted", status="finished", entry_mode="both", starts_by_schedule=True, sheets_open_early=True,
        presence_by_phone=True, club_evening=True, is_practice=True,
    )  # fmt: skip
    WordJudging.objects.create(tournament=event, runner=False, self_run=False, station=False)
    make_user("ada", tournament=event, role=Role.JUDGE, first_name="Ada", last_name="Judge")
    make_user("bob", tournament=event, role=Role.SCORER)
    PrizeTerms.objects.update_or_create(tournament=event, defaults={"round_to": 500, "currency": "€"})
    for number, division in enumerate(event.divisions.all()):
        _filled(division, number)
    return Tournament.objects.get(pk=event.pk)


def _filled(division, number):
    Division.objects.filter(pk=division.pk).update(
        lexicon="Collins 2024", planned_rounds=8, spread_caps=[150, 250], pairing_plan=[{"first": 1, "last": 7, "method": "koth", "lag": 1}],
        standings_options={"tie_breaks": ["head_to_head"], "rating_system": "naspa", "withdrawn_unranked": True,
                           "prizes": {"one_each": True, "round_to": 100}},
    )  # fmt: skip
    division.refresh_from_db()
    boards = [{"ask": "forced", "one": 1, "two": 2, "round": 6}, {"ask": "forbidden", "one": 3, "two": 0, "round": 0}]
    asked = {"rules": RULES, "boards": boards, "families": [[1, 5]], "volunteers": [4], "reasons_public": False}
    save_settings(by=COMMAND_LINE, division=division, values=asked)
    _people(division)
    _rounds(division)
    _scores(division)
    for at, claim in enumerate(HighClaim.objects.filter(division=division).order_by("pk")):
        decided = None if claim.status == "claimed" else NINE + timedelta(minutes=50 + at)
        HighClaim.objects.filter(pk=claim.pk).update(claimed_at=NINE + timedelta(minutes=at), decided_at=decided)
    Prize.objects.create(division=division, title="Best team", basis="team", team_size=3, text="a cup", position=9)


def _people(division):
    one = division.entries.select_related("player").get(number=2)
    told = {"team": "Reds", "absences": [2, 4], "unranked": True, "class_name": "A", "lifetime_games": 77}
    told |= {"withdrawn_from": 6, "deviation": 84.5, "last_played": date(2026, 3, 1)}
    Entry.objects.filter(pk=one.pk).update(**told)
    ids = {"national_id": "N1", "naspa_id": "AA000001", "wespa_id": "W2", "absp_id": "B3"}
    Player.objects.filter(pk=one.player_id).update(**ids, club="Bag", country="GBR")


def _rounds(division):
    """Five rounds closed at their hours, the fifth being played; the sixth published, the seventh only scheduled."""
    for row in division.rounds.all():
        begun = NINE + timedelta(hours=row.number)
        started, decided, closed = (begun + timedelta(minutes=minutes) for minutes in (2, 45, 50))
        times = {"scheduled_at": begun, "started_at": started, "closed_at": closed}
        Round.objects.filter(pk=row.pk).update(paired_after=row.number - 1, planned_length=8, **times)
        by = {"entered_by_kind": "user", "entered_by": User.objects.get(username="ada").pk, "entered_road": "keyboard"}
        Game.objects.filter(round=row).update(decided_at=decided, **by)
    Round.objects.filter(division=division, number=5).update(status="playing", closed_at=None, planned_length=None)
    last = Game.objects.of_division(division).in_round(5).filter(second__isnull=False).order_by("pk")
    for outcome, game in zip(("", "postponed", "adjourned"), last, strict=False):
        Game.objects.filter(pk=game.pk).update(
            outcome=outcome, first_score=None, second_score=None, first_halves=None, second_halves=None,
            first_spread=None, second_spread=None, decided_at=None, rated=True, starts_by="draw",
        )  # fmt: skip
    sixth = Round.objects.create(
        division=division, number=6, status="published", scheduled_at=NINE + DAY, paired_after=5
    )
    first, second = division.entries.filter(number__in=[4, 5]).order_by("number")
    Game.objects.create(round=sixth, board=1, first=second, second=first, starts_by="balance", reason="asked for")
    Round.objects.create(division=division, number=7, scheduled_at=NINE + DAY + timedelta(hours=2))


def _scores(division):
    """Lines from everywhere, on both sides, of scored, stated and spread-only games; spread points with a rule."""
    games = list(Game.objects.of_division(division).filter(second__isnull=False, outcome="played").order_by("pk"))
    spread_only = games[0]
    Game.objects.filter(pk=spread_only.pk).update(
        first_score=None, second_score=None, first_spread=-73, second_spread=73
    )
    stated, match = games[7], games[8]
    Game.objects.filter(pk=stated.pk).update(
        outcome="awarded", first_score=300, second_score=310, first_halves=2, first_spread=75, second_halves=0, second_spread=-75,
    )  # fmt: skip
    Game.objects.create(round=match.round, board=match.board, match_game=2, first=match.second, second=match.first,
        outcome="played", first_score=444, second_score=333, decided_at=NINE)  # fmt: skip
    for at, source in enumerate(SOURCES):
        for game in (spread_only, stated, games[1 + at % 6]):
            line = GameAdjustment.objects.create(
                game=game, side=["first", "second"][at % 2], kind=f"kind-{at}", points=-10 + at, seconds=60 * at - 90_000,
                lost_turn=at == 1, rule=f"3.{at}", source=source, ruled_by=1,
            )  # fmt: skip
            GameAdjustment.objects.filter(pk=line.pk).update(created_at=NINE + timedelta(minutes=at))
    given = SpreadAdjustment.objects.create(entry=division.entries.get(number=1), round_number=1, points=25, rule="6.3")
    SpreadAdjustment.objects.filter(pk=given.pk).update(created_at=NINE)


def differences(one, other, path=""):
    """Every place in which two documents differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}):
            here = f"{path}.{key}".lstrip(".")
            yield from differences(one[key], other[key], here) if key in one and key in other else [here]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for at, pair in enumerate(zip(one, other, strict=True)):
            yield from differences(*pair, f"{path}[{at}]")
    elif one != other:
        yield f"{path}: {one!r} became {other!r}"


def lost(one, other):
    return [text for text in differences(one, other) if text.split(":")[0].split("[")[0] not in MAY_DIFFER]


@pytest.mark.parametrize("seed", range(2))
def test_the_second_document_says_what_the_first_said(seed):
    first = document(whole_event_of(seed))
    second = document(comes_back(first))
    assert lost(first, second) == []
    assert lost(second, document(comes_back(second, "third"))) == []


COMES = (
    Tournament, Division, Player, Entry, TableNeed, Round, Game, GameAdjustment, SpreadAdjustment, Prize, PrizeTerms,
    HighClaim, PairingSettings, WordJudging,
)  # fmt: skip
MAY_DIFFER_IN_ROWS = {
    "Tournament.slug": MAY_DIFFER["slug"],
    "Tournament.public_base_url": "the address of the computer that it was on",
    "Tournament.created_at": "when this computer made its row",
    "Tournament.notices": "told to the hall of the day",
    "Tournament.first_result_at": "the games have results here too",
    "Division.state_version": "counts decisions taken on one computer, for drafts, which stay there",
    "Round.undone_at": "told to the players of the day, until the round is published or started again",
    "Round.undone_reason": "told to the players of the day, until the round is published or started again",
    "GameAdjustment.ruled_by": "an account of the other computer",
    "Prize.position": "counted anew, in the same order",
}
STAYS = {  # what may belong to an event and does not come back, by the sentence of the preview that says so
    PEOPLE: ("access.Membership", "access.Invitation"),
    "Players’ links": (
        "access.PlayerLink", "access.PlayerSession", "access.Station",
    ),
    "Sheets": (
        "results.Sheet", "results.SheetVersion", "results.Signature", "results.Petition",
        "results.TableCall", "results.PlayerRequest", "results.StarterReport",
    ),
    "Rulings": (
        "results.Ruling", "results.RulingText", "results.Incident", "results.IncidentText", "results.Ejection",
        "results.Appeal", "results.AppealText", "results.Recount", "adjudication.ChallengeSlip", "adjudication.Verdict",
    ),
    "Check-in": (
        "tournaments.Presence", "results.LateWarning", "results.RoundTimer", "results.Accommodation", "results.GameEnd",
        "results.StopWarning", "results.MoveLimit",
    ),
    "Screens": ("tournaments.Overlay", "tournaments.Screen"),
    "Drafts": ("pairings.PairingRun", "tournaments.DivisionChange"),
    "Chances": ("pairings.RoundChances",),
    "Word lists": (
        "adjudication.DivisionLexicon", "results.RatingListUse",
    ),
    "Prints": ("jobs.Job", "jobs.JobFile", "access.PrintedBatch", "exchange.PublishTarget", "exchange.RosterUpload"),
}  # fmt: skip


NAMES = {
    Tournament: lambda row: "the event",
    Division: lambda row: row.code,
    Player: lambda row: row.filing_name,
    Entry: lambda row: f"{row.division.code} {row.number}",
    Round: lambda row: f"{row.division.code} round {row.number}",
    Game: lambda row: f"{name_of(row.round)} game {row.match_game} of {name_of(row.first)}",
}


def name_of(row):
    """A row as other rows name it, on any computer."""
    return NAMES[type(row)](row)


def compared(model):
    """The columns of a model that must come back."""
    return [
        field
        for field in model._meta.concrete_fields
        if not field.primary_key and f"{model.__name__}.{field.name}" not in MAY_DIFFER_IN_ROWS
    ]


def plain(row):
    found = {}
    for field in compared(type(row)):
        value = getattr(row, field.name)
        found[field.name] = name_of(value) if isinstance(value, models.Model) else value
    if isinstance(row, GameAdjustment):
        found["source"] = source_in_document(row.source)
    if isinstance(row, Prize) and row.tournament_id:
        found["winners"] = [name_of(Entry.objects.get(pk=pk)) for pk in row.winners]
    return found


def rows_that_come(event):
    """Every row of the event as plain facts, in the order in which it was made, by model."""
    found = rows_of(event)
    found[Player] = set(Entry.objects.filter(division__tournament=event).values_list("player", flat=True))
    rows = {model: model._base_manager.filter(pk__in=found.get(model, ())).order_by("pk") for model in COMES}
    told = {model.__name__: [plain(row) for row in some] for model, some in rows.items()}
    for name in ("Game", "Round", "SpreadAdjustment"):  # the document has its own order of them
        told[name].sort(key=repr)
    told["GameAdjustment"].sort(key=lambda one: (one["game"], one["created_at"]))
    told["Prize"] = [plain(row) for row in Prize.objects.of_event(event)]
    return told


@pytest.mark.parametrize("seed", range(2))
def test_every_column_of_every_row_comes_back_or_is_named_with_a_reason(seed):
    event = whole_event_of(seed)
    back = comes_back(document(event))
    assert list(differences(rows_that_come(event), rows_that_come(back))) == []


def test_the_event_of_these_tests_fills_every_column():
    """A column that holds its default everywhere would seem to come back whatever becomes of it."""
    told, empty = rows_that_come(whole_event_of()), []
    for model in COMES:
        for field in compared(model):
            if field.has_default() or field.null or field.blank:
                usual = field.get_default() if field.has_default() else (None if field.null else "")
                if all(one[field.name] == usual for one in told[model.__name__]):
                    empty.append(f"{model.__name__}.{field.name}")
    assert empty == [], "Give these another value than their default in whole_event_of()."


def may_belong_to_an_event():
    found, waiting = set(), [Tournament]
    while waiting:
        model = waiting.pop()
        if model not in found:
            found.add(model)
            waiting += [field.model for field in _owned_by(model)]
    return {model._meta.label for model in found}


def test_whatever_may_belong_to_an_event_comes_back_or_is_told_on_the_preview():
    stay = [label for labels in STAYS.values() for label in labels]
    assert may_belong_to_an_event() == {model._meta.label for model in COMES if model is not Player} | set(stay)
    assert len(stay) == len(set(stay)) and all(apps.get_model(label) for label in stay)
    told = [PEOPLE, *NOT_IMPORTED]
    assert all(any(said.startswith(words) for said in told) for words in STAYS)


def test_what_stays_is_told_on_the_page_that_previews_the_import(client):
    user = make_user("keeper", is_superuser=True)
    client.force_login(user)
    data = preview(by=COMMAND_LINE, tournament=whole_event_of(), key="json").data
    answer = client.post(reverse("console:new_from_files"), {"sources": [SimpleUploadedFile("event.json", data)]})
    page = html.unescape(client.get(answer.url).content.decode())
    assert all(part in page and instead in page for part, instead in NOT_IMPORTED.items())
    assert "It was run by one scorer, Ada Judge (judge): add them under People." in page
    assert "People with roles" in page
    other = SimpleUploadedFile("players.csv", b"name,rating\nAda Lace,1500\nBo Reed,1400\n")
    answer = client.post(reverse("console:new_from_files"), {"sources": [other]})
    ((_file, *_),) = [files for files in client.get(answer.url).context["files"]]
    assert _file.left_out == {}


def test_no_file_gives_anybody_a_role():
    importer = make_user("importer", is_superuser=True)
    back = comes_back(document(whole_event_of()), by=importer)
    roles = Membership.objects.filter(tournament=back).values_list("user__username", "role")
    assert sorted(roles) == [("importer", "director"), ("importer", "organiser")]
    assert document(back)["officials"] == [{"name": "", "role": "organiser"}, {"name": "", "role": "director"}]


def test_the_manual_says_what_stays_in_the_same_words():
    manual = (Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text(encoding="utf-8").replace("’", "'")
    assert [part for part in NOT_IMPORTED if part.replace("’", "'") not in manual] == [] and PEOPLE in manual
