"""Rows of signed result sheets. Versions and signatures are written once: the database refuses to change or delete them.

People stand in them by id only. See docs/sheets.md for what each state means and what a signature proves.
"""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from results.sheets.engine.facts import SheetFacts, read
from results.sheets.engine.states import State
from tdsuite.platform.audit.services import Kept, KeyedModel, RecordedModel, RecordedQuerySet
from tdsuite.tournaments.models import Division, Entry, Game, Tournament

NOTE_LENGTH = 300
HASH_LENGTH = 64


class StateLabel(models.TextChoices):
    """The states of `engine.states` in words."""

    EMPTY = "empty", _("empty")
    ENTERED = "entered", _("signature awaited")
    DISPUTED = "disputed", _("disputed")
    SIGNED = "signed", _("signed by both")
    HANDED_IN = "handed_in", _("handed in")
    POSTED = "posted", _("entered by an official, not signed")
    WAIVED = "waived", _("signatures waived")
    RULED = "ruled", _("ruled by the director")
    SET_ASIDE = "set_aside", _("set aside")


class SheetQuerySet(RecordedQuerySet["Sheet"]):
    def of_division(self, division: Division) -> "SheetQuerySet":
        return self.filter(division=division)

    def disputed(self) -> "SheetQuerySet":
        return self.filter(state=State.DISPUTED)


class Sheet(KeyedModel):
    """The result sheet of one game. What was ever on it lies in its versions.

    Attributes:
        player_a, player_b: the two players, lower entry first.
        game: None once the board was given to others.
        number: of the newest version, 0 without figures.
        since: signed figures up to this version are settled.
        disputed_by: who disputed last.
    """

    recorded = Kept("division__tournament", words="dispute_note")
    NOTHING_YET = Q(number=0)  # such a row does not keep a board

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="sheets")
    round_number = models.PositiveSmallIntegerField()
    game = models.OneToOneField(Game, on_delete=models.SET_NULL, null=True, related_name="sheet")
    player_a = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    player_b = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, choices=StateLabel.choices, default=StateLabel.EMPTY)
    number = models.PositiveIntegerField(default=0)
    since = models.PositiveIntegerField(default=0)
    disputed_by = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+")
    dispute_note = models.CharField(max_length=NOTE_LENGTH, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    objects = SheetQuerySet.as_manager()

    class Meta:
        ordering = ["round_number", "pk"]
        constraints = [models.CheckConstraint(condition=Q(player_a__lt=F("player_b")), name="sheet_players_in_order")]
        indexes = [models.Index(fields=["division", "state"], name="sheet_division_state")]


class SheetVersion(RecordedModel):
    """One version, exactly as shown: its canonical text and that text's hash. Never changed, never deleted.

    Attributes:
        made_by_kind, made_by: as in the audit record.
        cause: the decision that made it, as the record names it.
    """

    recorded = Kept("sheet__division__tournament", words="text")  # as long as a page
    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    text = models.TextField()
    sha256 = models.CharField(max_length=HASH_LENGTH)
    made_by_kind = models.CharField(max_length=10)
    made_by = models.BigIntegerField(null=True)
    made_at = models.DateTimeField()
    cause = models.CharField(max_length=60)

    class Meta:
        ordering = ["sheet", "number"]
        constraints = [models.UniqueConstraint(fields=["sheet", "number"], name="sheet_version_once")]

    @property
    def facts(self) -> SheetFacts:
        return read(self.text)


class Signature(RecordedModel):
    """A player put a name to exactly these bytes. Never changed, never deleted; void once a newer version stands.

    Attributes:
        sha256: of the text that was shown.
        device: its public id, "" unknown.
        seen_by_kind, seen_by: the official who saw it on paper.
    """

    recorded = Kept("version__sheet__division__tournament")

    class Means(models.TextChoices):
        LINK = "link", _("private link")
        PIN = "pin", _("number and PIN")
        PAPER = "paper", _("on paper, seen by an official")

    KEEPS_EVENT = True  # while a row stands, a real event is not deleted

    version = models.ForeignKey(SheetVersion, on_delete=models.PROTECT, related_name="signatures")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="signatures")
    sha256 = models.CharField(max_length=HASH_LENGTH)
    means = models.CharField(max_length=10, choices=Means.choices)
    device = models.CharField(max_length=64, blank=True)
    signed_at = models.DateTimeField()
    seen_by_kind = models.CharField(max_length=10, blank=True)
    seen_by = models.BigIntegerField(null=True)

    class Meta:
        ordering = ["signed_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["version", "entry"], name="signature_once_a_version_and_player")]


class Submission(KeyedModel):
    """A used idempotency key: what was sent with it, and what was answered. The same again gets the same answer."""

    key = models.CharField(max_length=200, unique=True)
    action = models.CharField(max_length=20)
    content = models.CharField(max_length=HASH_LENGTH)
    answer = models.JSONField()
    used_at = models.DateTimeField(auto_now_add=True)


class PetitionQuerySet(RecordedQuerySet["Petition"]):
    def open(self) -> "PetitionQuerySet":
        """Not decided: waiting for the other player, or for the director."""
        return self.filter(status__in=(Petition.Status.PROPOSED, Petition.Status.AGREED))


class Petition(KeyedModel):
    """A correction of a signed sheet that one player proposes and the other joins, or not.

    Attributes:
        text: the canonical text of the version it asks for, numbered one above the version it corrects; both agree to
            exactly these bytes.
        to_director: the director must accept it.
    """

    recorded = Kept("sheet__division__tournament", words="text answer")

    class Status(models.TextChoices):
        PROPOSED = "proposed", _("waits for the other player")
        AGREED = "agreed", _("both petition; waits for the director")
        DONE = "done", _("corrected")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")
        LAPSED = "lapsed", _("lapsed: the sheet changed meanwhile")

    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="petitions")
    base = models.ForeignKey(SheetVersion, on_delete=models.PROTECT, related_name="+")
    text = models.TextField()
    sha256 = models.CharField(max_length=HASH_LENGTH)
    to_director = models.BooleanField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PROPOSED)
    proposed_by = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    proposed_means = models.CharField(max_length=10)
    proposed_device = models.CharField(max_length=64, blank=True)
    proposed_at = models.DateTimeField()
    agreed_by = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+")
    agreed_means = models.CharField(max_length=10, blank=True)
    agreed_device = models.CharField(max_length=64, blank=True)
    agreed_at = models.DateTimeField(null=True)
    decided_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=NOTE_LENGTH, blank=True)

    objects = PetitionQuerySet.as_manager()

    class Meta:
        ordering = ["proposed_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet"], condition=Q(status__in=("proposed", "agreed")), name="petition_one_open_a_sheet"
            )
        ]

    @property
    def facts(self) -> SheetFacts:
        return read(self.text)


