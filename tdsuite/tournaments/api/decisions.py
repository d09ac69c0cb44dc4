"""Calls that take one decision by one service, or read a list, said in a line each: what the address names and what is sent go to the service."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypedDict, get_args

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.platform.access.guard import actor_of
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.numbers import LARGEST
from tdsuite.platform.web.reasons import LONGEST_REASON
from tdsuite.tournaments.models import Division, Entry, Game, Round, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.score_there import ScoreMeaning
from tdsuite.tournaments.shortcuts import round_of
from .events import OPTIONAL, Fields, division_for, sent, tournament_for
from .lists import asked
from .operations import Operation, operations

EVENT = "tournaments/<slug:slug>/"
DIVISION = f"{EVENT}divisions/<slug:code>/"


class Number(serializers.IntegerField):
    """A number that names a row of the division."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=LARGEST, **options)


class PlayerNumber(Number):
    """A player of the division by number; the service is given the entry."""


class GameNumber(Number):
    """Another game of the division by its id; the service is given the game."""


class OptionalText(serializers.CharField):
    """Words that may be left out."""

    def __init__(self, length: int = LONGEST_REASON, **options: Any) -> None:
        super().__init__(required=False, allow_blank=True, default="", max_length=length, **options)


class DoneAnswer(TypedDict):
    """It is done."""

    done: bool


class NoFields(Fields):
    """Nothing is sent."""


class WhyFields(Fields):
    """reason: kept in the event's record."""

    reason = serializers.CharField(max_length=LONGEST_REASON)


class ScoreMeaningFields(Fields):
    """penalty_included: of a game that has its result: the points are in it already. finding: a ruling on signed scores."""

    penalty_included = serializers.BooleanField(**OPTIONAL)
    finding = OptionalText()


