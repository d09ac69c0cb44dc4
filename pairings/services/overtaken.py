"""Published rounds whose earlier results were changed before they began: their boards are of the old standings."""

from collections.abc import Iterator

from django.db.models import Exists, F, OuterRef, Subquery
from django.utils.translation import gettext as _

from tdsuite.tournaments.models import DivisionChange, Round, Tournament
from tdsuite.tournaments.services.waiting import Waiting
from ..actions import PairingAction
from ..models import OF_A_ROUND


def waiting_rounds(tournament: Tournament) -> Iterator[Waiting]:
    """A line for each, until it is unpublished or begins; in one query."""
    changes = DivisionChange.objects.filter(division=OuterRef("division"))
    published = changes.filter(action=PairingAction.PUBLISHED, round_number__lte=OuterRef("number")).order_by("-pk")
    results = changes.alias(hit=F("touches").bitand(OF_A_ROUND.value)).filter(
        hit__gt=0, round_number__lte=OuterRef("paired_after"), pk__gt=OuterRef("published")
    )
    rows = Round.objects.filter(division__tournament=tournament, status=Round.Status.PUBLISHED)
    rows = rows.alias(published=Subquery(published.values("pk")[:1])).filter(Exists(results))
    for row in rows.select_related("division__tournament"):
        what = _("%(division)s: round %(round)d was paired before a result changed") % {
            "division": row.division, "round": row.number,
        }  # fmt: skip
        says = _("Its boards follow the old standings. Unpublish the round to pair it again, or start it as it is.")
        yield Waiting(row.division_id, what, says, row.division.board_url(row.number))
