"""Addresses of claims and prizes; names are those of `results`."""

from django.urls import path

from .views import claims, prizes

players = [path("me/<slug:slug>/claims/", claims.own_claims, name="own_claims")]
officials = [
    path("prizes/add/", prizes.edit, name="prize_add"),
    path("prizes/places/", prizes.places, name="prize_places"),
    path("prizes/rules/", prizes.rules, name="prize_rules"),
    path("prizes/<int:prize_id>/", prizes.edit, name="prize"),
    path("prizes/<int:prize_id>/remove/", prizes.remove, name="prize_remove"),
    path("claims/<int:claim_id>/confirm/", claims.confirm, name="claim_confirm"),
    path("claims/<int:claim_id>/refuse/", claims.refuse, name="claim_refuse"),
]
event = [
    path("", prizes.prizes, name="prizes"),
    path("claims/", claims.claims, name="claims"),
    path("add/", prizes.edit, name="event_prize_add"),
    path("terms/", prizes.terms, name="event_prize_terms"),
    path("awarded/", prizes.awarded, name="event_prizes_awarded"),
    path("<int:prize_id>/", prizes.edit, name="event_prize"),
    path("<int:prize_id>/remove/", prizes.remove, name="event_prize_remove"),
]
