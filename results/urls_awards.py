"""Addresses of statistics, ratings and prizes; names are those of `results`."""

from django.urls import path

from .views import statistics

players = [path("me/<slug:slug>/claims/", statistics.own_claims, name="own_claims")]
officials = [
    path("statistics/", statistics.statistics, name="statistics"),
    path("statistics/<int:number>/", statistics.statistics, name="statistics"),
    path("claims/", statistics.claims, name="claims"),
    path("claims/<int:claim_id>/confirm/", statistics.confirm, name="claim_confirm"),
    path("claims/<int:claim_id>/refuse/", statistics.refuse, name="claim_refuse"),
]
