"""What a hostile page can do from a received site in a real browser: nothing."""

import hashlib
import json

import pytest

from tests.exchange.publishing.second_suite import SecondSuite
from tests.journeys.browser import LAPTOP, browsing, page_of

pytestmark = [pytest.mark.browser, pytest.mark.process]
HOSTILE = b"""<!doctype html><html lang="en"><head><title>still the same</title><link rel="stylesheet" href="site.css">
<script>document.title = "ran"; fetch("/healthz")</script><script src="tourney.js"></script>
<meta http-equiv="refresh" content="0;url=/healthz"></head><body onload="document.title='ran'">
<h1 style="color: red">Results</h1><img src="/static/none.png" onerror="document.title='ran'">
<form action="/login/" method="post"><button>Log in</button></form><a href="b.html">On</a></body></html>"""
FILES = {
    "index.html": HOSTILE, "b.html": b"<!doctype html><title>the other page</title><p>two</p>",
    "site.css": b"h1 { letter-spacing: 7px }", "tourney.js": b'newt={"divisions":[]};',
}  # fmt: skip


@pytest.fixture(scope="module")
def second(tmp_path_factory):
    with SecondSuite(tmp_path_factory.mktemp("second") / "installation") as running:
        yield running


def publish(second, slug):
    bearer = {"Authorization": f"Bearer {second.say(f'add {slug}')}"}
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in FILES.items()}
    for name, data in FILES.items():
        assert second.ask(f"/api/v1/sites/{slug}/bytes/{digests[name]}/", "PUT", data, **bearer)[0] == 204
    assert (
        second.ask(f"/api/v1/sites/{slug}/files/", "POST", json.dumps({"files": digests}).encode(), **bearer)[0] == 200
    )


def test_script_forms_frames_and_redirects_of_a_received_page_do_nothing(second):
    publish(second, "hostile")
    asked, troubles = [], []
    with browsing() as browser:
        page = page_of(browser, LAPTOP, troubles)
        page.on("request", lambda request: asked.append(request.url.partition("/sites/hostile/")[2] or request.url))
        page.goto(f"http://127.0.0.1:{second.port}/sites/hostile/")
        page.get_by_role("button", name="Log in").click()
        assert page.url.endswith("/sites/hostile/") and page.title() == "still the same"
        assert (
            page.locator("h1").evaluate("h1 => getComputedStyle(h1).letterSpacing") == "7px"
        )  # our own style sheet works
        assert page.locator("h1").evaluate("h1 => getComputedStyle(h1).color") != "rgb(255, 0, 0)"
        page.get_by_role("link", name="On").click()
        page.wait_for_url("**/sites/hostile/b.html")
        assert page.context.cookies() == []
    base = f"http://127.0.0.1:{second.port}"
    assert not {f"{base}/healthz", f"{base}/login/"} & set(asked)
    assert any("sandboxed" in said for said in troubles)
