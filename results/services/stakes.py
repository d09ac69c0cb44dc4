"""What a division plays for by its list of prizes: how many places, overall and in each class."""

from collections import defaultdict

from tdsuite.tournaments.models import Division
from tdsuite.tournaments.stakes import Stakes

from ..awards_models import Prize
from ..engine.prizes import Basis


def stakes(division: Division) -> Stakes | None:
    """The places and class places of the list; None where it has neither. One query."""
    rows = Prize.objects.filter(division=division, basis__in=(Basis.PLACE, Basis.CLASS))
    places, classes = 0, defaultdict[str, int](int)
    for basis, place, name in rows.values_list("basis", "place", "class_name"):
        if basis == Basis.PLACE:
            places = max(places, place)
        else:
            classes[name] = max(classes[name], place)
    if not places and not classes:
        return None
    return Stakes(places or division.prize_places, tuple(sorted(classes.items())))
