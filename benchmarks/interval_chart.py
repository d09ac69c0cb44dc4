"""A plain picture of means with their intervals, as SVG."""

from collections.abc import Mapping
from html import escape

ROW, PANEL_TOP, LABELS, PLOT, VALUES, PANEL_GAP = 20, 34, 210, 300, 110, 18
FIRST = "#b3541e"  # the row that all others are held against
OTHER = "#20566b"


def chart(panels: Mapping[str, Mapping[str, tuple[float, float]]]) -> str:
    """One panel a figure, one row a method: (mean, half of the interval).  The first row stands out."""
    width, parts, top = LABELS + PLOT + VALUES, [], 0
    for title, rows in panels.items():
        low = min(0.0, *(mean - error for mean, error in rows.values()))
        high = max(mean + error for mean, error in rows.values()) or 1.0
        parts.append(f'<text x="8" y="{top + 20}" font-weight="bold">{escape(title)}</text>')
        bottom = top + PANEL_TOP + ROW * len(rows)
        for share in (0, 0.25, 0.5, 0.75, 1):
            x = LABELS + PLOT * share
            parts.append(f'<path d="M{x:.1f} {top + PANEL_TOP - 6}V{bottom}" stroke="#dddddd"/>')
        for at, (label, (mean, error)) in enumerate(rows.items()):
            y, colour = top + PANEL_TOP + ROW * at + ROW // 2, OTHER if at else FIRST
            left, middle, right = (
                LABELS + PLOT * (value - low) / (high - low) for value in (mean - error, mean, mean + error)
            )
            parts.append(f'<text x="8" y="{y + 4}">{escape(label)}</text>')
            parts.append(f'<path d="M{left:.1f} {y}H{right:.1f}" stroke="{colour}" stroke-width="2"/>')
            parts.append(f'<circle cx="{middle:.1f}" cy="{y}" r="4" fill="{colour}"/>')
            parts.append(f'<text x="{width - 8}" y="{y + 4}" text-anchor="end">{mean:.2f} ± {error:.2f}</text>')
        top = bottom + PANEL_GAP
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {top}" width="{width}" height="{top}" '
    body = "\n".join(parts)
    return f'{head}font-family="sans-serif" font-size="12">\n<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n'
