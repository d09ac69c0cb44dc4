"""Signed result sheets for programs: a round's, one with every version, the decisions of officials; and what players asked."""

from datetime import datetime
from typing import Any, TypedDict

from django.db.models import QuerySet
from django.http import Http404
from rest_framework import serializers

from results.games.api import ScoresFields
from results.rulings.services.rulings import RulingFacts
from results.sheets.engine.facts import Figures
from results.sheets.engine.finality import Ground
from results.sheets.engine.states import State
from results.sheets.views.paper import typed_figures
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.api.answers import Shown
from tdsuite.tournaments.api.decisions import (
    DecisionCall,
    OptionalText,
    PlayerNumber,
    ReadingCall,
    WhyFields,
    event_calls,
    game_calls,
    round_calls,
)
from tdsuite.tournaments.api.events import OPTIONAL
from tdsuite.tournaments.api.lists import Rows, number_asked
from tdsuite.tournaments.models import Entry, Game, Round, Tournament
from .models import Petition, PlayerRequest, Sheet
from .reads import SheetRow, round_sheets
from .services import entering, officials

LONGEST_FINDING = 2000
WITH_LINES = {None: "", True: "w", False: "y"}  # as the page of paper sheets has it typed


class SheetAnswer(TypedDict):
    """How the sheet of a game stands.

    version: the newest, 0 before the first. missing: numbers of players whose signature is awaited. to_hand_in: of those who may
    bring it to the desk. petition: the one that is open. calls: for the director, not answered.
    """

    game: int
    table: str
    state: str
    version: int
    missing: list[int]
    to_hand_in: list[int]
    petition: int | None
    calls: list[int]


class SignatureAnswer(TypedDict):
    """A player's signature. means: on the player's device, or seen on paper."""

    number: int
    means: str
    at: datetime


class VersionAnswer(TypedDict):
    """A version, as it was shown and signed. scores: before the lines, by number of the player."""

    version: int
    sha256: str
    cause: str
    at: datetime
    scores: dict[str, int | None]
    signatures: list[SignatureAnswer]


class WholeSheetAnswer(SheetAnswer):
    """A sheet with every version, oldest first."""

    versions: list[VersionAnswer]


class SheetsQuery(serializers.Serializer[Any]):
    """state: of the sheets."""

    state = serializers.ChoiceField([state.value for state in State], required=False)


class PaperFields(ScoresFields):
    """A paper sheet.

    Attributes:
        both_seen: both signatures are on it, and that makes it final.
        started: who started; null: as paired.
        with_lines, rules_dispute: as for a result.
        first_overtime, second_overtime: as time or points; what the rulebook charges is not in the scores yet.
    """

    both_seen = serializers.BooleanField()
    started = PlayerNumber(**OPTIONAL)
    with_lines = serializers.BooleanField(**OPTIONAL)
    rules_dispute = serializers.BooleanField(required=False, default=False)
    first_overtime, second_overtime = OptionalText(8), OptionalText(8)


class ChangeFields(ScoresFields):
    """What the director finds. ground: why a signed sheet changes. rule: a citation. The scores are those before the lines."""

    finding = serializers.CharField(max_length=LONGEST_FINDING)
    started = PlayerNumber(**OPTIONAL)
    ground = serializers.ChoiceField([ground.value for ground in Ground], required=False, default=Ground.RULING.value)
    rule = OptionalText(60)


def enter_from_paper(
    *, by: Actor, game: Game, first_score: int, second_score: int, both_seen: bool, started: Entry | None,
    with_lines: bool | None, first_overtime: str, second_overtime: str, rules_dispute: bool,
) -> entering.Answer:  # fmt: skip
    """A paper sheet of the fields as they come."""
    side = "" if started is None else "1" if started.pk == game.first_id else "2"
    data = {
        "table": f"#{game.first.number}", "first_score": first_score, "second_score": second_score, "started": side,
        "over_one": first_overtime, "over_two": second_overtime,
    }  # fmt: skip
    _, figures = typed_figures(game.round, data, lines=WITH_LINES[with_lines])
    return officials.enter_from_paper(
        by=by, game=game, figures=figures, both_seen=both_seen, rules_dispute=rules_dispute
    )


def change(
    *, by: Actor, game: Game, first_score: int, second_score: int, finding: str, started: Entry | None, ground: str, rule: str
) -> Any:  # fmt: skip
    """The director's figures of the fields as they come."""
    figures = Figures({game.first_id: first_score, game.second_id or 0: second_score}, started.pk if started else None)
    facts = RulingFacts(finding, rule=rule)
    return officials.change_signed(by=by, game=game, figures=figures, ground=Ground(ground), facts=facts)


