"""Word lists for programs: which there are, what each division is judged by, and a new one in. Never the words."""

from typing import Any, TypedDict

from django.core.files.uploadedfile import UploadedFile
from django.urls import path
from rest_framework import serializers, status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.lexicons.engine.alphabets import LONGEST, SHORTEST
from adjudication.lexicons.engine.reading import LARGEST
from adjudication.lexicons.models import ALPHABET_CHOICES, DivisionLexicon, Lexicon
from adjudication.lexicons.services import LexiconDescription, facts_of, import_list, open_list, pin_lexicon, read_file
from tdsuite.platform.access.guard import actor_of
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.api.decisions import DecisionCall, MayWhyFields, OptionalText, ReadingCall, division_calls
from tdsuite.tournaments.api.events import Fields, sent, tournament_for
from tdsuite.tournaments.api.operations import Operation, operations
from tdsuite.tournaments.models import Division

LARGEST_ID = 2**31 - 1


class WordListAnswer(TypedDict):
    """A version of a word list. lengths: words by length. for_tournaments: false for the open list that comes with the suite."""

    id: int
    name: str
    edition: str
    variant: str
    alphabet: str
    size: int
    lengths: dict[str, int]
    sha256: str
    for_tournaments: bool


class WordListReadAnswer(TypedDict):
    """How a file was read. rejected: lines that are no word."""

    size: int
    lengths: dict[str, int]
    sha256: str
    rejected: int


class PinnedAnswer(TypedDict):
    """What a division is judged by, by the ids of lists; null: nothing yet. second_from: letters from which the second list rules."""

    lexicon: int | None
    second: int | None
    second_from: int | None


class WordListFields(Fields):
    """A list, sent as a form. licence: by what right it is used here. cut: lines have more than the word. preview: only read it."""

    file = serializers.FileField()
    name = serializers.CharField(max_length=80)
    edition, variant = OptionalText(40), OptionalText(40)
    alphabet = serializers.ChoiceField(ALPHABET_CHOICES, required=False, default="english")
    licence = OptionalText(2000)
    cut = serializers.BooleanField(required=False, default=False)
    preview = serializers.BooleanField(required=False, default=False)

    def validate_file(self, value: UploadedFile) -> UploadedFile:
        if (value.size or 0) > LARGEST:
            raise ValidationError("This file is larger than 50 MB; no word list is. Choose another.")
        return value


class PinFields(MayWhyFields):
    """lexicon, second: ids of lists. second_from: letters from which the second one rules (NSA I.A.1)."""

    lexicon = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    second = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1, max_value=LARGEST_ID)
    second_from = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=SHORTEST, max_value=LONGEST
    )


def list_json(row: Lexicon) -> dict[str, Any]:
    return {"id": row.pk, **{name: getattr(row, name) for name in WordListAnswer.__annotations__ if name != "id"}}


def pin(
    *, by: Actor, division: Division, lexicon: int, second: int | None, second_from: int | None, reason: str
) -> DivisionLexicon:
    """Choose by the ids of lists.  Raises ValidationError for one that is not there."""
    rows = Lexicon.objects.in_bulk([pk for pk in (lexicon, second) if pk])
    for name, pk in (("lexicon", lexicon), ("second", second)):
        if pk and pk not in rows:
            raise ValidationError({name: [f"There is no word list {pk}."]})
    chosen = {"lexicon": rows[lexicon], "second": rows[second] if second else None, "second_from": second_from}
    return pin_lexicon(by=by, division=division, reason=reason, **chosen)  # type: ignore[arg-type]


def pinned_json(division: Division, _result: Any = None) -> dict[str, Any]:
    row = DivisionLexicon.objects.filter(division=division).first() or DivisionLexicon(division=division)
    return {"lexicon": row.lexicon_id, "second": row.second_id, "second_from": row.second_from}


@operations(
    GET=Operation(Can.SEE_CONSOLE, list[WordListAnswer]),
    POST=Operation(Can.MANAGE_LEXICONS, WordListAnswer, 201, WordListFields, also={200: WordListReadAnswer}),
)
def word_lists(request: Request, slug: str) -> Response:
    """GET: every version of a word list. POST: import one from a `file`, whole or not at all (201).

    With `preview` it is only read.
    """
    if request.method != "POST":
        tournament_for(request, slug, Can.SEE_CONSOLE)
        open_list()
        return Response([list_json(row) for row in Lexicon.objects.all()])
    tournament = tournament_for(request, slug, Can.MANAGE_LEXICONS)
    fields = sent(WordListFields, request)
    cut, preview, file = (fields.pop(name) for name in ("cut", "preview", "file"))
    described = LexiconDescription(**fields)
    reading = read_file(file.read(), described.alphabet, cut=cut)
    if preview:
        return Response({**facts_of(reading), "rejected": reading.rejected_lines})
    row = import_list(by=actor_of(request), described=described, reading=reading, tournament=tournament)
    return Response(list_json(row), status=status.HTTP_201_CREATED)


PINNED: dict[str, Any] = {"answer": PinnedAnswer, "shows": pinned_json}
urlpatterns = [
    path("tournaments/<slug:slug>/word-lists/", word_lists),
    *division_calls(
        word_list=(
            ReadingCall(about="The word lists that a division is judged by.", can=Can.SEE_CONSOLE, **PINNED),
            DecisionCall(
                about="Choose what a division is judged by.",
                service=pin, can=Can.MANAGE_LEXICONS, sends=PinFields, method="PUT", **PINNED,
            ),
        ),
    ),
]  # fmt: skip
