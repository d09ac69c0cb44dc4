"""Another process of the same installation: bumps the topics it reads, one line a time, and logs somebody in on `login`."""

import sys

import django


def login() -> str:
    """A session of a made-up user; the cookie's value."""
    from django.test import Client

    from tests.factories import make_user

    client = Client()
    client.force_login(make_user("watcher"))
    return client.cookies["sessionid"].value


if __name__ == "__main__":
    django.setup()
    from django.db import transaction

    from tdsuite.platform.live.services import bump

    print("ready", flush=True)
    for line in sys.stdin:
        word = line.strip()
        if word == "login":
            print(login(), flush=True)
            continue
        with transaction.atomic():
            bump(*word.split())
        print("bumped", flush=True)
