"""Hand out private links and PINs, hand them out anew, take them back. Link and PIN exist in clear only in what is returned."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.utils import timezone
from django.utils.translation import gettext as _

from tdsuite.platform.access import codes, devices
from tdsuite.platform.access.actions import AccessAction
from tdsuite.platform.access.errors import KeyChanged, SignInRefused
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.models import PlayerLink, PlayerSession, PrintedBatch
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.digests import fingerprint
from tdsuite.platform.audit.services import deciding_on

AT_ONCE = 1000  # more than any field


@dataclass(frozen=True, slots=True)
class Issued:
    """What a player is handed.  pin: six digits, in clear here and never again."""

    link: PlayerLink
    pin: str


def entries_of(tournament: Any) -> Any:
    """Every entry of the event by division and number, with person, division and link."""
    rows = apps.get_model("tournaments", "Entry").objects.filter(division__tournament=tournament)
    return rows.select_related("player", "division", "player_link__batch").order_by(
        "division__position", "division__name", "number"
    )


def issue_missing(*, by: Actor, tournament: Any) -> list[Issued]:
    """A link and a PIN for everybody who has none, or whose link was revoked.  Raises NotAllowed."""
    require(by, tournament, Can.MANAGE_SIGN_IN)
    waiting = entries_of(tournament).exclude(player_link__isnull=False, player_link__revoked_at=None)
    return _issue(by, tournament, list(waiting[:AT_ONCE]), AccessAction.SIGN_IN_ISSUED)


def reissue(*, by: Actor, tournament: Any, entry: Any) -> Issued:
    """A new link and a new PIN at the desk: the old ones stop at once and every session of theirs ends.  Raises NotAllowed."""
    require(by, tournament, Can.MANAGE_SIGN_IN)
    (issued,) = _issue(by, tournament, [entries_of(tournament).get(pk=entry.pk)], AccessAction.SIGN_IN_REISSUED)
    return issued


def _issue(by: Actor, tournament: Any, entries: Sequence[Any], action: AccessAction) -> list[Issued]:
    if not entries:
        return []
    pins = [codes.new_pin() for _each in entries]
    hashes = codes.hash_pins(pins)  # slow on purpose: before the transaction
    with deciding_on(tournament, by=by, action=action) as decision:
        issued = [
            Issued(_replace(entry, hashed), pin) for entry, pin, hashed in zip(entries, pins, hashes, strict=True)
        ]
        subject = entries[0] if action == AccessAction.SIGN_IN_REISSUED else tournament
        decision.record(subject, after={"entries": [entry.pk for entry in entries]})
    return issued


def _replace(entry: Any, pin_hash: str) -> PlayerLink:
    nonce = codes.new_nonce()
    link, _created = PlayerLink.objects.update_or_create(
        entry=entry,
        defaults={
            "nonce": nonce,
            "token_hash": fingerprint(codes.link_token(nonce)),
            "pin_hash": pin_hash,
            "issued_at": timezone.now(),
            "revoked_at": None,
            "batch": None,
        },
    )
    _end_sessions(link)
    return link


def revoke(*, by: Actor, tournament: Any, entry: Any) -> None:
    """Link and PIN stop at once, every session ends; nothing takes their place.  Raises SignInRefused, NotAllowed."""
    require(by, tournament, Can.MANAGE_SIGN_IN)
    scope = f"division:{entry.division_id}"
    with deciding_on(tournament, by=by, action=AccessAction.SIGN_IN_REVOKED, scope=scope) as decision:
        link = PlayerLink.objects.of(tournament).select_for_update(of=("self",)).filter(entry_id=entry.pk).first()
        if link is None or link.revoked_at is not None:
            raise SignInRefused(_("This player has no link to revoke."))
        link.revoked_at = timezone.now()
        link.save(update_fields=["revoked_at"])
        _end_sessions(link)
        decision.record(entry)


def forget_entries(entries: Iterable[int]) -> int:
    """Delete link, PIN, sessions and known devices of people who are erased; how many links. The caller owns the transaction."""
    numbers = list(entries)
    for entry in numbers:
        devices.forget(f"entry:{entry}")
    PlayerSession.objects.filter(link__entry_id__in=numbers).delete()
    player_links = PlayerLink.objects.filter(entry_id__in=numbers)
    count = player_links.count()
    player_links.delete()
    return count


def _end_sessions(link: PlayerLink) -> None:
    PlayerSession.objects.filter(link=link, ended_at=None).update(ended_at=timezone.now())
    devices.forget(f"entry:{link.entry_id}")


def token_of(link: PlayerLink) -> str:
    """The token of a living link, computed anew.  Raises KeyChanged where this installation's key made another."""
    token = codes.link_token(link.nonce)
    if fingerprint(token) != link.token_hash:
        raise KeyChanged(
            _("These links were made with another key than this installation has: issue new ones to print cards.")
        )
    return token


def print_cards(*, by: Actor, tournament: Any, entries: Iterable[int], base_url: str) -> list[PlayerLink]:
    """The living links of these entries, to be printed now with `base_url` in their codes; the batch is kept, no token is.

    Raises SignInRefused where nobody has one, KeyChanged, NotAllowed.
    """
    require(by, tournament, Can.MANAGE_SIGN_IN)
    rows = PlayerLink.objects.of(tournament).live().filter(entry_id__in=list(entries))
    links = list(
        rows.select_related("entry__player", "entry__division").order_by("entry__division__position", "entry__number")
    )
    if not links:
        raise SignInRefused(_("Nobody here has a link to print: issue them first."))
    for link in links:
        token_of(link)
    with deciding_on(tournament, by=by, action=AccessAction.SIGN_IN_CARDS_PRINTED) as decision:
        batch = PrintedBatch.objects.create(tournament=tournament, base_url=base_url, printed_at=timezone.now())
        PlayerLink.objects.filter(pk__in=[link.pk for link in links]).update(batch=batch)
        decision.record(batch, after={"base_url": base_url, "entries": [link.entry_id for link in links]})
    return links
