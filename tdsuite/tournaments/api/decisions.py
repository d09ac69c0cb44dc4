"""Calls that take one decision by one service, or read a list, said in a line each: what the address names and what is sent go to the service."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.platform.access.guard import actor_of
from tdsuite.platform.access.roles import Can
from tdsuite.platform.numbers import LARGEST
from tdsuite.tournaments.api.answers import GameAnswer
from tdsuite.tournaments.api.events import Fields, division_for, game_json, sent, tournament_for
from tdsuite.tournaments.api.lists import asked
from tdsuite.tournaments.api.operations import Operation, operations
from tdsuite.tournaments.models import Division, Entry, Game, Round, Tournament
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import round_of

LONGEST_REASON = 300


class PlayerNumber(serializers.IntegerField):
    """A player of the division by number; the service is given the entry."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=LARGEST, **options)


class GameNumber(serializers.IntegerField):
    """Another game of the division by its id; the service is given the game."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=LARGEST, **options)


class OptionalText(serializers.CharField):
    """Words that may be left out."""

    def __init__(self, length: int = LONGEST_REASON, **options: Any) -> None:
        super().__init__(required=False, allow_blank=True, default="", max_length=length, **options)


class RowAnswer(TypedDict):
    """A row that calls name by its id."""

    id: int


class DoneAnswer(TypedDict):
    """It is done."""

    done: Literal[True]


class NoFields(Fields):
    """Nothing is sent."""


class WhyFields(Fields):
    """reason: kept in the event's record."""

    reason = serializers.CharField(max_length=LONGEST_REASON)


class MayWhyFields(Fields):
    """reason: kept in the event's record; it may be left out."""

    reason = OptionalText()


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionCall:
    """A call that takes a decision.

    Attributes:
        about: what it does, for the document.
        service: called with `by`, the subject and the fields, each under its own name.
        can: who may.
        sends: the fields.
        answer: the type of what `shows` returns; None: it is empty (204).
        shows: makes the answer of the subject and of what the service returned.
        method: of HTTP; with PATCH no field is required.
    """

    about: str
    service: Callable[..., Any]
    can: Can
    sends: type[Fields] = NoFields
    answer: Any = list[GameAnswer]
    shows: Callable[[Any, Any], Any] = lambda subject, result: round_games(subject)
    method: Literal["POST", "PUT", "PATCH", "DELETE"] = "POST"

    @property
    def operation(self) -> Operation:
        return Operation(self.can, self.answer, 200 if self.answer else 204, sends=self.sends)

    def answered(self, request: Request, name: str, row: Any, division: Division | None) -> Response:
        fields = sent(self.sends, request, partial=self.method == "PATCH")
        result = self.service(by=actor_of(request), **{name: row, **with_rows(self.sends, fields, division)})
        return Response(self.shows(row, result)) if self.answer else Response(status=204)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingCall:
    """A GET.

    Attributes:
        about: what it reads, for the document.
        can: who may.
        answer: the type of what `shows` returns.
        shows: makes the answer of the subject; of a list, its `Rows` or all of it.
        query: what a list may be asked for; `shows` is given what was asked for, each under its `source`.
        to_reader: `shows` is given the `reader`, too, where not all who may read are shown the same.
    """

    about: str
    can: Can
    answer: Any
    shows: Callable[..., Any]
    query: type[serializers.Serializer[Any]] | None = None
    to_reader: bool = False
    method: Literal["GET"] = "GET"

    @property
    def operation(self) -> Operation:
        return Operation(self.can, self.answer, query=self.query)

    def answered(self, request: Request, _name: str, row: Any, _division: Division | None) -> Response:
        fields = asked(self.query, request) if self.query else {}
        return Response(self.shows(row, **fields, **({"reader": request.user} if self.to_reader else {})))


Call = DecisionCall | ReadingCall
Calls = Call | Sequence[Call]  # of one address, each of another method
ROW: dict[str, Any] = {"answer": RowAnswer, "shows": lambda _subject, row: {"id": row.pk}}
DONE: dict[str, Any] = {"answer": DoneAnswer, "shows": lambda _subject, _result: {"done": True}}


def round_games(subject: Any) -> list[dict[str, Any]]:
    """The games of the round of a game, or of what is about a game, as they are now, for officials."""
    row = subject if isinstance(subject, Round) else getattr(subject, "game", subject).round
    played = history(Division.objects.select_related("tournament").get(pk=row.division_id))
    return [game_json(played, game) for game in played.games if game.round_id == row.pk]


def row_calls(
    below: str, name: str, rows: Callable[[Tournament], QuerySet[Any]],
    division: Callable[[Any], Division] | None = None, **calls: Calls,
) -> list[URLPattern]:  # fmt: skip
    """Decisions about a row of the event: `tournaments/SLUG/<below>/ID/…/`; the service is given it as `name`.

    rows: those of the event.  division: a row's own, where fields name players or games.
    """

    def subject(request: Request, can: Can, slug: str, pk: int) -> tuple[str, Any, Division | None]:
        row = get_object_or_404(rows(tournament_for(request, slug, can)), pk=pk)
        return name, row, division(row) if division else None

    return _paths(f"tournaments/<slug:slug>/{below}/<int:pk>/", subject, calls)


