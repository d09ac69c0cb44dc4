"""Addresses of result sheets. The players' stand at the root and never change: they are printed as codes."""

from django.urls import path

from .views import own_sheet, paper as sheets_paper, requests

MINE = "s/<slug:slug>/<int:game_id>/"
players = [
    path("me/<slug:slug>/", own_sheet.me, name="me"),
    path("me/<slug:slug>/requests/", requests.own_requests, name="own_requests"),
    path("me/<slug:slug>/requests/<int:request_id>/take-back/", requests.take_back, name="request_take_back"),
    path(MINE, own_sheet.door, name="sheet"),
    path(f"{MINE}enter/", own_sheet.enter, name="sheet_enter"),
    path(f"{MINE}sign/", own_sheet.sign, name="sheet_sign"),
    path(f"{MINE}dispute/", own_sheet.dispute, name="sheet_dispute"),
    path(f"{MINE}hand-in/", own_sheet.hand_in, name="sheet_hand_in"),
    path(f"{MINE}correct/", own_sheet.correct, name="sheet_correct"),
    path(f"{MINE}correct/<int:petition_id>/agree/", own_sheet.agree, name="sheet_agree"),
    path(f"{MINE}correct/<int:petition_id>/decline/", own_sheet.decline, name="sheet_decline"),
    path(f"{MINE}recount/", own_sheet.recount, name="sheet_recount"),
    path(f"{MINE}call/", own_sheet.call, name="sheet_call"),
]
asked = [
    path("", requests.queue, name="requests"),
    path("<int:request_id>/settled/", requests.settled, name="request_settled"),
]
officials = [
    path("round/<int:number>/sheets/paper/", sheets_paper.paper, name="sheets_paper"),
    path("round/<int:number>/sheets/paper/typing/", sheets_paper.typing, name="paper_typing"),
]
