"""What this app's rows hold about a person: results of challenges, which stay; names in their words are swept."""

from adjudication.challenges.models import ChallengeSlip, Misadjudicated, Verdict
from tdsuite.tournaments.services.personal import holds

SLIP = "slip__challenger slip__challenged"
holds(
    "challenges", ChallengeSlip, "challenger challenged",
    fields="game challenger challenged asked_by disputed_by replaces number of way state ending written out_play "
    "challenger_agreed_at challenged_agreed_at written_at handed_at adjudicated_at closed_at acceptable words flaw disputed_at",
    left="division written_by_kind written_by carried_by_kind carried_by request_key",
)  # fmt: skip
holds(
    "verdicts", Verdict, SLIP, fields="slip opinion acceptable keyed stated lexicons at",
    left="by_kind by by_name request_key",
)  # fmt: skip
holds(
    "misadjudications", Misadjudicated, SLIP,
    fields="slip spread was_acceptable new_tile_on_rack retracted_tile_on_rack turn_lost play_value verified "
    "reported_in_time corrected rule remedy found_at",
    left="found_by",
)  # fmt: skip
