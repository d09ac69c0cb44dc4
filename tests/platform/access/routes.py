"""Every address of the suite, who may what there, and events with a row of every kind that an address may name.

The table is `matrix.txt`; for the API it is those of docs/api.md.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.apps import apps
from django.db import models
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from results.sheets.models import Sheet
from results.sheets.services import corrections, entering
from tdsuite.api import no_such_address
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Tournament
from tests.factories import make_user
from tests.results.sheets.desk import Hall, actor, make_hall

TABLE = Path(__file__).with_name("matrix.txt")
API = Path(__file__).parents[3] / "docs" / "api.md"
API_ROW = re.compile(r"^\| (GET|POST|PUT|PATCH|DELETE) \| `([^`]+)` \| ([a-z, -]+) \|$", re.MULTILINE)
API_WORDS = re.compile(r"\b(?:SLUG|CODE|NUMBER|N|ID|FORMAT|SHA256)\b")
STAFF = {role.value for role in Role} - {Role.PLAYER, Role.PUBLIC}
PLAYERS = {"player", "other-player"}
ACCOUNTS = STAFF | {"account", "director-elsewhere", "administrator"}
GROUPS = {
    "everyone": ACCOUNTS | PLAYERS | {"stranger", "player-elsewhere", "station"},
    "everyone-but-stations": ACCOUNTS | PLAYERS | {"stranger", "player-elsewhere"}, "accounts": ACCOUNTS,
    "players": PLAYERS, "staff": STAFF, "helpers": STAFF - {Role.READER}, "nobody": set(),
}  # fmt: skip
NOT_MADE = "?"  # behind a line: neither event has such a thing, so who may is told that there is none
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
WORDS = {
    "code": "a", "report": "standings", "key": "json", "side": "first", "to": "wespa", "who": "nobody",
    "kind": "overdraw", "status": "late",
}  # fmt: skip
# The row that a number in an address names: the first of these that fits `part of the address:parameter`.
ROWS = (
    ("accommodations/:pk", "results.Accommodation"), ("claims/:claim_id", "results.HighClaim"),
    ("draft/:run_id", "pairings.PairingRun"), ("drafts/:pk", "pairings.PairingRun"),
    ("tables/:pk", "tournaments.TableNeed"),
    ("rating-lists/:pk", "results.RatingList"),
    ("import/:pk", "exchange.RosterUpload"), ("list/:pk", "adjudication.Lexicon"),
    (":ruling_id", "results.Ruling"), (":appeal_id", "results.Appeal"), (":ejection_id", "results.Ejection"),
    (":incident_id", "results.Incident"), (":recount_id", "results.Recount"), (":petition_id", "results.Petition"),
    (":request_id", "results.PlayerRequest"), ("requests/:pk", "results.PlayerRequest"),
    (":call_id", "results.TableCall"), ("starter/:pk", "results.StarterReport"),
    ("move-limit/:pk", "results.MoveLimit"), ("time/:pk", "tournaments.GameAdjustment"),
    ("slip/:pk", "adjudication.ChallengeSlip"),
    ("slips/:pk", "adjudication.ChallengeSlip"), (":prize_id", "results.Prize"), ("publish/:pk", "exchange.PublishTarget"),
    (":job_id", "jobs.Job"), ("jobs/:pk", "jobs.Job"), (":file_pk", "jobs.JobFile"), ("people/:pk", "access.Membership"),
    ("invitations/:pk", "access.Invitation"),
    ("stations/:pk", "access.Station"), ("games/:pk", "a game without a result"),
    (":game_id", "tournaments.Game"), (":entry_id", "tournaments.Entry"), ("tokens/:pk", "access.ApiToken"),
    ("sessions/:pk", "access.AccountSession"),
)  # fmt: skip


def routes(resolver: URLResolver | None = None, start: str = "") -> Iterator[str]:
    """Every address, as its pattern is written."""
    for each in (resolver or get_resolver()).url_patterns:
        route = f"{start}{each.pattern}"
        if isinstance(each, URLPattern):
            yield from [route] if each.callback is not no_such_address else ()
        else:
            yield from routes(each, route)


class Line(NamedTuple):
    """Who may, and whether neither event has such a thing."""

    who: frozenset[str]
    not_made: bool


def named(words: str) -> frozenset[str]:
    """Those who may. An administrator may whatever any role may."""
    who: set[str] = set()
    for word in words.replace(",", " ").replace(NOT_MADE, "").split():
        who |= GROUPS.get(word, {word})
    assert who <= GROUPS["everyone"], words
    return frozenset(who | ({"administrator"} if who & STAFF else set()))


@cache
def table() -> dict[str, dict[str, Line]]:
    """Address → method → who may. The API's lines are those of its documentation."""
    rows: dict[str, dict[str, Line]] = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            methods, address, who = line.split(maxsplit=2)
            for method in methods.split(","):
                assert method not in rows.setdefault(address.removeprefix("/"), {}), line
                rows[address.removeprefix("/")][method] = Line(named(who), NOT_MADE in who)
    return rows


@cache
def api_table() -> dict[str, dict[str, Line]]:
    rows: dict[str, dict[str, Line]] = {}
    for method, address, who in API_ROW.findall(API.read_text(encoding="utf-8")):
        rows.setdefault(f"api/v1/{API_WORDS.sub('*', address)}", {})[method] = Line(named(who), False)
    return rows


def plain(route: str) -> str:
    return PARAMETER.sub(r"<\1>", route)


