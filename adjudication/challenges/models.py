"""Rows of the word judge: challenge slips, their verdicts, and how an event has its words judged.

A verdict is one boolean for the play. Which word failed is written nowhere, so it cannot be read anywhere.
"""

from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from adjudication.challenges.engine.opinions import Adjudicator, Opinion
from adjudication.challenges.engine.slips import AWAITING_VERDICT, LABELS, OPEN, State as SlipState, Way as SlipWay
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.services import Kept, KeyedModel, RecordedModel, RecordedQuerySet
from tdsuite.tournaments.models import Division, Entry, Game, Round, Tournament


class WordJudging(RecordedModel):
    """How one event has its challenges judged; a human judge at the table can always be asked for (NSA App. C)."""

    recorded = Kept("tournament")
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="word_judging")
    runner = models.BooleanField(_("runners take slips to the judge"), default=True)
    self_run = models.BooleanField(_("challengers take their slips to the judge"), default=True)
    station = models.BooleanField(_("players judge for themselves at a station"), default=True)

    @property
    def ways(self) -> frozenset[SlipWay]:
        chosen = {SlipWay.RUNNER: self.runner, SlipWay.SELF_RUN: self.self_run, SlipWay.STATION: self.station}
        return frozenset({SlipWay.TABLE, *(way for way, used in chosen.items() if used)})


class SlipQuerySet(RecordedQuerySet["ChallengeSlip"]):
    def of_tournament(self, tournament: Tournament) -> "SlipQuerySet":
        return self.filter(division__tournament=tournament)

    def of_game(self, game: Game) -> "SlipQuerySet":
        return self.filter(game=game)

    def pending(self) -> "SlipQuerySet":
        """Slips that nobody has finished with: at the table, on the way, or awaiting an opinion or a ruling."""
        return self.filter(state__in=OPEN)

    def awaiting_verdict(self) -> "SlipQuerySet":
        """The judge's and the director's queue."""
        return self.filter(state__in=AWAITING_VERDICT)

    def settled(self) -> "SlipQuerySet":
        """Challenges whose verdict counts: nobody looks again, and they were not taken back, reissued or struck out."""
        judged = self.exclude(acceptable=None).exclude(state__in=OPEN)
        return judged.filter(disputed_at=None).exclude(ending__in=ChallengeSlip.WITHOUT_EFFECT)

    def disputed(self) -> "SlipQuerySet":
        """Slips of a station that a player says were not theirs, until an official has settled it."""
        return self.exclude(disputed_at=None).filter(ending=ChallengeSlip.Ending.NONE)

    def register(self, tournament: Tournament) -> "SlipQuerySet":
        """Every challenge of an event, in the order of its divisions and their numbers. Two queries, however many there are."""
        rows = self.of_tournament(tournament).with_people().prefetch_related("verdicts")
        return rows.order_by("division__position", "division_id", "number")

    def with_people(self) -> "SlipQuerySet":
        return self.select_related(
            "division__tournament", "game__round", "game__first", "game__second", "challenger__player", "challenged__player"
        )  # fmt: skip


