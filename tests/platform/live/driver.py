"""Another process of the same installation: bumps the topics it reads, one line a time, and logs somebody in on `login`."""

import sys

import django


def login() -> str:
    """A session of a made-up user; the cookie's value."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from tdsuite.platform.access.sessions import SessionStore
    from tests.factories import make_user

    user = make_user("watcher")
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


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
