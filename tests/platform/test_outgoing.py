"""Addresses that are called from here: by allowed names and public numbers alone, within bounds."""

import ssl

import pytest

from tdsuite.platform.outgoing import Network, OutgoingError, fetch, is_public
from tests.platform.tls_site import PUBLIC, TABLE, Site, ok, to

HOSTS = ("sheets.example", "*.users.example")


@pytest.fixture
def site(tmp_path):
    answers = {
        "/pub?output=csv": to("https://doc-1.users.example/pub/x"),
        "/pub/x": ok(TABLE, "text/csv; charset=utf-8"),
        "/round": to("/round"),
        "/away": to("https://elsewhere.example/"),
        "/plain": to("http://sheets.example/pub/x"),
        "/inner": to("https://10.0.0.1/"),
        "/port": to("https://sheets.example:8443/"),
        "/large": ok(b"x" * 5000),
        "/endless": [b"HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n\r\n", *[b"x" * 500] * 20],
        "/slow": [b"HTTP/1.1 200 OK\r\nX: "],
        "/gone": b"HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n",
        "/junk": b"220 this is mail\r\n\r\n",
    }
    site = Site(tmp_path, answers)
    yield site
    site.close()


def get(site, path, **options):
    network = options.pop("network", None) or site.network()
    return fetch(f"https://sheets.example{path}", hosts=HOSTS, largest=4096, network=network, **options)


def test_a_published_table_is_fetched_over_a_redirect_of_allowed_names(site):
    answer = get(site, "/pub?output=csv")
    assert (answer.data, answer.media_type, answer.url) == (TABLE, "text/csv", "https://doc-1.users.example/pub/x")
    assert site.dialled == [(PUBLIC, 443)] * 2


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/round", "leads on more than 5 times"),
        ("/away", "elsewhere.example is not among the hosts that the administrator allows"),
        ("/plain", "begins with https://"),
        ("/inner", "10.0.0.1 is not among the hosts"),
        ("/port", "without a user name or a port"),
        ("/large", "sends more than"),
        ("/endless", "sends more than"),
        ("/gone", "answers 410. Is it published"),
        ("/junk", "did not answer"),
    ],
)
def test_what_may_not_be_followed_or_read_is_refused_with_the_reason(site, path, says):
    with pytest.raises(OutgoingError, match=says):
        get(site, path)


def test_an_answer_that_never_ends_is_cut_off(site):
    with pytest.raises(OutgoingError, match=r"no whole answer within 0\.3 seconds"):
        get(site, "/slow", seconds=0.3)


@pytest.mark.parametrize(
    "url",
    [
        "http://sheets.example/", "ftp://sheets.example/", "https:///x", "https://ada:secret@sheets.example/", "sheets.example",
        "https://sheets.example:80/", "https://sheets.example:99999/", "https://[::1/", "https://notsheets.example/",
        "https://users.example/", "https://sheets.example.evil.example/", "https://127.0.0.1/", "https://2130706433/", "",
    ],
)  # fmt: skip
def test_an_address_that_may_not_be_called_is_refused_before_anything_is_looked_up(site, url):
    with pytest.raises(OutgoingError):
        fetch(url, hosts=HOSTS, largest=4096, network=site.network())
    assert site.looked_up == site.dialled == []


@pytest.mark.parametrize(
    "numbers", [(), ("127.0.0.1",), (PUBLIC, "10.0.0.7"), ("169.254.169.254",), ("::ffff:10.0.0.7",)]
)
def test_a_name_with_a_number_of_an_inner_network_is_never_connected_to(site, numbers):
    with pytest.raises(OutgoingError, match="inner network"):
        get(site, "/pub/x", network=site.network(numbers))
    assert site.dialled == []


def test_a_name_that_means_another_number_a_moment_later_is_looked_up_once(site):
    answers = iter([(PUBLIC,), ("127.0.0.1",)])
    whole = site.network()
    network = Network(numbers_of=lambda host: next(answers), dial=whole.dial, context=whole.context)
    assert get(site, "/pub/x", network=network).data == TABLE
    assert site.dialled == [(PUBLIC, 443)]


def test_a_certificate_that_is_not_trusted_or_of_another_name_is_refused(site):
    with pytest.raises(OutgoingError, match=r"The certificate of sheets\.example is not good"):
        get(site, "/pub/x", network=site.network(context=ssl.create_default_context()))
    with pytest.raises(OutgoingError, match=r"The certificate of doc-2\.users\.example is not good"):
        fetch("https://doc-2.users.example/pub/x", hosts=HOSTS, largest=4096, network=site.network())
    assert site.asked == []


@pytest.mark.parametrize(
    "number",
    [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "192.168.1.1", "192.0.2.1", "198.18.0.1",
        "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "fe80::1%eth0", "fc00::1", "fec0::1", "ff02::1",
        "2002:7f00:1::", "64:ff9b::7f00:1", "64:ff9b:1::1", "2001:0:53aa:64c:0:0:0:0", "2001:db8::1", "localhost", "",
    ],
)  # fmt: skip
def test_numbers_of_inner_networks_are_not_public(number):
    assert not is_public(number)


@pytest.mark.parametrize("number", [PUBLIC, "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_numbers_of_the_internet_are_public(number):
    assert is_public(number)