class ChallengeSlip(KeyedModel):
    """One challenge of one turn: who challenged whom, over which words, and what became of it.

    Attributes:
        written: the words on the slip, in capitals as the lexicon's alphabet writes them; [] = on paper alone.
        acceptable: the standing verdict on the play (or placement, or exchange); null before one.
        words: how many were judged.
        flaw: why a self-look-up is looked up again.
        disputed_at: since when a player says "not us" of a slip judged at a station; null before, and once it is settled.
        disputed_by: who said so; it stays when an official has confirmed the slip.
        remedy, remedy_rule: what the rulebook gave for a verdict found to be wrong (WESPA 3.10.13, NSA II.L.7).
    """

    recorded = Kept("division__tournament", words="written remedy", left="request_key")

    class Of(models.TextChoices):
        WORDS = "words", _("words")
        PLACEMENT = "placement", _("the placement of a word")
        EXCHANGE = "exchange", _("an exchange")

    class Way(models.TextChoices):
        RUNNER = "runner", _("a runner takes it to the judge")
        SELF_RUN = "self-run", _("the challenger takes it to the judge")
        STATION = "station", _("the players judge at a station")
        TABLE = "table", _("a judge comes to the table")

    class Ending(models.TextChoices):
        NONE = "", _("settled by the verdict")
        BLANK = "blank", _("taken back: the blank's designation was misunderstood")
        LOST_TILE = "lost_tile", _("rescinded: a lost tile went to the challenged player")
        REISSUED = "reissued", _("reissued: a word was not the word on the board")
        VOID = "void", _("struck out: written in error")

    STATES = [(state.value, _(label)) for state, label in LABELS.items()]
    WITHOUT_EFFECT = frozenset({"blank", "lost_tile", "reissued", "void"})

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="challenge_slips")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="challenge_slips")
    number = models.PositiveIntegerField()  # from 1 in its division: printed on the docket
    challenger = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="challenges_made")
    challenged = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="challenges_met")
    of = models.CharField(max_length=10, choices=Of.choices, default=Of.WORDS)
    way = models.CharField(max_length=10, choices=Way.choices)
    state = models.CharField(max_length=15, choices=STATES)
    ending = models.CharField(max_length=10, choices=Ending.choices, default=Ending.NONE, blank=True)
    written = models.JSONField(default=list, blank=True)
    out_play = models.BooleanField(default=False)
    challenger_agreed_at = models.DateTimeField(null=True)
    challenged_agreed_at = models.DateTimeField(null=True)
    written_at = models.DateTimeField()
    handed_at = models.DateTimeField(null=True)
    adjudicated_at = models.DateTimeField(null=True)
    written_by_kind = models.CharField(max_length=10)
    written_by = models.BigIntegerField(null=True)
    acceptable = models.BooleanField(null=True)
    words = models.PositiveSmallIntegerField(default=0)
    flaw = models.CharField(max_length=10, blank=True)
    disputed_at = models.DateTimeField(null=True)
    disputed_by = models.ForeignKey(Entry, on_delete=models.SET_NULL, null=True, related_name="+")
    remedy = models.CharField(max_length=200, blank=True)
    remedy_rule = models.CharField(max_length=60, blank=True)
    replaces = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, related_name="reissued_as")
    request_key = models.CharField(max_length=64, blank=True)

    objects = SlipQuerySet.as_manager()

    class Meta:
        ordering = ["division", "number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="slip_number_once_in_a_division"),
            models.UniqueConstraint(
                fields=["division", "request_key"], condition=~Q(request_key=""), name="slip_once_a_request"
            ),
            models.UniqueConstraint(
                fields=["game"], condition=~Q(state__in=["adjudicated", "closed"]), name="slip_one_pending_a_game"
            ),
            models.CheckConstraint(
                condition=~Q(challenger=models.F("challenged")), name="slip_nobody_challenges_himself"
            ),
            models.CheckConstraint(
                condition=~Q(state="adjudicated") | Q(acceptable__isnull=False), name="slip_adjudicated_has_a_verdict"
            ),
        ]
        indexes = [models.Index(fields=["division", "state"], name="slip_queue")]

    @property
    def waiting_since(self) -> datetime:
        return self.handed_at or self.written_at

    @property
    def agreed(self) -> bool:
        return self.challenger_agreed_at is not None and self.challenged_agreed_at is not None

    @property
    def agreements(self) -> tuple[tuple[Entry, datetime | None], ...]:
        """Since when each of the two players has said that the words of the slip are on the board."""
        return (self.challenger, self.challenger_agreed_at), (self.challenged, self.challenged_agreed_at)

    def agreed_by(self, entry: int) -> bool:
        at = self.challenger_agreed_at if entry == self.challenger_id else self.challenged_agreed_at
        return at is not None

    @property
    def stands(self) -> bool:
        """A row that `settled` finds."""
        judged = self.acceptable is not None and self.state not in OPEN and self.disputed_at is None
        return judged and self.ending not in self.WITHOUT_EFFECT

    @property
    def may_be_disputed(self) -> bool:
        """Whether its players may still say that a challenge judged at a station was not theirs."""
        at_station = self.way == SlipWay.STATION and self.state != SlipState.WRITTEN and not self.ending
        return at_station and self.disputed_by_id is None and self.game.round.status == Round.Status.PLAYING

    @property
    def attended(self) -> bool:
        """An official wrote it: who the players are was seen, so the station asks no PIN and no pause."""
        return self.written_by_kind == User.audit_kind

    @property
    def verdict_text(self) -> str:
        """ "acceptable", "unacceptable", or "" where there is none to show."""
        return ("acceptable" if self.acceptable else "unacceptable") if self.stands else ""

    @property
    def state_text(self) -> str:
        without_effect = self.ending in self.WITHOUT_EFFECT
        if self.disputed_at is not None and not without_effect:
            return str(_("a player says that it was not theirs"))
        return str(self.get_ending_display() if without_effect else self.get_state_display())

    @property
    def words_to_show(self) -> tuple[str, ...]:
        """The words as written; of a slip on paper as first keyed, which nobody sees before the last look-up."""
        if self.written or self.state in OPEN:
            return tuple(self.written)
        first = next((verdict for verdict in self.verdicts.all() if verdict.opinion == Opinion.FIRST), None)
        return tuple(first.keyed) if first else ()

    @property
    def words_challenged(self) -> int:
        """How many words were judged, or stand on the slip until then: what was keyed is not for the next judge to see."""
        return len(self.written) if self.state in OPEN else self.words

    @property
    def record_facts(self) -> dict[str, Any]:
        """What the record has of a slip: how many words, never which."""
        return {
            "slip": self.number, "game": self.game_id, "challenger": self.challenger_id, "challenged": self.challenged_id,
            "state": self.state, "words": self.words, "ending": self.ending,
        }  # fmt: skip


class Verdict(RecordedModel):
    """One adjudicator's answer on one slip: acceptable or not, for the whole play.

    Attributes:
        opinion: an `Opinion`.
        keyed: the words as this adjudicator keyed them, all of which were looked up.
        stated: by the adjudicator (a printed list, a ruling), not by look-up.
        lexicons: the word lists asked, each {"id", "title", "sha256"}.
    """

    recorded = Kept(
        "slip__division__tournament", words="keyed lexicons by_name", left="request_key"
    )  # the judge is no dictionary

    slip = models.ForeignKey(ChallengeSlip, on_delete=models.CASCADE, related_name="verdicts")
    opinion = models.CharField(max_length=10)
    acceptable = models.BooleanField()
    keyed = models.JSONField(default=list, blank=True)
    stated = models.BooleanField(default=False)
    lexicons = models.JSONField(default=list, blank=True)
    by_kind = models.CharField(max_length=10)
    by = models.BigIntegerField(null=True)
    by_name = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField()
    request_key = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["slip", "opinion"], name="verdict_one_of_each_opinion"),
            models.UniqueConstraint(
                fields=["slip", "request_key"], condition=~Q(request_key=""), name="verdict_once_a_request"
            ),
        ]

    @property
    def adjudicator(self) -> Adjudicator:
        return Adjudicator(self.by_kind, self.by)
