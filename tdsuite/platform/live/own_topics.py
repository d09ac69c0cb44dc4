"""Topics of one person, which follow a topic of many: `own:7:31` says when entry 31's own page shows something else of `division:7`,
`player:7:31` when the line of their next game does, which everybody may see.

They stand in no table. After each version of the followed topic the hub asks once for all who listen what changed for whom, so that of a
hundred phones two ask for their page after a result.
"""

import re
from typing import NamedTuple

from tdsuite.platform.hooks.hooks import Hook

OWN = re.compile(r"own:([1-9][0-9]{0,17}):[1-9][0-9]{0,17}")
PLAYER = re.compile(r"player:([1-9][0-9]{0,17}):[1-9][0-9]{0,17}")


class OwnNews(NamedTuple):
    """What one person's page is told.

    Attributes:
        version: the first one known of the followed topic since which what the page shows stands.
        text: the one thing that changes with everybody's results, and is told instead of being fetched: the place.
        at: the version of the followed topic that the text is not newer than.
    """

    version: int
    text: str
    at: int


# Called in the hub's reading thread with a followed topic and a version of it that pages may show: what stands for everybody, by own
# topic. Where nobody is connected, or it fails, each own topic has the version of what it follows.
own_news: Hook[[str, int], dict[str, OwnNews]] = Hook("own_news")


def own_topic(division_id: int, entry_id: int) -> str:
    return f"own:{division_id}:{entry_id}"


def player_topic(division_id: int, entry_id: int) -> str:
    return f"player:{division_id}:{entry_id}"


def followed(topic: str) -> str:
    """The topic that this one follows; itself where it is none's own."""
    own = OWN.fullmatch(topic) or PLAYER.fullmatch(topic)
    return f"division:{own[1]}" if own else topic
