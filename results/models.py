"""The rows of results, each group in a file of its own."""

from results.attendance.models import (
    CheckIn,
    DelayJudgement,
    LateWarning,
    MoveLimit,
    Presence,
    RoundTimer,
    StarterReport,
    StopWarning,
)
from results.prizes.models import HighClaim, Prize, PrizeTerms
from results.rating_lists.models import RatingList, RatingListEntry, RatingListUpload, RatingListUse
from results.rulings.models import (
    Accommodation,
    Appeal,
    AppealText,
    Ejection,
    GameEnd,
    Incident,
    IncidentText,
    Recount,
    Ruling,
    RulingText,
)
from results.sheets.models import Petition, Sheet, SheetPhoto, SheetVersion, Signature, Submission, TableCall

__all__ = [
    "Accommodation",
    "Appeal",
    "AppealText",
    "CheckIn",
    "DelayJudgement",
    "Ejection",
    "GameEnd",
    "HighClaim",
    "Incident",
    "IncidentText",
    "LateWarning",
    "MoveLimit",
    "Petition",
    "Presence",
    "Prize",
    "PrizeTerms",
    "RatingList",
    "RatingListEntry",
    "RatingListUpload",
    "RatingListUse",
    "Recount",
    "RoundTimer",
    "Ruling",
    "RulingText",
    "Sheet",
    "SheetPhoto",
    "SheetVersion",
    "Signature",
    "StarterReport",
    "StopWarning",
    "Submission",
    "TableCall",
]
