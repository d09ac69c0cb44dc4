"""Every page of sheets in every state: fields have labels, ids stand once, nothing is inline, nothing comes from elsewhere."""

import re
from collections.abc import Callable, Iterator

import pytest

from results.games.services.outcomes import record_result
from tests.results.sheets.pages.hall import Pages

Body = tuple[str, str]
OF_PLAYERS = {f"{page} of {number}" for page in ("sheet", "page") for number in (1, 4)}


def empty(pages: Pages) -> None:
    pass


def entered(pages: Pages) -> None:
    pages.phone(1).enters(431, 421)
    pages.phone(4).posts("sheet_call", note="a tile is missing")


def disputed(pages: Pages) -> None:
    pages.phone(1).enters(431, 388)
    pages.phone(4).enters(388, 413)


def petitioned(pages: Pages) -> None:
    ada, _ = pages.both_sign()
    ada.hands_in()
    ada.posts("sheet_correct", **ada.figures(421, 388))


def signed(pages: Pages) -> None:
    pages.both_sign()


def posted(pages: Pages) -> None:
    record_result(by=pages.hall.director, game=pages.game, first_score=431, second_score=388)


def bodies(pages: Pages) -> Iterator[Body]:
    for number in (1, 4):
        phone = pages.phone(number)
        yield f"sheet of {number}", phone.sees().content.decode()
        yield f"page of {number}", phone.me().content.decode()
    director = pages.staff()
    game = pages.game.pk
    for name, args in {"table": (game,), "sheets_paper": (1,)}.items():
        yield name, director.get(pages.desk(name, *args)).content.decode()


@pytest.mark.parametrize("state", [empty, entered, disputed, petitioned, signed, posted])
def test_a_page_in_every_state_is_labelled_carries_nothing_inline_and_names_no_token_or_device(
    pages: Pages, state: Callable[[Pages], None]
) -> None:
    state(pages)
    for name, body in bodies(pages):
        ids = re.findall(r'\sid="([^"]+)"', body)
        assert sorted(set(ids)) == sorted(ids), name
        labelled = set(re.findall(r'<label[^>]*\sfor="([^"]+)"', body))
        fields = re.findall(r'<(?:input|select|textarea)(?![^>]*type="hidden")[^>]*\sid="([^"]+)"', body)
        assert [field for field in fields if field not in labelled] == [], name
        assert not re.search(r"<button[^>]*>\s*</button>", body), name
        assert not re.search(r'<style|\sstyle="|\son[a-z]+="|<script(?![^>]*\ssrc="/static/)', body), name
        assert re.findall(r'(?:src|href|action)="(?:https?:)?//', body) == [], name
        assert name not in OF_PLAYERS or ("test-device" not in body and "/l/" not in body), name
