"""The console's pages of screens and overlays, for whoever runs rounds."""

import pytest

from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Overlay, Screen

pytestmark = pytest.mark.django_db
PAGE = "/console/lakeside-open/screens/"


def test_a_slot_is_moved_from_its_form_and_emptied_by_a_button(under_way, as_role):
    director = as_role(Role.DIRECTOR)
    page = director.get(PAGE).content.decode()
    assert ">Screens</a>" in page and "http://testserver/t/lakeside-open/overlay/9/" in page
    answer = director.post(
        f"{PAGE}overlay/", {"slot": "4", "shows": "table", "division": "a", "player": "", "table": "2"}
    )
    assert answer.headers["Location"] == PAGE
    page = director.get(PAGE, follow=True).content.decode()
    assert "Overlay 4 shows it now." in page and "table 2," in page
    director.post(f"{PAGE}overlay/4/empty/")
    assert not Overlay.objects.exists()


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"shows": "player", "division": "a"}, "Whose name is it to show?"),
        ({"shows": "table", "division": "a"}, "Which table is it to show?"),
        ({"shows": "player", "division": "a", "player": "99"}, "Division A has no player 99."),
        ({"shows": "standings", "division": "z"}, "Select a valid choice"),
        ({"shows": "standings", "division": "a", "slot": "10"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_shown_is_said_at_the_form(under_way, as_role, sent, says):
    answer = as_role(Role.ASSISTANT).post(f"{PAGE}overlay/", {"slot": "1", **sent})
    assert answer.status_code == 422 and says in answer.content.decode()
    assert not Overlay.objects.exists()


def posted(client, address, **sent):
    """What the page says after a button."""
    answer = client.post(f"{PAGE}{address}", sent, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_screen_is_added_composed_steered_renamed_and_removed(under_way, as_role):
    director = as_role(Role.DIRECTOR)
    page = posted(director, "", name="Entrance")
    assert "Panels<" in page and "http://testserver/t/lakeside-open/screen/1/" in page
    page = posted(director, "1/", shows="clock", division="a", seconds="9")
    assert page.index("Standings") < page.index("Clock of the round") and "Division A" in page
    posted(director, "1/panels/5/up/")
    posted(director, "1/panels/1/up/")  # the first goes to the end
    posted(director, "1/panels/2/remove/")
    screen = Screen.objects.get()
    assert [panel["shows"] for panel in screen.panels] == ["names", "clock", "standings", "notices"]
    assert screen.panels[1] == {"shows": "clock", "division": "a", "seconds": 9}
    page = posted(director, "1/panels/2/show/")
    assert "Entrance shows it now, until it goes on." in page and "It shows panel 2 alone." in page
    assert "held at panel 2" in director.get(PAGE).content.decode()
    assert "It shows panel" not in posted(director, "1/go-on/")
    assert "Bar" in posted(director, "1/rename/", **{"name-name": "Bar"})
    assert "Bar is taken away." in posted(director, "1/remove/")
    assert not Screen.objects.exists()


def test_what_a_screen_cannot_be_is_said(under_way, as_role):
    assistant = as_role(Role.ASSISTANT)
    assert assistant.post(PAGE, {"name": ""}).status_code == 422
    posted(assistant, "", name="Entrance")
    assert assistant.post(PAGE, {"name": "Entrance"}).status_code == 422  # two of one name
    assert assistant.post(f"{PAGE}1/", {"shows": "missing", "seconds": "3"}).status_code == 422
    assert "has no panel 9" in posted(assistant, "1/panels/9/show/")
    assert "Give the screen a name" in posted(assistant, "1/rename/")
    for at in (4, 3, 2):
        posted(assistant, f"1/panels/{at}/remove/")
    assert "A screen has 1 to 20 panels." in posted(assistant, "1/panels/1/remove/")
    assert assistant.get(f"{PAGE}7/").status_code == 404
