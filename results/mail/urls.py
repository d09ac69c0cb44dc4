"""Addresses of mail to players. Those of links stand in mails and never change."""

from django.urls import path

from results.mail import views

players = [
    path("me/<slug:slug>/mail/", views.own_mail, name="own_mail"),
    path("me/<slug:slug>/mail/stop/", views.own_mail_stop, name="own_mail_stop"),
    path("by-mail/<str:token>/", views.link, name="mail_link"),
    path("by-mail/<str:token>/stop/", views.stop, name="mail_stop"),
]
