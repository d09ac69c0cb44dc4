"""What this app's rows hold about a person: results of challenges, which stay; names in their words are swept."""

from adjudication.challenges.models import ChallengeSlip, Verdict
from tdsuite.tournaments.services.personal import holds

holds("challenges", ChallengeSlip, "challenger challenged", left="division written_by_kind written_by request_key")
holds("verdicts", Verdict, "slip__challenger slip__challenged", left="by_kind by by_name request_key")
