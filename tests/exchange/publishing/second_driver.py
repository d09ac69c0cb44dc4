"""A process of the second suite: the keeper's decisions about places, one line each, and what stands in them."""

import json
import sys

import django


def answer(line):
    from tdsuite.exchange import received
    from tdsuite.exchange.models import ReceivedSite
    from tdsuite.platform.access.guard import COMMAND_LINE as KEEPER
    from tdsuite.platform.audit.models import Record
    from tdsuite.platform.audit.services import verify

    def removed(site):
        received.remove_site(by=KEEPER, site=site)

    def records(_):
        return list(
            Record.objects.filter(action__startswith="received.").order_by("seq").values_list("actor_kind", "action")
        )

    def state(site):
        return {"files": dict(site.files.values_list("path", "digest")), "received": site.received_at is not None}

    about_all = {
        "add": lambda slug: received.add_site(by=KEEPER, slug=slug, title=slug.title())[1],
        "places": lambda _: list(ReceivedSite.objects.values_list("slug", flat=True)),
        "records": records,
        "chain": lambda _: verify(None).whole,
    }
    about_one = {
        "token": lambda site: received.new_token(by=KEEPER, site=site),
        "revoke": lambda site: received.revoke(by=KEEPER, site=site),
        "remove": removed,
        "state": state,
    }
    word, _, slug = line.partition(" ")
    return about_all[word](slug) if word in about_all else about_one[word](ReceivedSite.objects.get(slug=slug))


if __name__ == "__main__":
    django.setup()
    print("ready", flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(line.strip())), flush=True)
