"""Addresses of the print page, below console/ and in its namespace."""

from django.urls import path

from tdsuite.console import printing

printing_urls = [
    path("<slug:slug>/print/", printing.page, name="print"),
    path("<slug:slug>/print/queue/", printing.prints, name="prints"),
    path("<slug:slug>/print/wifi/", printing.wifi, name="print_wifi"),
    path("<slug:slug>/print/<slug:report>/<slug:code>/<int:number>/", printing.sheet, name="print_sheet"),
]
urlpatterns = printing_urls
