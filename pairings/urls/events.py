"""Addresses of pairings, below console/<event>/: the next round of every division at once."""

from django.urls import path

from ..views import next_rounds

app_name = "next_rounds"
urlpatterns = [
    path("", next_rounds.page, name="page"),
    path("pair/", next_rounds.pair, name="pair"),
    path("publish/", next_rounds.publish, name="publish"),
]