def lines_at(route: str) -> dict[str, Line]:
    if route.startswith("api/v1/"):
        return api_table().get(PARAMETER.sub("*", route), {})
    return table().get(plain(route), {})


@dataclass(frozen=True)
class Place:
    """An event with a row of every kind; `rows` by the name of their model."""

    hall: Hall
    rows: dict[str, models.Model]

    @property
    def tournament(self) -> Tournament:
        return self.hall.division.tournament

    def address(self, route: str, rows_of: "Place | None" = None) -> str:
        """The address in this event, of its own rows or of those of another."""
        rows = (rows_of or self).rows

        def value(match: re.Match[str]) -> str:
            name, before = match[1], f"{route[: match.start()]}:{match[1]}"
            if name == "slug":
                return self.tournament.slug
            if before.endswith("table/<int:game_id>/:number"):
                return "3"  # who sits at that table
            if before.endswith("people/:pk") and route[match.end() :] in ("/renew/", "/second-factor/"):
                return str(rows["access.User"].pk)  # an account, not a place in this event
            model = next((label for end, label in ROWS if before.endswith(end)), None)
            return str(rows[model].pk if model in rows else WORDS.get(name, 1))

        return "/" + PARAMETER.sub(value, route)


# Made in this order: a row names those before it.  Values that a rule of the database asks for, or that a page reads.
MADE: dict[str, dict[str, Any]] = {
    "results.TableCall": {}, "results.PlayerRequest": {"kind": "late", "entry": "tournaments.Entry"},
    "results.Ruling": {"subject": "other", "game": "tournaments.Game", "entry": "tournaments.Entry"},
    "results.RulingText": {}, "results.Incident": {"kind": "overdraw"}, "results.IncidentText": {},
    "results.Ejection": {"cause": "conduct", "fate": "stand", "before": {"games": {}}, "after": {"games": {}}},
    "results.Appeal": {}, "results.AppealText": {}, "results.Recount": {}, "results.Accommodation": {},
    "results.HighClaim": {"kind": "high_word", "word": "TILES", "points": 60},
    "results.Prize": {"basis": "place", "division": "tournaments.Division"}, "results.StarterReport": {},
    "results.MoveLimit": {}, "results.RatingList": {},
    "pairings.PairingRun": {"first_round": 2, "last_round": 2, "method": "swiss"},
    "tournaments.GameAdjustment": {"side": "first", "kind": "penalty", "points": -5}, "tournaments.TableNeed": {},
    "tournaments.Screen": {"panels": [{"shows": "names", "division": "", "seconds": 20}]},
    "adjudication.ChallengeSlip": {"number": 1, "way": "runner", "state": "written"},
    "adjudication.Lexicon": {"lengths": {}}, "exchange.RosterUpload": {"data": b""},
    "exchange.PublishTarget": {"kind": "sftp", "host": "files.example.org"},
    "jobs.Job": {"kind": "pairings.pair", "queue": "now", "tournament": "tournaments.Tournament"}, "jobs.JobFile": {},
    "access.Station": {}, "access.Membership": {"role": "organiser"}, "access.Invitation": {"role": "scorer"},
    "access.ApiToken": {"scope": "read"}, "access.AccountSession": {"user": "access.User"},
}  # fmt: skip


def make_place(slug: str) -> Place:
    """An event whose first round is played: entry 1 meets 4, and 3 meets 2; the rows are about players 3 and 2."""
    hall = make_hall(slug=slug)
    third, second = hall.event.entry(3), hall.event.entry(2)
    rows: dict[str, models.Model] = {
        "tournaments.Tournament": hall.division.tournament, "tournaments.Division": hall.division,
        "tournaments.Round": hall.event.round(1), "tournaments.Game": hall.game(2),
        "a game without a result": hall.game(), "tournaments.Entry": third,
        "access.User": make_user(f"helper-{slug}"),
    }  # fmt: skip
    entering.enter_sheet(by=actor(third), game=hall.game(2), figures=hall.figures(board=2))
    sheet = Sheet.objects.get(game=hall.game(2))
    version = sheet.versions.get()
    entering.sign(by=actor(second), game=hall.game(2), version=1, sha256=version.sha256)
    corrections.propose_correction(by=actor(third), game=hall.game(2), figures=hall.figures(1, 2, board=2))
    rows |= {"results.Sheet": sheet, "results.SheetVersion": version, "results.Petition": sheet.petitions.get()}
    by_name = {"player_a": second, "player_b": third, "challenged": second, "other": second}
    for label, asked_for in MADE.items():
        model = apps.get_model(label)
        values = {name: rows.get(str(value), value) for name, value in asked_for.items()}
        given = {
            field.name: by_name.get(field.name) or _value(field, rows, slug)
            for field in model._meta.concrete_fields
            if not (field.primary_key or field.null or field.has_default() or field.name in values)
        }
        rows[label] = model._base_manager.create(**(given | values))
    return Place(hall, rows)


def _value(field: Any, rows: dict[str, models.Model], slug: str) -> Any:
    """Something that the column takes; other events have other words."""
    if isinstance(field, models.ForeignKey):
        return rows[field.related_model._meta.label]
    if isinstance(field, models.DateTimeField):
        return timezone.now()
    if isinstance(field, models.DateField):
        return date(2026, 5, 16)
    if isinstance(field, models.BooleanField):
        return False
    if isinstance(field, models.IntegerField):
        return 1
    return "" if field.blank else slug[: field.max_length or 9]
