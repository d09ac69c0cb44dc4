"""Word lists: which there are, what each division is judged by, and a new one in."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from adjudication.lexicons.engine.reading import rejected_lines
from adjudication.lexicons.forms import ImportForm, PinForm
from adjudication.lexicons.models import DivisionLexicon, Lexicon
from adjudication.lexicons.services import import_list, open_list, pin_lexicon, read_file
from adjudication.lexicons.word_source import pinned_lexicons, source_of, word_source_warnings
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.shortcuts import division_of, refusal_in


def page(tournament: Tournament, **context: Any) -> dict[str, Any]:
    return {"tournament": tournament, "tab": "words", **context}


@needs(Can.SEE_CONSOLE)
@require_GET
def words(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What each division is judged by, and every list there is."""
    open_list()
    pinned = pinned_lexicons(tournament)
    divisions = [(division, pinned.get(division.pk)) for division in tournament.divisions.all()]
    context = page(tournament, divisions=divisions, lexicons=Lexicon.objects.all(), source=source_of(tournament))
    context["warnings"] = word_source_warnings(tournament)
    return render(request, "adjudication/lexicons/words.html", context)


@needs(Can.SEE_CONSOLE)
@require_GET
def lexicon(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """All there is to know of a list but its words."""
    row = get_object_or_404(Lexicon, pk=pk)
    importer = User.objects.filter(pk=row.imported_by).first() if row.imported_by else None
    context = page(tournament, lexicon=row, importer=importer)
    return render(request, "adjudication/lexicons/list.html", context)


@needs(Can.MANAGE_LEXICONS)
def division(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Choose what a division is judged by."""
    row = division_of(tournament, code)
    open_list()
    pinned = DivisionLexicon.objects.filter(division=row).select_related("lexicon", "second").first()
    form = PinForm(request.POST or None, pinned=pinned)
    if request.method == "POST" and form.is_valid():
        with refusal_in(form):
            chosen = pin_lexicon(by=actor_of(request), division=row, **form.values())
            messages.success(request, _("%(division)s is judged by %(lists)s.") % {"division": row, "lists": chosen})
            return redirect("lexicons:words", tournament.slug)
    context = page(tournament, chosen_for=row, form=form, pinned=pinned, source=source_of(tournament))
    status = 422 if form.errors else 200
    return render(request, "adjudication/lexicons/division.html", context, status=status)


@needs(Can.MANAGE_LEXICONS)
def upload(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Import a list. Where lines are not words they are named, and nothing is imported unless they are to be left out."""
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        described, sent = form.described(), form.cleaned_data
        with refusal_in(form):
            reading = read_file(sent["file"].read(), described.alphabet, cut=sent["cut"])
            if sent["leave_out"] or not reading.rejected:
                row = import_list(by=actor_of(request), described=described, reading=reading, tournament=tournament)
                numbers = {"list": row, "size": row.size, "left_out": reading.rejected_lines}
                says = _("%(list)s is imported: %(size)d words. Lines left out: %(left_out)d.") % numbers
                messages.success(request, says)
                return redirect("lexicons:list", tournament.slug, row.pk)
            form.add_error("leave_out", list(rejected_lines(reading)))
    context = page(tournament, form=form)
    return render(request, "adjudication/lexicons/import.html", context, status=422 if form.errors else 200)
