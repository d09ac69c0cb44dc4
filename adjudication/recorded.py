"""What the record keeps of challenges and verdicts; words only as digests: the judge is no dictionary."""

from adjudication.models import ChallengeSlip, Misadjudicated, Verdict
from tdsuite.platform.audit.services import record_rows

record_rows(
    ChallengeSlip,
    event="division__tournament",
    fields="division game number challenger challenged of way state ending out_play acceptable asked_by flaw replaces",
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
    fields="slip was_acceptable turn_lost verified reported_in_time corrected spread rule found_by found_at",
    words="remedy",
)
