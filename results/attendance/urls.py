"""Addresses of attendance, starts and time, below console/<event>/<division>/; part of the results namespace."""

from django.urls import URLPattern, path

from results.attendance.views import attendance, starts
from results.attendance.views.attendance import TAPS

taps: list[URLPattern] = [
    path(
        f"table/<int:game_id>/<int:number>/{step.replace('_', '-')}/",
        attendance.tap,
        {"step": step},
        name=f"tap_{step}",
    )
    for step in TAPS
]
urlpatterns = [
    path("round/<int:number>/attendance/", attendance.attendance, name="attendance"),
    path("round/<int:number>/attendance/announce/", attendance.announce, name="attendance_announce"),
    path("round/<int:number>/attendance/rest/", attendance.rest, name="rest"),
    *taps,
    path("round/<int:number>/timer/set/", attendance.timer_set, name="timer_set"),
    path("round/<int:number>/timer/drop/", attendance.timer_drop, name="timer_drop"),
    path("round/<int:number>/stopping/", attendance.stop_warn, name="stop_warn"),
    path("starts/", starts.starts, name="starts"),
    path("starts/<int:pk>/", starts.settle, name="settle"),
    path("accommodations/", starts.accommodations, name="accommodations"),
    path("accommodations/<int:pk>/end/", starts.end, name="accommodation_end"),
]
