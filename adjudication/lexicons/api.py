"""Word lists for programs: which there are, and what each division is judged by. Never the words."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from adjudication.lexicons.engine.alphabets import LONGEST, SHORTEST
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.answers import Shown
from tdsuite.tournaments.api.decisions import DecisionCall, MayWhyFields, ReadingCall, division_calls, event_calls
from tdsuite.tournaments.api.events import OPTIONAL
from tdsuite.tournaments.models import Division, Tournament
from .models import DivisionLexicon, Lexicon
from .services import open_list, pin_lexicon


class WordListAnswer(Shown):
    """A version of a word list. lengths: words by length. for_tournaments: false for the open list that comes with the suite."""

    lengths = serializers.DictField(child=serializers.IntegerField())

    class Meta:
        model = Lexicon
        fields = ["id", "name", "edition", "variant", "alphabet", "size", "lengths", "sha256", "for_tournaments"]


class PinnedAnswer(Shown):
    """What a division is judged by, by the ids of lists; null: nothing yet. second_from: letters from which the second list rules."""

    lexicon = serializers.IntegerField(source="lexicon_id", allow_null=True)

    class Meta:
        model = DivisionLexicon
        fields = ["lexicon", "second", "second_from"]


@extend_schema_field(int)
class ListId(serializers.PrimaryKeyRelatedField[Lexicon]):
    """A word list by its id."""

    default_error_messages = {"does_not_exist": "There is no word list {pk_value}."}

    def get_queryset(self) -> QuerySet[Lexicon]:
        return Lexicon.objects.all()


class PinFields(MayWhyFields):
    """lexicon, second: ids of lists. second_from: letters from which the second one rules (NSA I.A.1)."""

    lexicon = ListId()
    second = ListId(**OPTIONAL)
    second_from = serializers.IntegerField(**OPTIONAL, min_value=SHORTEST, max_value=LONGEST)


def word_lists(_tournament: Tournament) -> QuerySet[Lexicon]:
    open_list()
    return Lexicon.objects.all()


def pinned_of(division: Division) -> DivisionLexicon:
    return DivisionLexicon.objects.filter(division=division).first() or DivisionLexicon(division=division)


urlpatterns = [
    *event_calls(
        word_lists=ReadingCall(
            about="Every version of a word list.", can=Can.SEE_CONSOLE, answer=list[WordListAnswer], shows=word_lists,
        ),
    ),
    *division_calls(
        word_list=(
            ReadingCall(
                about="The word lists that a division is judged by.", can=Can.SEE_CONSOLE, answer=PinnedAnswer, shows=pinned_of,
            ),
            DecisionCall(
                about="Choose what a division is judged by.",
                service=pin_lexicon, can=Can.MANAGE_LEXICONS, sends=PinFields, method="PUT", answer=PinnedAnswer,
            ),
        ),
    ),
]  # fmt: skip
