"""A scene as a picture, for notebooks: areas, grids, and things as shapes with a letter."""

from __future__ import annotations

from html import escape
from typing import Any

_COLOURS = {"p1": "#f4f1e8", "p2": "#2f2f33", "p3": "#c0392b", "p4": "#2471a3", "p5": "#1e8449",
            "p6": "#b7950b", "p7": "#7d3c98", "p8": "#ba4a00", "c1": "#5dade2", "c2": "#f4d03f",
            "c3": "#cd6155", "c4": "#34495e", "c5": "#76d7c4", "c6": "#a569bd", "c7": "#eb984e",
            "c8": "#82e0aa", "c9": "#d98880"}
_UNIT = 40


def _cells(area: dict[str, Any]) -> dict[str, tuple[float, float]]:
    """Where the cells of a grid are, by name."""
    grid = area["grid"]
    x, y = area["box"][:2]
    found = {}
    letters = "abcdefghjklmnopqrstuvwxyz" if grid.get("names") == "go" else "abcdefghijklmnopqrstuvwxyz"
    for row in range(grid["rows"]):
        for col in range(grid["cols"]):
            name = f"{letters[col % 26]}{grid['rows'] - row}"
            if grid.get("names") == "0,0":
                name = f"{row},{col}"
            if grid.get("ids"):
                name = grid["ids"][row * grid["cols"] + col]
            shift = 0.5 * row if grid.get("shape") == "hex" else 0
            if name:
                found[name] = (x + col + shift, y + row)
    return found


def _square(x: float, y: float, w: float, h: float, fill: str) -> str:
    return (f'<rect x="{x * _UNIT:g}" y="{y * _UNIT:g}" width="{w * _UNIT:g}" '
            f'height="{h * _UNIT:g}" fill="{fill}" stroke="#888"/>')


_CHESS = {"king": "\u265a", "queen": "\u265b", "rook": "\u265c", "bishop": "\u265d",
          "knight": "\u265e", "pawn": "\u265f"}
_PLAIN = ("stone", "disc", "tile", "poly", "peg", "man")  # their colour says all


def _word(t: dict[str, Any]) -> str:
    """What is written on a thing: a count, or the first letter of what it is called."""
    if t.get("count"):
        return str(t["count"])
    if t.get("face") == "down" or t.get("sprite") in _PLAIN:
        return ""
    words = str(t.get("text") or t.get("label") or "").split()
    return words[-1][:1].upper() if words else ""


def _thing(t: dict[str, Any], x: float, y: float) -> str:
    fill = _COLOURS.get(t.get("colour", ""), "#ddd")
    ink = "#fff" if fill in ("#2f2f33", "#34495e", "#2471a3", "#7d3c98") else "#111"
    middle = ((x + 0.5) * _UNIT, (y + 0.5) * _UNIT)
    sprite, label = str(t.get("sprite", "")), str(t.get("label") or "")
    glyph = _CHESS.get(sprite.rpartition("-")[2]) if sprite.startswith("chess-") else None
    size, said = (34, glyph) if glyph else (15, _word(t))
    shape = ""
    if sprite in ("card", "tile"):
        shape = _square(x + 0.12, y + 0.08, 0.76, 0.84, fill)
    elif not glyph:
        shape = (f'<circle cx="{middle[0]:g}" cy="{middle[1]:g}" r="{0.4 * _UNIT:g}" '
                 f'fill="{fill}" stroke="#333"/>')
    paint = f'fill="{fill}" stroke="#333" stroke-width="0.8"' if glyph else f'fill="{ink}"'
    return (f'<g{" opacity=" + chr(34) + "0.25" + chr(34) if t.get("dim") else ""}>'
            f'<title>{escape(label)}</title>{shape}<text x="{middle[0]:g}" '
            f'y="{middle[1] + size / 3:g}" text-anchor="middle" font-size="{size}" {paint}>'
            f'{escape(said)}</text></g>')


def draw(scene: dict[str, Any]) -> str:
    """The picture as SVG."""
    places: dict[str, tuple[float, float, float]] = {}  # x, y, and how wide the place is
    taken: dict[str, int] = {}  # things that lie there already
    out: list[str] = []
    right = bottom = 1.0
    for area in scene["areas"]:
        x, y, w, h = area["box"]
        right, bottom = max(right, x + w), max(bottom, y + h)
        if "grid" in area:
            for name, at in _cells(area).items():
                places[name] = (*at, 1)
                right, bottom = max(right, at[0] + 1), max(bottom, at[1] + 1)
                dark = area["grid"].get("shade") == "checkered" and (int(at[0]) + int(at[1])) % 2
                out.append(_square(*at, 1, 1, "#c8a77a" if dark else "#eadcc2"))
        else:
            out.append(_square(x, y, w, h, "none"))
            places[area["id"]] = (x, y, 0)  # as wide as it takes
        for cell in area.get("cells", []):
            places[cell["id"]] = (x + cell["x"], y + cell["y"], cell.get("w", 1))
            out.append(_square(*places[cell["id"]][:2], cell.get("w", 1), cell.get("h", 1), "#eadcc2"))
    for t in scene["things"]:
        if t.get("at", "") not in places:
            continue
        x, y, wide = places[t["at"]]
        n = taken.get(t["at"], 0)
        taken[t["at"]] = n + 1
        row = max(1, int(wide)) if wide else n + 1  # in rows, where the place has an end
        out.append(_thing(t, x + n % row, y + n // row))
        right = max(right, x + n % row + 1)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right * _UNIT:g} '
            f'{bottom * _UNIT:g}" width="{right * _UNIT:g}">{"".join(out)}</svg>')
