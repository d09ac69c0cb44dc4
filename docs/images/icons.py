"""Makes static/tdsuite/icons/: what a phone shows of an installed page, drawn from static/tdsuite/logo.svg.

python -m docs.images.icons (with the development requirements).
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOGO = ROOT / "static" / "tdsuite" / "logo.svg"
OUT = ROOT / "static" / "tdsuite" / "icons"
SIZES = (192, 512)  # points, as browsers ask for them
GROUND = "#0c382e"
SAFE = 0.62  # of a maskable icon's width: whatever shape a phone cuts out of it leaves a circle of 0.8
PAGE = """<style>@page {{ size: {size}px; margin: 0; background: {ground} }} body {{ margin: 0 }}
img {{ display: block; width: {logo}px; margin: {edge}px }}</style><img src="{src}">"""


def main() -> None:
    for size in SIZES:
        draw(size, 1, "none").save(OUT / f"icon-{size}.png", optimize=True)
        draw(size, SAFE, GROUND).convert("RGB").save(OUT / f"maskable-{size}.png", optimize=True)


def draw(size: int, part: float, ground: str):
    """The logo on a ground, as wide as this part of the picture."""
    import pypdfium2
    from weasyprint import HTML

    edge = size * (1 - part) / 2
    html = PAGE.format(size=size, ground=ground, logo=size * part, edge=edge, src=LOGO.as_uri())
    page = pypdfium2.PdfDocument(HTML(string=html).write_pdf())[0]
    bitmap = page.render(scale=size / page.get_width(), fill_color=(0, 0, 0, 0))
    return bitmap.to_pil().convert("RGBA")


if __name__ == "__main__":
    main()