def sheet_json(row: SheetRow) -> dict[str, Any]:
    sheet = row.game.sheet if row.opened else None
    petition = Petition.objects.open().filter(sheet=sheet).first() if sheet and row.petition else None
    return {
        "game": row.game.pk,
        "table": row.game.table,
        "state": row.state.value,
        "version": sheet.number if sheet else 0,
        "missing": [entry.number for entry in row.missing],
        "to_hand_in": [entry.number for entry in row.to_hand_in],
        "petition": petition.pk if petition else None,
        "calls": [call.pk for call in row.calls],
    }


def sheets(row: Round, *, state: str = "") -> Rows:
    return Rows([sheet for sheet in round_sheets(row) if state in ("", sheet.state.value)], sheet_json)


def sheet_of(game: Game, _result: Any = None) -> dict[str, Any]:
    """The sheet as it is now.  Raises Http404 for a bye."""
    row = Round.objects.select_related("division__tournament").get(pk=game.round_id, division=game.round.division)
    sheet = next((sheet for sheet in round_sheets(row) if sheet.game.pk == game.pk), None)
    if sheet is None:
        raise Http404("A bye has no sheet.")
    return sheet_json(sheet)


def whole_sheet(game: Game) -> dict[str, Any]:
    numbers = {entry.pk: entry.number for entry in game.players}
    sheet = Sheet.objects.filter(game=game).first()
    versions = sheet.versions.prefetch_related("signatures").order_by("number") if sheet else []
    return sheet_of(game) | {
        "versions": [
            {
                "version": version.number,
                "sha256": version.sha256,
                "cause": version.cause,
                "at": version.made_at,
                "scores": {
                    str(numbers[side.entry]): side.score for side in version.facts.sides if side.entry in numbers
                },
                "signatures": [
                    {"number": numbers[signature.entry_id], "means": signature.means, "at": signature.signed_at}
                    for signature in version.signatures.all()
                    if signature.entry_id in numbers
                ],
            }
            for version in versions
        ]
    }


class RequestAnswer(Shown):
    """What a player asked."""

    division = serializers.CharField(source="entry.division.code")
    number = serializers.IntegerField(source="entry.number")

    class Meta:
        model = PlayerRequest
        fields = ["id", "division", "number", "kind", "words", "status", "asked_at", "answer", "settled_at"]


class RequestsQuery(serializers.Serializer[Any]):
    """division: by its short name. player: who asked, by number. status: of which."""

    division = serializers.SlugField(required=False, source="entry__division__code")
    player = number_asked("entry__number")
    status = serializers.ChoiceField(PlayerRequest.Status.choices, required=False)


def player_requests(tournament: Tournament, **asked: Any) -> QuerySet[PlayerRequest]:
    return PlayerRequest.objects.of_event(tournament).with_people().filter(**asked)


SHEET: dict[str, Any] = {"answer": SheetAnswer, "shows": sheet_of}
urlpatterns = [
    *round_calls(
        sheets=ReadingCall(
            about="The result sheets of a round, by table.",
            can=Can.SEE_CONSOLE, answer=list[SheetAnswer], shows=sheets, query=SheetsQuery,
        ),
    ),
    *game_calls(
        sheet=ReadingCall(
            about="A result sheet with everything that was ever on it.",
            can=Can.SEE_CONSOLE, answer=WholeSheetAnswer, shows=whole_sheet,
        ),
        sheet__paper=DecisionCall(
            about="Enter a paper sheet, with both signatures where they were seen.",
            service=enter_from_paper, can=Can.ENTER_RESULTS, sends=PaperFields, **SHEET,
        ),
        sheet__rule=DecisionCall(
            about="Find the result where sheets differ, or change a signed sheet on a ground of the rulebook.",
            service=change, can=Can.RULE, sends=ChangeFields, **SHEET,
        ),
        sheet__hand_in=DecisionCall(
            about="A signed sheet was handed in at the desk.",
            service=entering.hand_in, can=Can.ENTER_RESULTS, **SHEET,
        ),
        sheet__waive=DecisionCall(
            about="Do without the missing signatures.",
            service=officials.waive_unsigned, can=Can.CORRECT_RESULTS, sends=WhyFields, **SHEET,
        ),
    ),
    *event_calls(
        requests=ReadingCall(
            about="What players asked of the director, the oldest first.",
            can=Can.HELP, answer=list[RequestAnswer], shows=player_requests, query=RequestsQuery,
        ),
    ),
]  # fmt: skip
