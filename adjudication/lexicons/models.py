"""Word lists as rows: an edition that never changes, its words in one compressed row, and which division uses which."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from adjudication.lexicons.engine.alphabets import ALPHABETS, LONGEST, SHORTEST, Alphabet
from adjudication.lexicons.engine.lookup import OPEN_VARIANT, open_title
from tdsuite.platform.sentences import Sentence
from tdsuite.tournaments.models import Division, Tournament

ALPHABET_CHOICES = [(key, alphabet.name) for key, alphabet in ALPHABETS.items()]


class WordList(models.Model):
    """What every word list says of itself, imported or waiting to be."""

    name = models.CharField(_("name"), max_length=80, help_text=_("As players know it, such as CSW24 or OWL2."))
    edition = models.CharField(_("edition"), max_length=40, blank=True)
    variant = models.CharField(
        _("variant"), max_length=40, blank=True, help_text=_("Such as school, expurgated, corrected reprint.")
    )
    alphabet = models.CharField(_("alphabet"), max_length=20, choices=ALPHABET_CHOICES, default="english")
    licence = models.TextField(
        _("licence"), blank=True, max_length=2000, help_text=_("By what right this list is used here.")
    )
    size = models.PositiveIntegerField(_("words"))
    lengths = models.JSONField(_("words by length"))
    sha256 = models.CharField(max_length=64)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """ "OWL, second edition (school)": name, edition and variant, which together name one list."""
        named = f"{self.name}, {self.edition}" if self.edition else self.name
        if self.variant == OPEN_VARIANT:
            return open_title(named)
        return f"{named} ({self.variant})" if self.variant else named

    @property
    def tiles(self) -> Alphabet:
        return ALPHABETS[self.alphabet]

    @property
    def counts(self) -> list[tuple[int, int]]:
        """(length, words) for every length there can be, in tiles."""
        return [(length, self.lengths.get(str(length), 0)) for length in range(SHORTEST, LONGEST + 1)]


class Lexicon(WordList):
    """One version of a word list. It is never changed: a corrected list is another version."""

    for_tournaments = models.BooleanField(default=True)  # False: the open list that comes with the suite
    imported_by = models.BigIntegerField(null=True, blank=True)
    imported_by_kind = models.CharField(max_length=10, blank=True)
    imported_at = models.DateTimeField(auto_now_add=True)

    class Meta(WordList.Meta):
        abstract = False
        ordering = ["-for_tournaments", "name", "edition", "variant"]
        constraints = [models.UniqueConstraint(fields=["name", "edition", "variant"], name="lexicon_named_once")]


class LexiconWords(models.Model):
    """The canonical list, gzipped: words sorted by code point, each with a line feed. Apart, so that no list page loads it."""

    lexicon = models.OneToOneField(Lexicon, on_delete=models.CASCADE, primary_key=True, related_name="words")
    packed = models.BinaryField()

    def __str__(self) -> str:
        return f"words of {self.lexicon}"


class LexiconUpload(WordList):
    """A list as it was read from a file, kept between its preview and its being imported."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="lexicon_uploads")
    filename = models.CharField(max_length=120)
    packed = models.BinaryField()
    reading = models.JSONField(default=dict)
    created_by = models.BigIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta(WordList.Meta):
        abstract = False
        ordering = ["-created_at"]


class DivisionLexicon(models.Model):
    """What a division's challenges are judged by: one list, and where the rulebook has it a second for longer words."""

    division = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="pinned_lexicon")
    lexicon = models.ForeignKey(Lexicon, on_delete=models.PROTECT, related_name="+", verbose_name=_("word list"))
    second = models.ForeignKey(
        Lexicon, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("second list")
    )
    second_from = models.PositiveSmallIntegerField(
        _("for words of at least"),
        null=True,
        blank=True,
        validators=[MinValueValidator(SHORTEST), MaxValueValidator(LONGEST)],
    )
    pinned_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(second=None, second_from=None) | Q(second__isnull=False, second_from__isnull=False),
                name="second_lexicon_with_its_length",
            ),
            models.CheckConstraint(
                condition=Q(second=None) | ~Q(second=F("lexicon")), name="second_lexicon_is_another"
            ),
        ]

    def __str__(self) -> str:
        if self.second is None:
            return str(self.lexicon)
        return Sentence(
            "{first}, then {second} from {letters} letters",
            first=str(self.lexicon),
            second=str(self.second),
            letters=self.second_from,
        )
