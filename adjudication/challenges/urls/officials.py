"""Addresses of challenges for officials, below console/<event>/challenges/; players and stations: at_table.py."""

from django.urls import path

from adjudication.challenges.views import buttons, judge, slips
from adjudication.challenges.views.buttons import official

app_name = "challenges"
urlpatterns = [
    path("", judge.queue, name="queue"),
    path("next/", judge.take_next, name="next"),
    path("new/", slips.new, name="slip_choose"),
    path("new/<int:game_id>/", slips.new, name="slip_new"),
    path("slip/<int:pk>/", slips.slip, name="slip"),
    path("slip/<int:pk>/judge/", judge.judge, name="slip_judge"),
    path("slip/<int:pk>/opinion/", official(buttons.second_opinion), name="opinion"),
    path("slip/<int:pk>/misadjudication/", slips.misadjudication, name="misadjudication"),
    path("slip/<int:pk>/words/", official(buttons.amend), name="slip_amend"),
    path("slip/<int:pk>/agree/", official(buttons.agree), name="slip_agree"),
    path("slip/<int:pk>/hand/", official(buttons.hand_over), name="slip_hand"),
    path("slip/<int:pk>/take-back/", official(buttons.take_back), name="slip_take_back"),
    path("slip/<int:pk>/reissue/", official(buttons.reissue), name="slip_reissue"),
    path("slip/<int:pk>/close/", official(buttons.close), name="slip_close"),
    path("slip/<int:pk>/confirm/", official(buttons.confirm), name="slip_confirm"),
    path("slip/<int:pk>/void/", official(buttons.strike_out), name="slip_void"),
    path("slip/<int:pk>/third/", official(buttons.third_opinion), name="third"),
    path("docket/<slug:code>/", judge.docket, name="docket"),
    path("settings/", judge.settings, name="settings"),
]
