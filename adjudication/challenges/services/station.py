"""Players who judge for themselves at a station: who they are, how often, and what they say was not theirs.

The words of a game are looked up there once both its players have agreed, by their PINs or on their phones, or an official has
seen who they are. WESPA 3.10.9 and NSA Appendix C have both players walk to the computer together.
"""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from adjudication.challenges.actions import ChallengeAction
from adjudication.challenges.engine.opinions import Opinion
from adjudication.challenges.engine.slips import OPEN, State, Way
from adjudication.challenges.models import ChallengeSlip, Verdict
from tdsuite.platform.access.actors import PlayerActor
from tdsuite.platform.access.devices import Device
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.models import Station, User
from tdsuite.platform.access.roles import Can
from tdsuite.platform.access.services.sign_in import check_pin
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.live.services import bump
from tdsuite.tournaments.models import Division, Game, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.score_there import NOT_GIVEN, ScoreMeaning
from .consequences import require_meaning, settle_lines
from .slip_decisions import deciding_on_slip
from .slips import NewChallenge, agree, hand_over, write_slip

PAUSE = timedelta(minutes=1)
MANY, MANY_WITHIN = 3, timedelta(minutes=15)


def can_go_on(slip: ChallengeSlip) -> bool:
    """Whether the players can key this slip at a station: brought there, or typed wrongly before."""
    if slip.way != Way.STATION or slip.disputed_at is not None:
        return False
    mistyped = slip.state == State.SECOND_OPINION and slip.flaw == "mistyped"
    return mistyped or slip.state in (State.WRITTEN, State.WITH_RUNNER)


def begin_at_station(
    *,
    station: Station,
    official: User | None,
    device: Device,
    game: Game,
    challenge: NewChallenge,
    pins: Mapping[int, str],
    request_key: str,
) -> ChallengeSlip:
    """Both players stand at the station: the open slip of their game is handed over there, or a new one is written.

    Args:
        official: who stands at the station and has seen the players; None where nobody does.
        pins: by entry, as typed; {} where an official is there, or both agreed to the slip on their phones.

    Raises:
        SignInRefused: a PIN is wrong, or is not there; Throttled after too many.
        Refused: code ``too_soon`` within a minute of the last look-up, ``needs_word_judge`` for a slip that is not judged here.
    """
    slip = ChallengeSlip.objects.of_game(game).with_people().filter(state__in=OPEN).first()
    if slip is not None and not can_go_on(slip):
        text = _("Slip %d of this game goes to a word judge: ask an official.") % slip.number
        raise Refused(text, code="needs_word_judge")
    if official is None:
        refuse_too_soon(game, slip)
        if slip is None or not slip.agreed:
            for entry in game.players:
                check_pin(entry=entry, pin=pins.get(entry.pk, ""), device=device, station=station)
    by: User | Station = official or station
    if slip is None:
        challenge = replace(challenge, way=Way.STATION, handed_over=True, agreed=True)
        return write_slip(by=by, game=game, challenge=challenge, request_key=request_key)
    for entry_id in (slip.challenger_id, slip.challenged_id):
        if not slip.agreed_by(entry_id):
            slip = agree(by=by, slip=slip, entry=entry_id)
    return hand_over(by=by, slip=slip) if slip.state == State.WRITTEN else slip


def refuse_too_soon(game: Game, slip: ChallengeSlip | None) -> None:
    """One challenge a table and minute where players judge alone, so that the station is no dictionary.

    Raises:
        Refused: code ``too_soon``, with how many seconds to wait.
    """
    if slip is not None and (slip.attended or slip.state == State.SECOND_OPINION):
        return
    alone = Verdict.objects.filter(slip__game=game, by_kind=Station.audit_kind, opinion=Opinion.FIRST)
    last = alone.exclude(slip__written_by_kind=User.audit_kind).order_by("-at").values_list("at", flat=True).first()
    if last is not None and (left := math.ceil((last + PAUSE - timezone.now()).total_seconds())) > 0:
        text = (
            ngettext(
                "Words of this table were looked up a moment ago: wait %d second, or call an official.",
                "Words of this table were looked up a moment ago: wait %d seconds, or call an official.",
                left,
            )
            % left
        )
        raise Refused(text, code="too_soon", seconds=left)