def numbered_calls(below: str, name: str, row: Callable[[Tournament, int], Any], **calls: Calls) -> list[URLPattern]:
    """Decisions about what an event has by number: `tournaments/SLUG/overlays/N/…/`; the service is given it as `name`.

    row: finds it. Raises Http404.
    """

    def subject(request: Request, can: Can, slug: str, number: int) -> tuple[str, Any, None]:
        return name, row(tournament_for(request, slug, can), number), None

    return _paths(f"tournaments/<slug:slug>/{below}/<int:number>/", subject, calls)


def game_calls(**calls: Calls) -> list[URLPattern]:
    """Decisions about a game: `tournaments/SLUG/games/ID/…/`; the service is given `game`."""

    def games(tournament: Tournament) -> QuerySet[Any]:
        return Game.objects.with_people().filter(round__division__tournament=tournament)

    return row_calls("games", "game", games, lambda game: game.round.division, **calls)


def event_calls(**calls: Calls) -> list[URLPattern]:
    """Decisions about an event: `tournaments/SLUG/…/`; the service is given `tournament`."""

    def subject(request: Request, can: Can, slug: str) -> tuple[str, Tournament, None]:
        return "tournament", tournament_for(request, slug, can), None

    return _paths("tournaments/<slug:slug>/", subject, calls)


def division_calls(**calls: Calls) -> list[URLPattern]:
    """Decisions about a division: `…/divisions/CODE/…/`; the service is given `division`."""

    def subject(request: Request, can: Can, slug: str, code: str) -> tuple[str, Division, Division]:
        division = division_for(request, slug, code, can)
        return "division", division, division

    return _paths("tournaments/<slug:slug>/divisions/<slug:code>/", subject, calls)


def player_calls(**calls: Calls) -> list[URLPattern]:
    """Decisions about a player: `…/divisions/CODE/players/NUMBER/…/`; the service is given `entry`."""

    def subject(request: Request, can: Can, slug: str, code: str, number: int) -> tuple[str, Entry, Division]:
        division = division_for(request, slug, code, can)
        entry = get_object_or_404(division.entries.with_people(), number=number)
        entry.division = division
        return "entry", entry, division

    return _paths("tournaments/<slug:slug>/divisions/<slug:code>/players/<int:number>/", subject, calls)


def round_calls(name: str = "row", **calls: Calls) -> list[URLPattern]:
    """Decisions about a published round: `…/rounds/N/…/`; the service is given the round as `name`."""

    def subject(request: Request, can: Can, slug: str, code: str, number: int) -> tuple[str, Round, Division]:
        division = division_for(request, slug, code, can)
        row = round_of(division.tournament, code, number)
        if row.pk is None:
            raise Refused(f"Round {number} is not published yet.", code="round_not_published")
        return name, row, division

    return _paths("tournaments/<slug:slug>/divisions/<slug:code>/rounds/<int:number>/", subject, calls)


Subject = Callable[..., tuple[str, Any, Division | None]]
ITSELF = "itself"  # the name of calls at the address of the subject


def _paths(below: str, subject: Subject, calls: Mapping[str, Calls]) -> list[URLPattern]:
    def address(name: str) -> str:
        return below if name == ITSELF else f"{below}{name.replace('__', '/').replace('_', '-')}/"

    return [
        path(address(name), _view(subject, [each] if isinstance(each, Call) else each)) for name, each in calls.items()
    ]


def _view(subject: Subject, calls: Sequence[Call]) -> Callable[..., Any]:
    by_method = {call.method: call for call in calls}

    @operations(cached=False, **{method: call.operation for method, call in by_method.items()})
    def view(request: Request, **words: Any) -> Response:
        call = by_method["GET" if request.method == "HEAD" else request.method]  # type: ignore[index]
        return call.answered(request, *subject(request, call.can, **words))

    named = (call.service for call in calls if isinstance(call, DecisionCall))
    view.cls.__doc__ = "  ".join(f"{call.method}: {call.about}" for call in calls)  # type: ignore[attr-defined]
    view.cls.__module__ = next(named, calls[0].shows).__module__  # type: ignore[attr-defined]
    return view


def with_rows(kind: type[Fields], values: dict[str, Any], division: Division | None) -> dict[str, Any]:
    """The values, with rows for numbers of players and games.  Raises ValidationError for a number that is nobody's."""
    for name, field in kind().fields.items():
        if values.get(name) is None or division is None:
            continue
        if isinstance(field, PlayerNumber):
            values[name] = _player(name, values[name], division)
        elif isinstance(field, GameNumber):
            game = Game.objects.with_people().filter(pk=values[name], round__division=division).first()
            if game is None:
                raise serializers.ValidationError({name: [f"{division} has no game {values[name]}."]})
            values[name] = game
    return values


def _player(name: str, number: int, division: Division) -> Entry:
    entry = division.entries.with_people().filter(number=number).first()
    if entry is None:
        raise serializers.ValidationError({name: [f"{division} has no player {number}."]})
    entry.division = division
    return entry