def meaning_of(sent: dict[str, Any]) -> ScoreMeaning:
    """What a call says of the game's result, taken out of its fields."""
    return ScoreMeaning(sent.pop("penalty_included", None), sent.pop("finding", ""))


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
        shows: makes of the subject and of what the service returned what the answer is made of; None: what the service returned.
        method: of HTTP; with PATCH no field is required.
        location: something is made (201): where it is, as `Operation.location` has it.
    """

    about: str
    service: Callable[..., Any]
    can: Can
    sends: type[Fields] = NoFields
    answer: Any
    shows: Callable[[Any, Any], Any] | None = None
    method: Literal["POST", "PUT", "PATCH", "DELETE"] = "POST"
    location: str | None = None

    @property
    def operation(self) -> Operation:
        status = 204 if self.answer is None else 200 if self.location is None else 201
        return Operation(self.can, self.answer, status, sends=self.sends, location=self.location or "")

    def answered(self, request: Request, name: str, row: Any, division: Division | None) -> Response:
        fields = sent(self.sends, request, partial=self.method == "PATCH")
        result = self.service(by=actor_of(request), **{name: row, **with_rows(self.sends, fields, division)})
        answer = self.shows(row, result) if self.shows else result
        return Response(None if self.answer is None else answer, status=self.operation.status)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingCall:
    """A GET.

    Attributes:
        about: what it reads, for the document.
        can: who may.
        answer: the type of what `shows` returns.
        shows: makes of the subject what the answer is made of; None: the subject.
        query: what a list may be asked for; `shows` is given what was asked for, each under its `source`.
        to_reader: `shows` is given the `reader`, too, where not all who may read are shown the same.
    """

    about: str
    can: Can
    answer: Any
    shows: Callable[..., Any] | None = None
    query: type[serializers.Serializer[Any]] | None = None
    to_reader: bool = False
    method: Literal["GET"] = "GET"

    @property
    def operation(self) -> Operation:
        return Operation(self.can, self.answer, query=self.query)

    def answered(self, request: Request, _name: str, row: Any, _division: Division | None) -> Response:
        fields = asked(self.query, request) if self.query else {}
        if self.shows is None:
            return Response(row)
        return Response(self.shows(row, **fields, **({"reader": request.user} if self.to_reader else {})))


Call = DecisionCall | ReadingCall
Calls = Call | Sequence[Call]  # of one address, each of another method
DONE: dict[str, Any] = {"answer": DoneAnswer, "shows": lambda _subject, _result: {"done": True}}


Subject = Callable[..., tuple[str, Any, Division | None]]


def calls_below(below: str, subject: Subject, **calls: Calls) -> list[URLPattern]:
    """The addresses of calls below that of their subject: `rest_is_here` is `rest-is-here/`, `rounds__plan` is `rounds/plan/`, "" the address itself.

    subject: finds it by the words of its address; gives the name under which the service has it, the row, and the division whose players and games
    the fields name.
    """
    names = {name: name.replace("__", "/").replace("_", "-") + "/" if name else "" for name in calls}
    return [
        path(below + names[name], _view(subject, [each] if isinstance(each, Call) else each))
        for name, each in calls.items()
    ]


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

    return calls_below(f"{EVENT}{below}/<int:pk>/", subject, **calls)


def _event(request: Request, can: Can, slug: str) -> tuple[str, Tournament, None]:
    return "tournament", tournament_for(request, slug, can), None


def _division(request: Request, can: Can, slug: str, code: str) -> tuple[str, Division, Division]:
    division = division_for(request, slug, code, can)
    return "division", division, division


def _entry(request: Request, can: Can, slug: str, code: str, number: int) -> tuple[str, Entry, Division]:
    division = division_for(request, slug, code, can)
    entry = get_object_or_404(division.entries.with_people(), number=number)
    entry.division = division
    return "entry", entry, division


def _round(request: Request, can: Can, slug: str, code: str, number: int) -> tuple[str, Round, Division]:
    division = division_for(request, slug, code, can)
    row = round_of(division.tournament, code, number)
    if row.pk is None:
        raise Refused(f"Round {number} is not published yet.", code="round_not_published")
    return "round", row, division


def _games(tournament: Tournament) -> QuerySet[Any]:
    return Game.objects.with_people().filter(round__division__tournament=tournament)


# Decisions about an event, a division, a player (as `entry`), a published round and a game.
event_calls = partial(calls_below, EVENT, _event)
division_calls = partial(calls_below, DIVISION, _division)
player_calls = partial(calls_below, f"{DIVISION}players/<int:number>/", _entry)
round_calls = partial(calls_below, f"{DIVISION}rounds/<int:number>/", _round)
game_calls = partial(row_calls, "games", "game", _games, lambda game: game.round.division)


def _view(subject: Subject, calls: Sequence[Call]) -> Callable[..., Any]:
    by_method = {call.method: call for call in calls}

    @operations(cached=False, **{method: call.operation for method, call in by_method.items()})
    def view(request: Request, **words: Any) -> Response:
        call = by_method["GET" if request.method == "HEAD" else request.method]  # type: ignore[index]
        return call.answered(request, *subject(request, call.can, **words))

    answer = calls[0].answer
    named: Any = (call.service for call in calls if isinstance(call, DecisionCall))
    view.cls.__doc__ = "  ".join(f"{call.method}: {call.about}" for call in calls)  # type: ignore[attr-defined]
    view.cls.__module__ = next(named, next(iter(get_args(answer)), answer)).__module__  # type: ignore[attr-defined]
    return view


def with_rows(kind: type[Fields], values: dict[str, Any], division: Division | None) -> dict[str, Any]:
    """The values, with rows for numbers of players and games.  Raises ValidationError for a number that is nobody's."""
    for name, field in kind().fields.items():
        if values.get(name) is None or division is None or not isinstance(field, PlayerNumber | GameNumber):
            continue
        is_player, number = isinstance(field, PlayerNumber), values[name]
        row: Any = (
            division.entries.with_people().filter(number=number).first()
            if is_player
            else Game.objects.with_people().filter(pk=number, round__division=division).first()
        )
        if row is None:
            raise serializers.ValidationError(
                {name: [f"{division} has no {'player' if is_player else 'game'} {number}."]}
            )
        if is_player:
            row.division = division
        values[name] = row
    return values