def say_not_us(*, by: PlayerActor, slip: ChallengeSlip) -> ChallengeSlip:
    """A player says that a challenge judged at a station was not theirs: it costs nothing until an official has settled it.

    Raises:
        Refused: code ``not_disputed``: the round is over, or the challenge was judged in another way or confirmed before.
        NotAllowed: `by` does not play in the game.
    """
    with deciding_on_slip(slip, by=by, action=ChallengeAction.NOT_THEIRS) as (decision, row, role):
        if role.entry is None:
            raise NotAllowed(Can.SIGN)
        if row.disputed_at is not None:
            return row
        if not row.may_be_disputed:
            raise Refused(_("This slip stands as it is: call the director to your table."), code="not_disputed")
        row.disputed_at, row.disputed_by_id = timezone.now(), role.entry
        row.save(update_fields=["disputed_at", "disputed_by"])
        settle_lines(decision, row, asks=False)
        decision.record(row, after=row.record_facts | {"entry": role.entry})
        bump(decision.division.live_topic)  # the page of the day calls an official
    return row


def confirm_slip(*, by: Actor, slip: ChallengeSlip, meaning: ScoreMeaning = NOT_GIVEN) -> ChallengeSlip:
    """An official has asked at the table: the challenge was made by these two players, and its verdict counts again.

    Raises:
        ScoreThere: the game has a result, and what that means was not given.
    """
    with deciding_on_slip(slip, by=by, action=ChallengeAction.CONFIRMED) as (decision, row, role):
        if not role.official:
            raise NotAllowed(Can.JUDGE_WORDS)
        if row.disputed_at is None:
            return row
        require_meaning(row, meaning, role)
        row.disputed_at = None
        row.save(update_fields=["disputed_at"])
        settle_lines(decision, row, meaning)
        decision.record(row, after=row.record_facts)
        bump(decision.division.live_topic)
    return row


def tables_with_many(tournament: Tournament) -> dict[Game, int]:
    """The games whose players had words looked up alone three times or more in the last quarter of an hour, and how often."""
    alone = Verdict.objects.filter(by_kind=Station.audit_kind, slip__division__tournament=tournament)
    alone = alone.filter(at__gt=timezone.now() - MANY_WITHIN).exclude(slip__written_by_kind=User.audit_kind)
    counts = Counter(alone.values_list("slip__game", flat=True))
    games = Game.objects.with_people().in_bulk([game for game, times in counts.items() if times >= MANY])
    return {row: counts[key] for key, row in sorted(games.items())}


def tell_of_many(division: Division, game: Game) -> None:
    """Have the page of the day shown anew when a look-up is the third of its table in a row."""
    if tables_with_many(division.tournament).get(game) == MANY:
        bump(division.live_topic)


def station_warnings(tournament: Tournament) -> list[str]:
    """What an official has to look after at the judging stations: one sentence a table."""
    disputed = ChallengeSlip.objects.of_tournament(tournament).disputed().with_people()
    texts = [
        _(
            "Table %(table)s: %(player)s says that slip %(number)d was not theirs. Go there, then confirm it or strike it out."
        )
        % {"table": slip.game.table or "–", "player": slip.disputed_by.player, "number": slip.number}
        for slip in disputed.select_related("disputed_by__player").order_by("disputed_at")
        if slip.disputed_by is not None
    ]
    texts += [
        _(
            "Table %(table)s: words looked up %(times)d times in a quarter of an hour at a station. Look in on the players."
        )
        % {"table": game.table or "–", "times": times}
        for game, times in tables_with_many(tournament).items()
    ]
    return texts
