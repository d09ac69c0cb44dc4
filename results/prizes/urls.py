"""Addresses of statistics, ratings and prizes; names are those of `results`."""

from django.urls import path

from results.prizes.views import event_prizes, prizes, statistics
from results.ratings import views as ratings

players = [path("me/<slug:slug>/claims/", statistics.own_claims, name="own_claims")]
officials = [
    path("statistics/", statistics.statistics, name="statistics"),
    path("statistics/<int:number>/", statistics.statistics, name="statistics"),
    path("ratings/", ratings.ratings, name="ratings"),
    path("ratings/list/", ratings.make_list, name="ratings_list"),
    path("ratings/<int:number>/", ratings.ratings, name="ratings"),
    path("ratings/<int:number>/player/<int:player>/", ratings.why, name="rating_why"),
    path("prizes/", prizes.prizes, name="prizes"),
    path("prizes/add/", prizes.edit, name="prize_add"),
    path("prizes/places/", prizes.places, name="prize_places"),
    path("prizes/rules/", prizes.rules, name="prize_rules"),
    path("prizes/awarded/", prizes.awarded, name="prizes_awarded"),
    path("prizes/awarded.json", prizes.awarded_json, name="prizes_json"),
    path("prizes/<int:prize_id>/", prizes.edit, name="prize"),
    path("prizes/<int:prize_id>/remove/", prizes.remove, name="prize_remove"),
    path("claims/", statistics.claims, name="claims"),
    path("claims/<int:claim_id>/confirm/", statistics.confirm, name="claim_confirm"),
    path("claims/<int:claim_id>/refuse/", statistics.refuse, name="claim_refuse"),
]
event = [
    path("", event_prizes.prizes, name="event_prizes"),
    path("add/", event_prizes.edit, name="event_prize_add"),
    path("terms/", event_prizes.terms, name="event_prize_terms"),
    path("awarded/", event_prizes.awarded, name="event_prizes_awarded"),
    path("awarded.json", event_prizes.awarded_json, name="event_prizes_json"),
    path("<int:prize_id>/", event_prizes.edit, name="event_prize"),
    path("<int:prize_id>/remove/", event_prizes.remove, name="event_prize_remove"),
]
