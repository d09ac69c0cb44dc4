"""Word lists as rows: an edition that never changes, its words in one compressed row, and which division uses which."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from adjudication.lexicons.engine.alphabets import ALPHABETS, LONGEST, SHORTEST, Alphabet
from adjudication.lexicons.engine.lookup import OPEN_VARIANT, open_title
from tdsuite.platform.words.lines import LineField
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.models import Division

ALPHABET_CHOICES = [(key, alphabet.name) for key, alphabet in ALPHABETS.items()]


class Lexicon(models.Model):
    """One version of a word list. It is never changed: a corrected list is another version."""

    name = LineField(_("name"), max_length=80, help_text=_("As players know it, such as CSW24 or OWL2."))
    edition = LineField(_("edition"), max_length=40, blank=True)
    variant = LineField(_("variant"), max_length=40, blank=True, help_text=_("Such as school, or corrected reprint."))
    alphabet = LineField(_("alphabet"), max_length=20, choices=ALPHABET_CHOICES, default="english")
    licence = models.TextField(
        _("licence"), blank=True, max_length=2000, help_text=_("By what right this list is used here.")
    )
    size = models.PositiveIntegerField(_("words"))
    lengths = models.JSONField(_("words by length"))
    sha256 = models.CharField(max_length=64)
    for_tournaments = models.BooleanField(default=True)  # False: the open list that comes with the suite
    imported_by = models.BigIntegerField(null=True, blank=True)
    imported_by_kind = models.CharField(max_length=10, blank=True)
    imported_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-for_tournaments", "name", "edition", "variant"]
        constraints = [models.UniqueConstraint(fields=["name", "edition", "variant"], name="lexicon_named_once")]

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


class LexiconWords(models.Model):
    """The canonical list, gzipped: words sorted by code point, each with a line feed. Apart, so that no list page loads it."""

    lexicon = models.OneToOneField(Lexicon, on_delete=models.CASCADE, primary_key=True, related_name="words")
    packed = models.BinaryField()

    def __str__(self) -> str:
        return f"words of {self.lexicon}"


class DivisionLexicon(models.Model):
    """What a division's challenges are judged by: one list, and where the rulebook has it a second for longer words."""

    division = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="pinned_lexicon")
    lexicon = models.ForeignKey(Lexicon, on_delete=models.PROTECT, related_name="+", verbose_name=_("word list"))
    second = models.ForeignKey(
        Lexicon,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("second list"),
        help_text=_("Rules longer words too, where the rulebook has one (NSA I.A.1: the Long List)."),
    )
    second_from = models.PositiveSmallIntegerField(
        _("The second list rules words of at least"),
        help_text=_("Letters: 10 under NSA rules."),
        null=True,
        blank=True,
        validators=[MinValueValidator(SHORTEST), MaxValueValidator(LONGEST)],
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(second=None, second_from=None) | Q(second__isnull=False, second_from__isnull=False),
                name="second_lexicon_with_its_length",
                violation_error_message=_(
                    "A second list needs the length from which it rules words, and the length a second list."
                ),
            ),
            models.CheckConstraint(
                condition=Q(second=None) | ~Q(second=F("lexicon")),
                name="second_lexicon_is_another",
                violation_error_message=_("The second list is the first one. Choose another, or none."),
            ),
        ]

    def __str__(self) -> str:
        return self.words

    @property
    def words(self) -> Sentence:
        """What challenges are judged by, in words."""
        if self.second is None:
            return Sentence.listed(str(self.lexicon))
        return Sentence(
            "{first}, then {second} from {letters} letters",
            first=str(self.lexicon),
            second=str(self.second),
            letters=self.second_from,
        )
