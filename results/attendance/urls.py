"""Addresses of attendance and time of a round, below console/<event>/<division>/; part of the results namespace."""

from django.urls import path

from . import views

urlpatterns = [
    path("round/<int:number>/attendance/announce/", views.announce, name="attendance_announce"),
    path("round/<int:number>/attendance/rest/", views.rest, name="rest"),
    path("round/<int:number>/timer/set/", views.timer_set, name="timer_set"),
    path("round/<int:number>/timer/drop/", views.timer_drop, name="timer_drop"),
    path("round/<int:number>/stopping/", views.stop_warn, name="stop_warn"),
    path("accommodations/", views.accommodations, name="accommodations"),
    path("accommodations/<int:pk>/end/", views.accommodation_end, name="accommodation_end"),
]
