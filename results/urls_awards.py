"""Addresses of statistics, ratings and prizes; names are those of `results`."""

from django.urls import path

from .views import prizes, ratings, statistics

players = [path("me/<slug:slug>/claims/", statistics.own_claims, name="own_claims")]
officials = [
    path("statistics/", statistics.statistics, name="statistics"),
    path("statistics/<int:number>/", statistics.statistics, name="statistics"),
    path("ratings/", ratings.ratings, name="ratings"),
    path("ratings/<int:number>/", ratings.ratings, name="ratings"),
    path("ratings/<int:number>/player/<int:player>/", ratings.why, name="rating_why"),
    path("prizes/", prizes.prizes, name="prizes"),
    path("prizes/add/", prizes.edit, name="prize_add"),
    path("prizes/rules/", prizes.rules, name="prize_rules"),
    path("prizes/awarded/", prizes.awarded, name="prizes_awarded"),
    path("prizes/awarded.json", prizes.awarded_json, name="prizes_json"),
    path("prizes/<int:prize_id>/", prizes.edit, name="prize"),
    path("prizes/<int:prize_id>/remove/", prizes.remove, name="prize_remove"),
    path("claims/", statistics.claims, name="claims"),
    path("claims/<int:claim_id>/confirm/", statistics.confirm, name="claim_confirm"),
    path("claims/<int:claim_id>/refuse/", statistics.refuse, name="claim_refuse"),
]
