"""The rows of results, each group in a file of its own."""

from results.attendance.models import LateWarning, MoveLimit, RoundTimer, StarterReport, StopWarning
from results.prizes.models import HighClaim, Prize, PrizeTerms
from results.rating_lists.models import RatingList, RatingListEntry, RatingListUse
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
from results.sheets.models import Petition, PlayerRequest, Sheet, SheetVersion, Signature, Submission, TableCall

__all__ = [
    "Accommodation",
    "Appeal",
    "AppealText",
    "Ejection",
    "GameEnd",
    "HighClaim",
    "Incident",
    "IncidentText",
    "LateWarning",
    "MoveLimit",
    "Petition",
    "PlayerRequest",
    "Prize",
    "PrizeTerms",
    "RatingList",
    "RatingListEntry",
    "RatingListUse",
    "Recount",
    "RoundTimer",
    "Ruling",
    "RulingText",
    "Sheet",
    "SheetVersion",
    "Signature",
    "StarterReport",
    "StopWarning",
    "Submission",
    "TableCall",
]
