"""What the record calls the decisions of this app; one enum a package."""

from results.attendance.actions import AttendanceAction
from results.games.actions import ResultAction
from results.prizes.actions import PrizeAction
from results.rating_lists.actions import RatingListAction
from results.rulings.actions import RulingAction
from results.sheets.actions import SheetAction

__all__ = ["AttendanceAction", "PrizeAction", "RatingListAction", "ResultAction", "RulingAction", "SheetAction"]
