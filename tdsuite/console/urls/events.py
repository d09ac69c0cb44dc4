"""Addresses of the console."""

from django.urls import path

from tdsuite.console.urls.printing import printing_urls
from tdsuite.console.views import divisions, erasure, events, jobs, people, practice, record, roster, rulebook_files

app_name = "console"
urlpatterns = [
    *printing_urls,
    path("", events.home, name="home"),
    path("new/", events.new, name="new"),
    path("rulebooks/", events.rulebook, name="rulebook"),
    path("rulebooks/<slug:key>/", events.rulebook, name="rulebook"),
    path("<slug:slug>/", events.event, name="event"),
    path("<slug:slug>/rounds/", events.rounds, name="rounds"),
    path("<slug:slug>/settings/", events.settings, name="settings"),
    path("<slug:slug>/practice/begin/", practice.begin, name="practice_begin"),
    path("<slug:slug>/practice/end/", practice.end, name="practice_end"),
    path("<slug:slug>/practice/delete/", practice.delete, name="practice_delete"),
    path("<slug:slug>/rules/", events.rules, name="rules"),
    path("<slug:slug>/rules/file/", rulebook_files.give, name="rulebook_file"),
    path("<slug:slug>/rules/file/load/", rulebook_files.load, name="rulebook_load"),
    path("<slug:slug>/rules/file.toml", rulebook_files.text, name="rulebook_text"),
    path("<slug:slug>/people/", people.people, name="people"),
    path("<slug:slug>/people/invite/", people.send_invitation, name="invite"),
    path("<slug:slug>/people/invitations/<int:pk>/revoke/", people.take_back_invitation, name="invitation_revoke"),
    path("<slug:slug>/people/<int:pk>/remove/", people.remove, name="member_remove"),
    path("<slug:slug>/people/<int:pk>/second-factor/", people.reset_factor, name="member_factor"),
    path("<slug:slug>/people/<int:pk>/renew/", people.renew, name="member_renew"),
    path("<slug:slug>/divisions/new/", divisions.new, name="division_new"),
    path("<slug:slug>/record/", record.record, name="record"),
    path("<slug:slug>/jobs/", jobs.jobs, name="jobs"),
    path("<slug:slug>/jobs/<int:pk>/", jobs.job, name="job"),
    path("<slug:slug>/jobs/<int:pk>/cancel/", jobs.cancel, name="job_cancel"),
    path("<slug:slug>/jobs/<int:pk>/retry/", jobs.again, name="job_retry"),
    path("<slug:slug>/jobs/<int:pk>/files/<int:file_pk>/", jobs.file, name="job_file"),
    path("<slug:slug>/<slug:code>/division/", divisions.edit, name="division"),
    path("<slug:slug>/<slug:code>/plan/", divisions.plan, name="plan"),
    path("<slug:slug>/<slug:code>/schedule/", divisions.schedule, name="schedule"),
    path("<slug:slug>/<slug:code>/roster/", roster.roster, name="roster"),
    path("<slug:slug>/<slug:code>/roster/add/", roster.add, name="entry_add"),
    path("<slug:slug>/<slug:code>/roster/<int:number>/", roster.entry, name="entry"),
    path("<slug:slug>/<slug:code>/roster/<int:number>/withdraw/", roster.withdraw, name="entry_withdraw"),
    path("<slug:slug>/<slug:code>/roster/<int:number>/put-back/", roster.put_back, name="entry_put_back"),
    path("<slug:slug>/<slug:code>/roster/<int:number>/remove/", roster.remove, name="entry_remove"),
    path("<slug:slug>/<slug:code>/roster/<int:number>/export/", erasure.export, name="entry_export"),
    path("<slug:slug>/<slug:code>/roster/<int:number>/erase/", erasure.erase, name="entry_erase"),
]
