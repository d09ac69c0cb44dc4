"""Clients of an event's roles, and what a page says."""

import re

from django.http import HttpResponse
from django.test import Client

from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Division
from tests.factories import make_user


def client_of(division: Division, role: Role = Role.DIRECTOR) -> Client:
    client = Client()
    client.force_login(make_user(role, tournament=division.tournament, role=role))
    return client


def text_of(response: HttpResponse) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def name(division: Division, number: int) -> str:
    return division.entries.get(number=number).player.name
