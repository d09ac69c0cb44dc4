"""What this app's rows hold about a person: results of challenges, which stay; names in their words are swept."""

from adjudication.challenges.models import ChallengeSlip, Misadjudicated, Verdict
from tdsuite.tournaments.services.personal import holds

SLIP = "slip__challenger slip__challenged"
holds(
    "challenges",
    ChallengeSlip,
    "challenger challenged",
    left="division written_by_kind written_by carried_by_kind carried_by request_key",
)
holds("verdicts", Verdict, SLIP, left="by_kind by by_name request_key")
holds("misadjudications", Misadjudicated, SLIP, left="found_by")
