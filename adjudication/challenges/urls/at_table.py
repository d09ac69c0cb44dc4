"""Addresses of challenges for players and stations, below judge/<event>/."""

from django.urls import path

from adjudication.challenges.views import buttons, player, station
from adjudication.challenges.views.buttons import player as own

app_name = "slips"
urlpatterns = [
    path("game/<int:game_id>/", player.game, name="game"),
    path("game/<int:game_id>/station/", player.station_notice, name="station_notice"),
    path("slip/<int:pk>/words/", own(buttons.amend), name="words"),
    path("slip/<int:pk>/agree/", own(buttons.agree), name="agree"),
    path("slip/<int:pk>/hand/", own(buttons.hand_over), name="hand"),
    path("slip/<int:pk>/take-back/", own(buttons.take_back), name="take_back"),
    path("slip/<int:pk>/reissue/", own(buttons.reissue), name="reissue"),
    path("slip/<int:pk>/not-us/", own(buttons.not_us), name="not_us"),
    path("slip/<int:pk>/close/", own(buttons.close), name="close"),
    path("slip/<int:pk>/opinion/", own(buttons.second_opinion), name="opinion"),
    path("station/", station.start, name="station"),
    path("station/leave/", station.leave, name="station_leave"),
    path("station/game/<int:game_id>/", station.game, name="station_game"),
    path("station/slip/<int:pk>/", station.entry, name="station_slip"),
    path("station/slip/<int:pk>/press/", station.press, name="station_press"),
    path("station/slip/<int:pk>/opinion/", station.opinion, name="station_opinion"),
]
