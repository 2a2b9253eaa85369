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


def _thing(t: dict[str, Any], x: float, y: float) -> str:
    fill = _COLOURS.get(t.get("colour", ""), "#ddd")
    ink = "#fff" if fill in ("#2f2f33", "#34495e", "#2471a3", "#7d3c98") else "#111"
    words = str(t.get("text") or t.get("label") or "")
    count = t.get("count")
    said = f"{count}" if count else "" if t.get("face") == "down" else words[:1].upper()
    middle = ((x + 0.5) * _UNIT, (y + 0.5) * _UNIT)
    shape = (_square(x + 0.12, y + 0.08, 0.76, 0.84, fill) if t.get("sprite") in ("card", "tile")
             else f'<circle cx="{middle[0]:g}" cy="{middle[1]:g}" r="{0.4 * _UNIT:g}" '
                  f'fill="{fill}" stroke="#333"/>')
    return (f'<g><title>{escape(words)}</title>{shape}<text x="{middle[0]:g}" '
            f'y="{middle[1] + 5:g}" text-anchor="middle" font-size="15" fill="{ink}">'
            f'{escape(said)}</text></g>')


def draw(scene: dict[str, Any]) -> str:
    """The picture as SVG."""
    places: dict[str, tuple[float, float]] = {}
    flows: dict[str, tuple[float, float, int]] = {}
    out: list[str] = []
    right = bottom = 1.0
    for area in scene["areas"]:
        x, y, w, h = area["box"]
        right, bottom = max(right, x + w), max(bottom, y + h)
        if "grid" in area:
            for i, (name, at) in enumerate(_cells(area).items()):
                places[name] = at
                dark = area["grid"].get("shade") == "checkered" and (int(at[0]) + int(at[1])) % 2
                out.append(_square(*at, 1, 1, "#c8a77a" if dark else "#eadcc2"))
        else:
            out.append(_square(x, y, w, h, "none"))
            flows[area["id"]] = (x, y, 0)
        for cell in area.get("cells", []):
            places[cell["id"]] = (x + cell["x"], y + cell["y"])
            out.append(_square(*places[cell["id"]], cell.get("w", 1), cell.get("h", 1), "#eadcc2"))
    for t in scene["things"]:
        at = t.get("at", "")
        if at in places:
            out.append(_thing(t, *places[at]))
        elif at in flows:
            x, y, n = flows[at]
            out.append(_thing(t, x + n, y))
            flows[at] = (x, y, n + 1)
            right = max(right, x + n + 1)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right * _UNIT:g} '
            f'{bottom * _UNIT:g}" width="{right * _UNIT:g}">{"".join(out)}</svg>')
