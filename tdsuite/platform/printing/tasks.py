"""The job that makes a PDF: rows to HTML in the worker's thread, HTML to PDF in a helper."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tdsuite.platform.jobs.errors import JobRefused
from tdsuite.platform.jobs.registry import JobContext, handler
from tdsuite.platform.printing import pdf, registry, services

RENDER_SECONDS = 300.0


@handler("printing.render", queue="printing", label=_("Making a PDF"))
def render(ctx: JobContext) -> dict[str, Any]:
    """args: report, paper, options, language.  The job's file is the PDF; of a large set or a pack its pieces are files too."""
    available, why = pdf.pdf_available()
    if not available:
        raise JobRefused(why)
    ctx.progress(0, 3, _("Reading"))
    ctx.begin_anew()
    subject = ctx.subject()
    if subject is None:
        raise JobRefused(_("What was to be printed is gone."))
    report = registry.find(ctx.args["report"])
    paper, language = ctx.args.get("paper", "A4"), ctx.args.get("language") or settings.LANGUAGE_CODE
    options = {**ctx.args.get("options", {}), "paper": paper}
    sheet = services.build_sheet(report, subject, options, language=language)
    name = services.file_name(report, sheet)
    pieces = services.pieces_of(report, sheet, paper=paper, language=language)
    total = len(pieces) + 2
    ctx.progress(1, total, _("Setting pages"))
    data = _set(ctx, pieces)
    ctx.progress(total - 1, total, _("Keeping the file"))
    file = ctx.add_file(name, data, "application/pdf")
    ctx.progress(total, total, _("Ready"))
    return {"file": file.name, "bytes": file.size, "pieces": len(pieces)}


def _set(ctx: JobContext, pieces: list[services.Piece]) -> bytes:
    """The PDF of all pieces. Where there are several, each is kept as a file of its own as soon as it is made."""
    if len(pieces) == 1:
        return ctx.run_in_process(
            pdf.write_pdf, pieces[0].html(), services.STATIC_BASE, static_roots(), timeout=RENDER_SECONDS
        )
    work = ((piece.html(), services.STATIC_BASE, static_roots()) for piece in pieces)
    packed_pieces = []
    for done, (data, packed) in enumerate(ctx.run_each(pdf.write_piece, work, timeout=RENDER_SECONDS), start=1):
        packed_pieces.append(packed)
        ctx.add_file(f"{done:02d}-{pieces[done - 1].name}", data, "application/pdf")
        ctx.progress(1 + done, len(pieces) + 2, _("Setting pages"))
    return ctx.run_in_process(pdf.merge, packed_pieces, timeout=RENDER_SECONDS)


def static_roots() -> tuple[tuple[str, str], ...]:
    """Where our static files and fonts lie, the prefixed folders first."""
    listed = [(f"{entry[0]}/", str(entry[1])) for entry in settings.STATICFILES_DIRS if isinstance(entry, tuple)]
    return (*listed, *(("", str(entry)) for entry in settings.STATICFILES_DIRS if not isinstance(entry, tuple)))