class PlayerRequestQuerySet(RecordedQuerySet["PlayerRequest"]):
    def waiting(self) -> "PlayerRequestQuerySet":
        return self.filter(status=PlayerRequest.Status.WAITING)

    def of_event(self, tournament: Tournament) -> "PlayerRequestQuerySet":
        return self.filter(entry__division__tournament=tournament)

    def shown_to_player(self) -> "PlayerRequestQuerySet":
        """What their own page shows: what was asked or settled last comes first."""
        rows = self.exclude(status=PlayerRequest.Status.TAKEN_BACK)
        return rows.order_by(Coalesce("settled_at", "asked_at").desc(), "-pk")

    def with_people(self) -> "PlayerRequestQuerySet":
        return self.select_related("entry__player", "entry__division__tournament")


class PlayerRequest(KeyedModel):
    """What a player asks of the director, or tells them, from their own page. What counts at once took effect as it was said.

    Attributes:
        round_number: the round they sit out, or the first one without them; None where it is about no round.
        answer: what the player reads; "" where it was settled without words.
        settled_by: the account that settled it.
    """

    recorded = Kept("entry__division__tournament", words="words answer")

    class Kind(models.TextChoices):
        HERE = "here", _("I am here")
        SIT_OUT = "sit_out", _("I sit out a round")
        LEAVE = "leave", _("I leave the event")
        LATE = "late", _("I will be late")
        NAME = "name", _("My name is wrong")
        RESULT = "result", _("A result is wrong")
        QUESTION = "question", _("I have a question")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SETTLED = "settled", _("settled")
        COUNTS = "counts", _("counts")
        TAKEN_BACK = "taken_back", _("taken back")

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="requests")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    words = models.CharField(max_length=NOTE_LENGTH, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    asked_at = models.DateTimeField()
    answer = models.CharField(max_length=NOTE_LENGTH, blank=True)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.BigIntegerField(null=True)

    objects = PlayerRequestQuerySet.as_manager()

    class Meta:
        ordering = ["asked_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(status="waiting", settled_at=None) | (~Q(status="waiting") & Q(settled_at__isnull=False)),
                name="player_request_settled_at_a_moment",
            )
        ]

    @property
    def waits(self) -> bool:
        return self.status == self.Status.WAITING

    @property
    def label(self) -> str:
        """Its kind, and the round it is about."""
        kind = self.get_kind_display()
        values = {"what": kind, "round": self.round_number}
        return str(_("%(what)s: round %(round)d") % values) if self.round_number else kind

    @property
    def counts(self) -> bool:
        return self.status == self.Status.COUNTS

    @property
    def before_pairing(self) -> bool:
        """Whether the next round is better not paired before it is settled: the others change nothing of who plays whom."""
        return self.kind not in (self.Kind.HERE, self.Kind.NAME, self.Kind.QUESTION)


class TableCall(RecordedModel):
    """A player asks for the director at a table. Answered by an official."""

    recorded = Kept("game__round__division__tournament", words="note")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="calls")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    note = models.CharField(max_length=NOTE_LENGTH, blank=True)
    called_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["called_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "entry"], condition=Q(answered_at=None), name="table_call_one_open_a_player"
            )
        ]
