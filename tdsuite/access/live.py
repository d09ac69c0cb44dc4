"""Who may listen: whoever may see the page may hear of its changes."""

from collections.abc import Sequence

from django.apps import apps
from django.http import HttpRequest

from .guard import allowed
from .players import player_of
from .roles import Can

TOPICS = {
    "division": Can.SEE_EVENT,
    "clocks": Can.SEE_EVENT,
    "attendance": Can.SEE_ATTENDANCE,
}  # who may hear of what, of a division


def may_listen(request: HttpRequest, topics: Sequence[str]) -> bool:
    """True when every topic is one of a division ("division:<id>", "clocks:<id>", ...) that the visitor may hear of."""
    wanted = [topic.split(":") for topic in topics]
    if not wanted or not all(len(each) == 2 and each[0] in TOPICS and each[1].isdecimal() for each in wanted):
        return False
    numbers = {int(number) for _, number in wanted}
    divisions = apps.get_model("tournaments", "Division").objects.filter(pk__in=numbers).select_related("tournament")
    events = {one.pk: one.tournament for one in divisions}
    return len(events) == len(numbers) and all(
        allowed(request.user, events[int(number)], TOPICS[kind])
        or allowed(player_of(request, events[int(number)]), events[int(number)], TOPICS[kind])
        for kind, number in wanted
    )
