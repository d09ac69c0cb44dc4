from django.urls import path

from tdsuite.exchange.views import files as views_files, publishing as views_publish

app_name = "files"
urlpatterns = [
    path("", views_files.files, name="files"),
    path("checklist/", views_files.files, {"key": views_files.CHECKLIST}, name="checklist"),
    path("publish/", views_publish.publish, name="publish"),
    path("publish/<int:pk>/send/", views_publish.send, name="publish_send"),
    path("publish/<int:pk>/remove/", views_publish.remove, name="publish_remove"),
    path("<str:key>/", views_files.files, name="check"),
    path("<str:key>/take/", views_files.file_out, name="take"),
]
