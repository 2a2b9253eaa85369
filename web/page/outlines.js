/* What lies over a board: outlines of what can be picked, arrows with numbers, badges. */

import { el } from "./el.js";
import { sceneArrow } from "./scene.js";
import { treeElement } from "./tree.js";

/* The shape of a place, a little larger than it. */
function outlineShape(place, attributes, by = 0) {
    const { x, y, w, h, shape } = place;
    if (shape === "point" || shape === "hex") return el("circle", { cx: x + w / 2, cy: y + h / 2, r: Math.min(w, h) / 2 - 0.08 + by, ...attributes });
    if (/^(round|circle|disc|plate)$/.test(shape) && Math.abs(w - h) < 0.2) return el("circle", { cx: x + w / 2, cy: y + h / 2, r: Math.min(w, h) / 2 + by, ...attributes });
    return el("rect", { x: x - by, y: y - by, width: w + 2 * by, height: h + 2 * by, rx: Math.min(0.16, Math.min(w, h) * 0.14), ...attributes });
}

const MANY = 20; /* free cells that can be picked; more of them have small dots */

/* A cell that is free and can be picked has a dot, as people know it from other boards. */
function isFree(board, id, place) {
    return !place.thing && board.scene.areas.some((area) => area.grid) && !board.scene.things.some((thing) => thing.at === id);
}

function boardOutlines(board) {
    const seen = new Set();
    const taken = new Set(board.scene.things.map((thing) => thing.at));
    const many = board.options_now.filter((one) => one.ids.some((id) => !taken.has(id))).length > MANY;
    const put = (id, kind) => {
        const at = board.find(id);
        if (!at || seen.has(`${id} ${kind}`)) return;
        seen.add(`${id} ${kind}`);
        if (kind === "can" && (board.chosen.length || many) && isFree(board, id, at.place))
            at.sheet.over.append(el("circle", { cx: at.place.x + at.place.w / 2, cy: at.place.y + at.place.h / 2, r: Math.min(board.chosen.length ? 0.16 : 0.09, 0.4 * Math.min(at.place.w, at.place.h)), class: "can-go", "data-can": id }));
        else at.sheet.over.append(outlineShape(at.place, { class: kind, "data-can": kind === "picked" ? null : id }, -0.04));
    };
    const wanted = new Set(board.options_now.flatMap((one) => one.ids));
    const drags = new Set(board.scene.things.filter((thing) => wanted.has(thing.id) || wanted.has(thing.at)).map((thing) => thing.id));
    for (const sheet of board.sheets) for (const node of sheet.svg.querySelectorAll(".thing")) node.classList.toggle("drags", drags.has(node.dataset.id));
    for (const one of board.options_now) for (const id of one.ids) put(id, one.light ? "can light" : "can");
    for (const part of board.chosen) put(part, "picked");
    if (board.held) put(board.held, "picked");
}

function boardArrows(board) {
    for (const arrow of board.arrow_list) {
        const from = board.find(arrow.from);
        const to = board.find(arrow.to);
        const at = to || from;
        if (!at) continue;
        const found = from && to && from.sheet === to.sheet ? at.sheet.found : new Map([[arrow.to, at.place]]);
        for (const tree of sceneArrow({ ...arrow, kind: arrow.kind || "better" }, found)) at.sheet.over.append(treeElement(document, ["svg", {}, tree]).firstChild);
        const size = Math.max(0.28, 13 / Math.abs(at.sheet.svg.getScreenCTM().a)); /* never smaller than 13 pixels */
        if (!arrow.words) continue;
        const [x, y, wide] = [at.place.x + at.place.w / 2, at.place.y + at.place.h / 2, size * (0.62 * arrow.words.length + 0.5)];
        at.sheet.over.append(el("g", { class: "arrow-words" }, el("rect", { x: x - wide / 2, y: y - size * 0.65, width: wide, height: size * 1.3, rx: size * 0.4 }),
            el("text", { x, y: y + size * 0.36, "font-size": size, "text-anchor": "middle" }, arrow.words)));
    }
}

function boardBadges(board) {
    for (const badge of board.badge_list) {
        const at = board.find(badge.at);
        if (!at) continue;
        const size = Math.max(0.24, Math.min(0.5, at.place.h * 0.28));
        const wide = size * (0.62 * badge.words.length + 0.6);
        const x = at.place.x + at.place.w - wide / 2;
        const y = at.place.y + size * 0.4;
        at.sheet.over.append(el("g", { class: `tag ${badge.kind || ""}` }, el("rect", { x: x - wide / 2, y: y - size * 0.62, width: wide, height: size * 1.24, rx: size * 0.4 }),
            el("text", { x, y: y + size * 0.35, "font-size": size, "text-anchor": "middle" }, badge.words)));
    }
}

/* Where there is no room beside the board, names of columns and rows are inside the cells. */
function boardNames(board) {
    for (const sheet of board.sheets) {
        if (!sheet.tight) continue;
        for (const area of sheet.areas) {
            if (!area.grid || (!area.grid.thin && Array.isArray(area.grid.names)) || area.grid.shape !== "square") continue;
            const at = sheet.found.get(area.id);
            for (const [id, place] of sheet.found) {
                if (place.thing || place.shape !== "square") continue;
                const [, column, row] = /^([a-z]+)(\d+)$/.exec(id) || [];
                if (column && Math.abs(place.y + 1 - at.y - at.h) < 0.3) sheet.over.append(el("text", { x: place.x + 0.96, y: place.y + 0.94, "font-size": 0.22, "text-anchor": "end", class: "inner" }, column));
                if (row && Math.abs(place.x - at.x) < 0.3) sheet.over.append(el("text", { x: place.x + 0.05, y: place.y + 0.23, "font-size": 0.22, class: "inner" }, row));
            }
        }
    }
}

export { boardArrows, boardBadges, boardNames, boardOutlines, outlineShape };
