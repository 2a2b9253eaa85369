/* The board as text: tables and lists that a screen reader walks through, with buttons for what can be picked. */

import { el, put } from "./el.js";

/* Columns and rows of a grid as its names have them. */
function gridNames(area, found) {
    const { cols, rows } = area.grid;
    const cells = [...found].filter(([, place]) => !place.thing && place.shape !== "area");
    return { cols, rows, cells };
}

function textOf(board, id) {
    return board.scene.things.filter((thing) => thing.at === id).map((thing) => `${thing.label || thing.id}${thing.count ? ` ×${thing.count}` : ""}`).join(", ");
}

function cellNode(board, id, words) {
    const options = board.options_now.filter((one) => one.ids.includes(id) || board.scene.things.some((thing) => thing.at === id && one.ids.includes(thing.id)));
    if (!options.length) return words;
    return el("button", { type: "button", class: "cellbutton", onclick: () => board.choose(options[0].parts) }, words);
}

function gridTable(board, area) {
    const at = board.find(area.id);
    const { cells } = gridNames(area, at ? at.sheet.found : new Map());
    const inside = cells.filter(([, place]) => place.x >= at.place.x - 0.01 && place.x < at.place.x + at.place.w && place.y >= at.place.y - 0.01 && place.y < at.place.y + at.place.h);
    const tops = [...new Set(inside.map(([, place]) => place.y.toFixed(2)))].sort((a, b) => a - b);
    return el("table", {}, el("caption", {}, area.label || area.id), el("tbody", {}, tops.map((top) =>
        el("tr", {}, inside.filter(([, place]) => place.y.toFixed(2) === top).sort((a, b) => a[1].x - b[1].x).map(([id]) =>
            el("td", {}, cellNode(board, id, `${id} ${textOf(board, id) || "–"}`)))))));
}

function areaNode(board, area) {
    if (area.text) return el("pre", {}, area.text.join("\n"));
    if (area.grid) return board.find(area.id) ? gridTable(board, area) : null;
    const places = area.cells ? area.cells.map((cell) => [cell.id, cell.label || cell.id]) : [[area.id, ""]];
    const items = places.map(([id, label]) => [id, label, textOf(board, id)]).filter(([id, label, things]) => things || label || board.options_now.some((one) => one.ids.includes(id)));
    return el("section", {}, el("h3", {}, area.label || area.id), el("ul", {}, items.map(([id, label, things]) =>
        el("li", {}, cellNode(board, id, [label, things || "–"].filter(Boolean).join(": "))))));
}

/* Fills the board's place for text. */
function boardText(board) {
    const seats = board.scene.seats.map((seat) => `${seat.name}${seat.points === null || seat.points === undefined ? "" : `, ${seat.points}`}${(seat.counts || []).map(([name, value]) => `, ${name} ${value}`).join("")}`);
    put(board.text_place, el("p", {}, board.scene.now.words), el("ul", {}, seats.map((words) => el("li", {}, words))), board.scene.areas.map((area) => areaNode(board, area)));
}

export { boardText };
