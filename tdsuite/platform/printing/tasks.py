"""The job that makes a PDF: rows to HTML in the worker's thread, HTML to PDF in a helper."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tdsuite.platform.jobs.context import JobContext
from tdsuite.platform.jobs.errors import JobRefused
from tdsuite.platform.jobs.registry import handler
from . import pdf, registry, services

RENDER_SECONDS = 300.0


@handler("printing.render", queue="printing", label=_("Making a PDF"))
def render(ctx: JobContext) -> dict[str, Any]:
    """args: report, paper, options, language.  The job's file is the PDF."""
    available, why = pdf.pdf_available()
    if not available:
        raise JobRefused(why)
    ctx.progress(0, 3, _("Reading"))
    subject = ctx.subject()
    if subject is None:
        raise JobRefused(_("What was to be printed is gone."))
    report = registry.find(ctx.args["report"])
    paper, language = ctx.args.get("paper", "A4"), ctx.args.get("language") or settings.LANGUAGE_CODE
    sheet = services.build_sheet(report, subject, {**ctx.args.get("options", {}), "paper": paper}, language=language)
    documents = services.documents_of(report, sheet, paper=paper, language=language)
    ctx.progress(1, 3, _("Setting pages"))
    data = ctx.run_in_process(pdf.write_pdf, documents, services.STATIC_BASE, static_roots(), timeout=RENDER_SECONDS)
    ctx.progress(2, 3, _("Keeping the file"))
    file = ctx.add_file(services.file_name(report, sheet), data, "application/pdf")
    ctx.progress(3, 3, _("Ready"))
    return {"file": file.name, "bytes": file.size}


def static_roots() -> tuple[tuple[str, str], ...]:
    """Where our static files and fonts lie, the prefixed folders first."""
    listed = [(f"{entry[0]}/", str(entry[1])) for entry in settings.STATICFILES_DIRS if isinstance(entry, tuple)]
    return (*listed, *(("", str(entry)) for entry in settings.STATICFILES_DIRS if not isinstance(entry, tuple)))
