"""Addresses of attendance and time of a round, below console/<event>/<division>/; part of the results namespace."""

from django.urls import path

from results.attendance.views import accommodations, attendance

urlpatterns = [
    path("round/<int:number>/attendance/announce/", attendance.announce, name="attendance_announce"),
    path("round/<int:number>/attendance/rest/", attendance.rest, name="rest"),
    path("round/<int:number>/timer/set/", attendance.timer_set, name="timer_set"),
    path("round/<int:number>/timer/drop/", attendance.timer_drop, name="timer_drop"),
    path("round/<int:number>/stopping/", attendance.stop_warn, name="stop_warn"),
    path("accommodations/", accommodations.accommodations, name="accommodations"),
    path("accommodations/<int:pk>/end/", accommodations.end, name="accommodation_end"),
]
