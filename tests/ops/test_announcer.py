"""Where the suite answers is kept up to date and announced by name."""

import pytest
from zeroconf import AddressResolverIPv4, Zeroconf

from tdsuite.ops import announcer
from tdsuite.ops.announcer import Announcer
from tdsuite.platform.access.models import ServedAt
from tests.factories import make_tournament

pytestmark = pytest.mark.django_db
HERE = "127.0.0.1"


class Air:
    """Stands where the network begins: notes what is announced and taken back."""

    def __init__(self, heard):
        self.heard = heard

    def register_service(self, info, allow_name_change):
        self.heard.append((info.server, info.parsed_addresses(), info.port))

    def close(self):
        self.heard.append("silence")


@pytest.fixture
def heard():
    return []


def kept():
    row = ServedAt.objects.get()
    return row.base_url, row.addresses, row.names


def test_the_suites_own_name_and_those_of_its_events_are_announced():
    make_tournament("one", public_base_url="http://Lakeside.local:8000")
    make_tournament("two", public_base_url="https://cup.example/")
    make_tournament("three", public_base_url="http://192.168.1.20:8000")
    make_tournament("over", public_base_url="http://over.local", status="finished")
    make_tournament("again", public_base_url="http://tdsuite.local:8000")
    assert announcer.names_to_announce() == ["tdsuite.local", "lakeside.local"]


def test_a_look_keeps_the_addresses_and_announces_the_name(heard):
    Announcer(8000, make=lambda: Air(heard), find=lambda: ["192.168.1.20", "10.0.0.7"]).look()
    assert heard == [("tdsuite.local.", ["192.168.1.20", "10.0.0.7"], 8000)]
    urls = ["http://192.168.1.20:8000", "http://10.0.0.7:8000"]
    assert kept() == (urls[0], urls, ["tdsuite.local"])


def test_nothing_new_is_not_told_again(heard, django_assert_num_queries):
    one = Announcer(8000, make=lambda: Air(heard), find=lambda: ["192.168.1.20"])
    one.look()
    with django_assert_num_queries(2):  # read the events' names and what is kept; write nothing
        one.look()
    assert len(heard) == 1


def test_a_new_address_in_the_morning_is_announced_in_place_of_the_old(heard):
    nights = [["192.168.1.20"], [], ["192.168.1.33"]]
    one = Announcer(8000, make=lambda: Air(heard), find=lambda: nights.pop(0))
    one.look()
    one.look()
    assert kept() == ("", [], [])
    one.look()
    assert heard == [("tdsuite.local.", ["192.168.1.20"], 8000), "silence", ("tdsuite.local.", ["192.168.1.33"], 8000)]
    assert kept()[0] == "http://192.168.1.33:8000"


def test_an_event_that_gets_a_name_is_announced_at_the_next_look(heard):
    event = make_tournament()
    one = Announcer(80, make=lambda: Air(heard), find=lambda: ["192.168.1.20"])
    one.look()
    event.public_base_url = "http://lakeside.local"
    event.save()
    one.look()
    expected = ["tdsuite.local.", "tdsuite.local.", "lakeside.local."]
    assert [entry[0] for entry in heard if entry != "silence"] == expected
    assert kept()[0] == "http://192.168.1.20"  # port 80 is not written


def test_what_the_network_refuses_is_tried_again(heard):
    class Refusing(Air):
        def register_service(self, info, allow_name_change):
            raise OSError("no route")

    voices = [Refusing(heard), Air(heard)]
    one = Announcer(8000, make=lambda: voices.pop(0), find=lambda: ["192.168.1.20"])
    with pytest.raises(OSError, match="no route"):
        one.look()
    one.look()
    assert heard == ["silence", ("tdsuite.local.", ["192.168.1.20"], 8000)]


def test_stopping_takes_the_names_back(heard):
    one = Announcer(8000, make=lambda: Air(heard), find=lambda: ["192.168.1.20"])
    one.look()
    one.stop()
    assert heard[-1] == "silence"


def test_a_server_for_this_computer_alone_forgets_the_address_of_yesterday(heard):
    Announcer(8000, make=lambda: Air(heard), find=lambda: ["192.168.1.20"]).look()
    announcer.served_here_alone()
    assert not ServedAt.objects.exists()


def test_the_name_is_really_found_on_the_network():
    make_tournament(public_base_url="http://lakeside-test.local:8000")
    one = Announcer(8000, make=lambda: Zeroconf(interfaces=[HERE]), find=lambda: ["192.168.1.20"])
    asking = Zeroconf(interfaces=[HERE])
    try:
        one.look()
        found = AddressResolverIPv4("lakeside-test.local.")
        assert found.request(asking, 180_000)
        assert found.parsed_addresses() == ["192.168.1.20"]
    finally:
        asking.close()
        one.stop()
