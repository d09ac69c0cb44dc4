"""What the record keeps of challenges and verdicts; words only as digests: the judge is no dictionary."""

from adjudication.models import ChallengeSlip, Misadjudicated, Verdict, WordJudging
from tdsuite.platform.audit.services import record_rows

record_rows(WordJudging, event="tournament", fields="tournament runner self_run station")
record_rows(
    ChallengeSlip,
    event="division__tournament",
    fields="division game number challenger challenged of way state ending out_play acceptable asked_by flaw replaces "
    "challenger_agreed_at challenged_agreed_at written_at handed_at adjudicated_at closed_at written_by_kind written_by "
    "carried_by_kind carried_by words disputed_at disputed_by",
    words="written",
)
record_rows(
    Verdict,
    event="slip__division__tournament",
    fields="slip opinion acceptable stated by_kind by at",
    words="keyed lexicons by_name",
)
record_rows(
    Misadjudicated,
    event="slip__division__tournament",
    fields="slip was_acceptable turn_lost verified reported_in_time corrected spread rule found_by found_at "
    "new_tile_on_rack retracted_tile_on_rack play_value",
    words="remedy",
)
