"""The rows of the results wing, each group in a file of its own."""

from .attendance_models import (
    Accommodation,
    DelayJudgement,
    LateWarning,
    MoveLimit,
    Presence,
    RoundTimer,
    StarterReport,
    StopWarning,
)
from .awards_models import HighClaim, Prize, PrizeTerms
from .rating_list_models import RatingList, RatingListEntry, RatingListUpload, RatingListUse
from .rulings_models import (
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
from .sheets_models import Petition, Sheet, SheetPhoto, SheetVersion, Signature, Submission, TableCall

__all__ = [
    "Accommodation",
    "Appeal",
    "AppealText",
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
