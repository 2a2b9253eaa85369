/* A scene as a tree: areas with their cells, things on them, marks, for any game. Units are cells; the one
 * SVG element that comes out has a viewBox around all of it. Areas are gathered in panels (what is shared,
 * then one a seat), and the panels are arranged so that cells are as large as the room allows. */

import { gridCells, gridCentre, gridHexPoints, gridLabels, gridSize, gridTree } from "./grid.js";

const SCENE_NARROW = 560; /* pixels: below this, one thing after the other */

/* --- things in a box: a hand, a pile, several tiles on a display --- */

/* Places for things of the given sizes in a box: [{x, y, scale}], centres. */
function scenePack(sizes, box, flow) {
    const n = sizes.length;
    const wide = Math.max(...sizes.map((size) => size[0]));
    const high = Math.max(...sizes.map((size) => size[1]));
    if (flow === "stack") {
        const scale = Math.min(box.w / wide, box.h / high, 1.6);
        const by = Math.min(0.06, 0.5 / n) * scale;
        return sizes.map((_, i) => ({ x: box.x + box.w / 2 + (i - (n - 1) / 2) * by, y: box.y + box.h / 2 - i * by, scale }));
    }
    if (flow === "fan") {
        const scale = Math.min(box.h / high, box.w / wide);
        const step = n > 1 ? Math.min(wide * scale * 1.04, (box.w - wide * scale) / (n - 1)) : 0;
        const from = box.x + (box.w - step * (n - 1)) / 2;
        return sizes.map((_, i) => ({ x: from + i * step, y: box.y + box.h / 2, scale }));
    }
    let best = { scale: 0, cols: 1, rows: 1 };
    for (let rows = 1; rows <= n; rows++) {
        const cols = Math.ceil(n / rows);
        const scale = Math.min(box.w / (cols * wide), box.h / (rows * high));
        if (scale > best.scale * 1.001) best = { scale, cols, rows };
    }
    const most = Math.min(best.scale, wide > 1 || high > 1 ? 1.5 : 1.25);
    const { cols, rows } = best;
    return sizes.map((_, i) => {
        const inRow = Math.min(cols, n - Math.floor(i / cols) * cols);
        const gap = flow === "row" || flow === "tray" ? Math.min(wide * most * 1.12, box.w / cols) : wide * most;
        return {
            x: box.x + box.w / 2 + (i % cols - (inRow - 1) / 2) * gap,
            y: box.y + box.h / 2 + (Math.floor(i / cols) - (rows - 1) / 2) * high * most,
            scale: most,
        };
    });
}

function sceneBadge(count, x, y, size) {
    const words = `×${count}`;
    const wide = size * (0.62 * words.length + 0.5);
    return ["g", { class: "badge" },
        ["rect", { x: x - wide / 2, y: y - size * 0.62, width: wide, height: size * 1.24, rx: size * 0.5 }],
        ["text", { x, y: y + size * 0.35, "font-size": size, "text-anchor": "middle" }, words]];
}

/* A cell one high and several wide is a strip of places, one a thing. */
function sceneIsStrip(cell) {
    return cell.h <= 1.01 && cell.w >= 1.99 && Math.abs(cell.w - Math.round(cell.w)) < 0.01 && cell.shape === "square";
}

/* Strips that end in one line on the right are filled from there. */
function sceneStripPlaces(cell, cells) {
    const right = cells.some((c) => c !== cell && sceneIsStrip(c) && Math.abs(c.x + c.w - cell.x - cell.w) < 0.01);
    const out = [];
    for (let i = 0; i < Math.round(cell.w); i++) {
        const x = right ? cell.x + cell.w - 1 - i : cell.x + i;
        out.push({ x, y: cell.y, w: 1, h: cell.h });
    }
    return out;
}

/* One thing at a place, with its words. */
function sceneThing(thing, place, how) {
    const { parts, scene, ink } = how;
    const fills = place.size && (thing.sprite === "card" || thing.sprite === "wall");
    const size = fills ? place.size : parts.spriteSize(thing);
    const scale = fills ? 1 : place.scale;
    const look = { seats: parts.seats, filled: fills, words: (scene.words || {})[thing.kind], size, ink: ink / scale, under: how.under };
    if (how.at) how.found.set(thing.id, { x: how.at.x + place.x - (size[0] * scale) / 2, y: how.at.y + place.y - (size[1] * scale) / 2, w: size[0] * scale, h: size[1] * scale, shape: "area", thing: true });
    const out = ["g", { class: `thing${thing.id ? "" : " loose"}`, "data-id": thing.id,
        transform: `translate(${+place.x.toFixed(4)} ${+place.y.toFixed(4)})` },
        ["title", {}, [thing.label, thing.count ? `×${thing.count}` : "", look.words || (thing.text || "").length > 3 ? `: ${thing.text || look.words}` : ""]
            .filter(Boolean).join(" ").replace(" : ", ": ")],
        ["g", { transform: `scale(${+scale.toFixed(4)})` }, parts.spriteTree(thing, look)]];
    if (thing.count && thing.sprite !== "chip" && thing.sprite !== "die")
        out.push(thing.sprite === "poly" ? sceneBadge(thing.count, size[0] * scale * 0.5, size[1] * scale * 0.5, ink * 0.72)
            : sceneBadge(thing.count, size[0] * scale * 0.34, size[1] * scale * (thing.face === "down" ? 0.36 : 0.5), Math.min(ink * 0.8, Math.max(0.2, size[1] * scale * 0.4))));
    return out;
}

/* A polyomino on a cell of one by one lies with the corner of its bounding box there. */
function scenePolyPlace(thing, box, parts) {
    const [wide, high] = parts.spriteSize(thing);
    return { x: box.x + wide / 2, y: box.y + high / 2, scale: 1 };
}

function sceneThingsIn(things, box, flow, how) {
    if (!things.length) return [];
    if (!flow && box.w <= 1.01 && things.every((thing) => thing.sprite === "poly"))
        return things.map((thing) => sceneThing(thing, scenePolyPlace(thing, box, how.parts), how));
    if (!flow && things.length === 1 && things[0].sprite === "wall" && box.shape === "edge") /* it is the edge */
        return [sceneThing(things[0], { x: box.x + box.w / 2, y: box.y + box.h / 2, size: [box.w, box.h] }, how)];
    const cards = things.every((thing) => thing.sprite === "card");
    const sizes = things.map((thing) => {
        if (!cards || flow) return how.parts.spriteSize(thing);
        if (how.under) return [box.w + 0.3, box.h + 0.3];
        return things.length === 1 ? [box.w * 0.96, box.h * 0.96] : how.parts.spriteSize(thing);
    });
    const inner = flow ? box : how.under ? { x: box.x - 0.15, y: box.y - 0.15, w: box.w + 0.3, h: box.h + 0.3 } : { x: box.x + box.w * 0.02, y: box.y + box.h * 0.02, w: box.w * 0.96, h: box.h * 0.96 };
    const tight = !flow && things.length > 1 && box.round ? { x: box.x + box.w * 0.16, y: box.y + box.h * 0.16, w: box.w * 0.68, h: box.h * 0.68 } : inner;
    return scenePack(sizes, tight, flow || "").map((place, i) => {
        const at = { ...place };
        if (things[i].sprite === "card") at.size = sizes[i].map((x) => x * place.scale * (flow ? 0.94 : 1));
        return sceneThing(things[i], at, how);
    });
}

/* --- areas --- */

function sceneIsRound(cell) {
    return /^(round|circle|disc|plate)$/.test(cell.shape);
}

function sceneSlot(cell, pit, taken) {
    const round = sceneIsRound(cell);
    const words = cell.label ? [["title", {}, cell.label]] : [];
    const large = cell.w > 1.5 && cell.h > 1.5 && cell.shape !== "card" && (taken || cell.w > 2 * cell.h);
    const kind = round || large ? "plate" : cell.shape === "none" ? "bare" : pit ? `slot pit ${pit}` : "slot";
    const inset = cell.w >= 1.6 || cell.h >= 1.6 ? 0.05 : 0.03;
    if (round && Math.abs(cell.w - cell.h) < 0.2)
        return ["circle", { cx: cell.x + cell.w / 2, cy: cell.y + cell.h / 2, r: Math.min(cell.w, cell.h) / 2 - inset, class: kind, "data-id": cell.id }, ...words];
    return ["rect", { x: cell.x + inset, y: cell.y + inset, width: Math.max(0.01, cell.w - 2 * inset), height: Math.max(0.01, cell.h - 2 * inset),
        rx: Math.min(cell.w, cell.h, 1.2) * (round ? 0.4 : 0.12), class: kind, "data-id": cell.id }, ...words];
}

function sceneTextArea(area, size) {
    const lines = area.text || [];
    const out = ["g", { class: "plaintext" }, ["rect", { x: 0, y: 0, width: size[0], height: size[1], rx: 0.3, class: "paper" }]];
    lines.forEach((line, i) =>
        out.push(["text", { x: 0.5, y: i + 1.2, "font-size": 0.82, "xml:space": "preserve", textLength: Math.max(0.1, line.length * 0.5),
            lengthAdjust: "spacingAndGlyphs" }, line]));
    return out;
}

function sceneAreaSize(area) {
    const box = area.box || [0, 0, 1, 1];
    if (area.grid) return gridSize(area.grid);
    if (area.text)
        return [Math.max(4, ...area.text.map((line) => line.length * 0.5)) + 1, area.text.length + 0.8];
    if (area.cells)
        return [Math.max(box[2], ...area.cells.map((c) => c.x + c.w)), Math.max(box[3], ...area.cells.map((c) => c.y + c.h))];
    return [box[2], box[3]];
}

/* Whether a cell has other cells of its area on it: what lies there is drawn below them. */
function sceneIsUnder(cell, cells) {
    return cells.some((c) => c !== cell && c.w * c.h < cell.w * cell.h && c.x >= cell.x - 0.01 && c.y >= cell.y - 0.01 &&
        c.x + c.w <= cell.x + cell.w + 0.01 && c.y + c.h <= cell.y + cell.h + 0.01);
}

/* Cells on top of a thing that need no drawing of their own: under a polyomino, or larger than a square. */
function sceneIsPlain(cell, bases, on) {
    const based = bases.some((b) => b !== cell && sceneIsUnder(b, [cell]));
    return based && (cell.w > 1.01 || on.some((thing) => thing.sprite === "poly"));
}

/* Cells on top of a thing are pits in it, in a shade that goes with its colour. */
function scenePit(cell, bases, scene) {
    const base = bases.find((b) => b !== cell && sceneIsUnder(b, [cell]));
    const thing = base && scene.things.find((one) => one.at === base.id);
    return thing ? (thing.colour === "black" || /\bblack\b/.test(thing.tags || "") ? "deep" : "pale") : "";
}

/* The drawing of one area at its corner; `found` learns where everything lies. */
function sceneArea(area, at, size, drawn) {
    const how = { ...drawn, at };
    const { scene, found, turned } = how;
    const things = scene.things.filter((thing) => thing.at === area.id);
    const cells = gridCells(area, turned && area.grid);
    const box = { x: 0, y: 0, w: size[0], h: size[1] };
    const out = ["g", { class: "area", "data-id": area.id, transform: `translate(${at.x} ${at.y})` }, ["title", {}, area.label || area.id]];
    const learn = (id, x, y, w, h, shape) => found.set(id, { x: at.x + x, y: at.y + y, w, h, shape });
    learn(area.id, 0, 0, size[0], size[1], "area");
    if (area.text) out.push(sceneTextArea(area, size));
    if (area.grid) out.push(...gridTree(area, cells, how.parts), ...(how.tight ? [] : gridLabels(area.grid, how.ink, turned)));
    if (area.flow) out.push(["rect", { x: 0, y: 0, width: size[0], height: size[1], rx: 0.2, class: `flow flow-${area.flow}${things.length ? "" : " empty"}` }]);
    for (const cell of cells) learn(cell.id, cell.x, cell.y, cell.w, cell.h, cell.shape);
    const low = [];
    const high = [];
    const slots = [];
    const bases = area.cells ? cells.filter((cell) => sceneIsUnder(cell, cells)) : [];
    for (const cell of cells) {
        const on = scene.things.filter((thing) => thing.at === cell.id);
        const under = bases.includes(cell);
        const strip = area.cells && sceneIsStrip(cell) ? sceneStripPlaces(cell, cells) : [];
        const drawn = strip.length >= on.length && strip.length
            ? on.flatMap((thing, i) => sceneThingsIn([thing], strip[i], "", how))
            : sceneThingsIn(on, { ...cell, round: sceneIsRound(cell) }, "", { ...how, under });
        if (strip.length) slots.push(...strip.map((place) => sceneSlot({ ...cell, ...place })));
        else if (area.cells && !(under && on.length) && !sceneIsPlain(cell, bases, on)) (under ? low : slots).push(sceneSlot(cell, scenePit(cell, bases, scene), on.length > 0));
        (under ? low : high).push(...drawn);
    }
    out.push(...low, ...slots, ...sceneMarksBelow(scene, cells));
    out.push(...high, ...sceneThingsIn(things, { ...box, x: 0.1, y: 0.1, w: size[0] - 0.2, h: size[1] - 0.2 }, area.flow || "row", how));
    return out;
}

/* --- marks and arrows --- */

function sceneMark(place, kind) {
    if (place.shape === "hex")
        return ["polygon", { points: gridHexPoints(place, 0.98).join(" "), class: `mark mark-${kind}` }];
    if (place.shape === "point")
        return ["circle", { cx: place.x + place.w / 2, cy: place.y + place.h / 2, r: 0.2, class: `mark spot mark-${kind}` }];
    const frame = place.shape === "area" || place.shape === "edge" || place.w > 1.5 ? " frame" : "";
    if (sceneIsRound(place))
        return ["circle", { cx: place.x + place.w / 2, cy: place.y + place.h / 2, r: Math.min(place.w, place.h) / 2 - 0.05, class: `mark frame mark-${kind}` }];
    return ["rect", { x: place.x, y: place.y, width: place.w, height: place.h, rx: place.shape === "edge" ? 0.04 : frame ? 0.15 : 0, class: `mark${frame} mark-${kind}` }];
}

/* Marks of cells lie under things, those of points, edges, areas and things on top. */
function sceneMarksBelow(scene, cells) {
    const at = new Map(cells.map((cell) => [cell.id, cell]));
    return (scene.marks || []).flatMap((mark) => mark.cells.filter((id) => at.has(id) && !/^(point|edge)$/.test(at.get(id).shape))
        .map((id) => sceneMark(at.get(id), mark.kind)));
}

function sceneMarksAbove(scene, found) {
    const top = (place) => place && /^(point|edge|area)$/.test(place.shape);
    return (scene.marks || []).flatMap((mark) => mark.cells.filter((id) => top(found.get(id)))
        .map((id) => sceneMark(found.get(id), mark.kind)));
}

/* An arrow between two places, or a ring around one. */
function sceneArrow(arrow, found) {
    const to = found.get(arrow.to);
    const from = found.get(arrow.from);
    if (!to) return [];
    const [x, y] = gridCentre(to);
    if (!from || from === to)
        return [["circle", { cx: x, cy: y, r: Math.min(to.w, to.h) * 0.4, class: `ring arrow-${arrow.kind}` }]];
    const [cx, cy] = gridCentre(from);
    const far = Math.hypot(x - cx, y - cy) || 1;
    const [ux, uy] = [(x - cx) / far, (y - cy) / far];
    const [fx, fy] = [cx + ux * 0.3, cy + uy * 0.3];
    const head = Math.min(0.45, far * 0.5);
    const [bx, by] = [x - ux * head, y - uy * head];
    const point = (px, py) => `${+px.toFixed(3)} ${+py.toFixed(3)}`;
    return [["g", { class: `arrow arrow-${arrow.kind}` },
        ["path", { d: `M${point(fx, fy)}L${point(bx, by)}`, class: "shaft" }],
        ["path", { d: `M${point(x, y)}L${point(bx - uy * 0.24, by + ux * 0.24)}L${point(bx + uy * 0.24, by - ux * 0.24)}z`, class: "head" }]]];
}

/* --- panels --- */

/* Areas that are all flows have the width of what is in them, one after the other, at most `most` wide. */
function sceneFlows(areas, ink, how) {
    let x = 0;
    let y = ink * 1.7;
    let wide = 0;
    const out = areas.map((area) => {
        const [boxWide, high] = sceneAreaSize(area);
        const sizes = how.scene.things.filter((thing) => thing.at === area.id).map((thing) => how.parts.spriteSize(thing));
        const one = Math.max(1, ...sizes.map((size) => size[0])) * (high / Math.max(1, ...sizes.map((size) => size[1])));
        const count = area.flow === "stack" ? Math.min(1, sizes.length) : sizes.length;
        const needs = Math.max(1.2, count * Math.min(one, 1.5 * high) * 1.06 + 0.3, sceneTitle(area, how).length * ink * 0.52);
        const width = Math.min(needs, boxWide, how.most);
        if (x && x + width > how.most) {
            x = 0;
            y += high + ink * 1.9;
        }
        const placed = { area, size: [width, high], x, y };
        x += width + 0.3;
        wide = Math.max(wide, x - 0.3);
        return placed;
    });
    return { areas: out, wide, high: y + Math.max(...out.map((one) => one.size[1])) };
}

/* The label of an area, without the name of the seat under which it is drawn. */
function sceneTitle(area, how) {
    const label = String(area.label || area.id);
    const end = area.owner ? ` of ${sceneSeat(how.scene, area.owner).name}` : "";
    return end && label.toLowerCase().endsWith(end.toLowerCase()) ? label.slice(0, -end.length) : label;
}

/* A board of one long row is drawn in several lines; what was to its right moves along. */
const SCENE_ROW = 12;
function sceneBend(scene, width) {
    const long = scene.areas.find((area) => area.grid && area.grid.rows === 1 && area.grid.cols > SCENE_ROW && area.grid.shape !== "hex");
    if (!long) return scene;
    const bend = width < SCENE_NARROW ? 6 : 8;
    const [x, y] = long.box;
    const areas = scene.areas.map((area) => {
        if (area === long) return { ...area, box: [x, y, bend, Math.ceil(area.grid.cols / bend)], grid: { ...area.grid, bend } };
        return area.box && !area.owner && area.box[0] >= x + long.grid.cols ? { ...area, box: [area.box[0] - long.grid.cols + bend, ...area.box.slice(1)] } : area;
    });
    return { ...scene, areas };
}

/* Where there is no width to give away, what lies to the right of a board comes below it. */
function sceneBelow(boxed) {
    const board = boxed.find((one) => one.area.grid);
    if (!board) return;
    let [x] = board.box;
    for (const one of boxed) {
        if (one === board || one.box[0] < board.box[0] + board.size[0] - 0.3) continue;
        one.box = [x, board.box[1] + board.size[1], one.size[0], one.size[1]];
        x += one.size[0] + 0.4;
    }
}

/* Areas of one owner, in the places that their boxes give them, with room for labels between. */
function scenePanel(areas, ink, labelled, how) {
    if (areas.length > 1 && areas.every((area) => area.flow)) return sceneFlows(areas, ink, how);
    const tops = [];
    const lefts = [];
    const near = (list, x) => list.findIndex((y) => Math.abs(x - y) < 0.3);
    const boxed = areas.map((area) => ({ area, box: area.box || [0, 0, 1, 1], size: sceneAreaSize(area) }));
    if (how.narrow) sceneBelow(boxed);
    const meet = boxed.some((a, i) => boxed.some((b, j) => i < j && a.box[0] < b.box[0] + b.size[0] - 0.3 && b.box[0] < a.box[0] + a.size[0] - 0.3 &&
        a.box[1] < b.box[1] + b.size[1] - 0.3 && b.box[1] < a.box[1] + a.size[1] - 0.3));
    if (meet) { /* each below the one before */
        let y = 0;
        for (const one of boxed) {
            one.box = [0, y, one.size[0], one.size[1]];
            y += one.size[1];
        }
    }
    for (const one of boxed) {
        if (near(tops, one.box[1]) < 0) tops.push(one.box[1]);
        if (near(lefts, one.box[0]) < 0) lefts.push(one.box[0]);
    }
    tops.sort((a, b) => a - b);
    lefts.sort((a, b) => a - b);
    let wide = 0;
    let high = 0;
    const top = labelled ? ink * 1.7 : 0;
    for (const one of boxed) {
        const names = !how.tight && one.area.grid && (one.area.grid.thin || !Array.isArray(one.area.grid.names)) ? Math.min(ink, 0.5) * (one.area.grid.shape === "square" ? 1.5 : 1.9) : 0;
        one.x = one.box[0] - lefts[0] + near(lefts, one.box[0]) * 0.4 + names;
        one.y = one.box[1] - tops[0] + (near(tops, one.box[1]) + 1) * top;
        if (!labelled) one.y += near(tops, one.box[1]) * 0.3;
        wide = Math.max(wide, one.x + one.size[0]);
        high = Math.max(high, one.y + one.size[1] + names);
    }
    return { areas: boxed, wide, high };
}

/* Panels in rows of `cols`, from (x, y) on; what they take. */
function sceneRows(panels, cols, at, gap) {
    let { y } = at;
    let wide = 0;
    for (let i = 0; i < panels.length; i += cols) {
        let { x } = at;
        let high = 0;
        for (const panel of panels.slice(i, i + cols)) {
            Object.assign(panel, { x, y });
            x += panel.wide + gap * 1.5;
            high = Math.max(high, panel.high);
        }
        wide = Math.max(wide, x - gap * 1.5 - at.x);
        y += high + gap;
    }
    return { wide, high: Math.max(0, y - gap - at.y) };
}

/* What is shared, and the seats' panels below it in `cols` columns, or (cols 0) beside it. */
function sceneArrange(panels, cols, gap) {
    const shared = panels.filter((p) => !p.owner);
    const seats = panels.filter((p) => p.owner);
    const top = sceneRows(shared, 1, { x: 0, y: 0 }, gap);
    if (!shared.length || !seats.length) return shared.length ? top : sceneRows(seats, cols || 1, { x: 0, y: 0 }, gap);
    if (!cols) {
        const side = sceneRows(seats, 1, { x: top.wide + gap * 1.5, y: 0 }, gap);
        return { wide: top.wide + gap * 1.5 + side.wide, high: Math.max(top.high, side.high) };
    }
    const below = sceneRows(seats, cols, { x: 0, y: top.high + gap }, gap);
    const wide = Math.max(top.wide, below.wide);
    for (const panel of shared) panel.x = (wide - panel.wide) / 2;
    for (const panel of seats) panel.x += (wide - below.wide) / 2;
    return { wide, high: top.high + gap + below.high };
}

function scenePad(ink) {
    return Math.min(0.3, ink * 0.6);
}

/* The arrangement that makes cells largest in width x height pixels; a height of 0 does not count. */
function sceneLayout(scene, parts, options) {
    const owners = [...new Set(scene.areas.map((area) => area.owner || 0))].sort((a, b) => a - b);
    /* Cells that would become tiny make the picture taller instead. */
    const least = options.least ? options.least : scene.things.some((thing) => thing.sprite === "card" && (thing.kind || (thing.text || "").length > 3)) ? 58 : 26;
    let ink = 0.4;
    let best;
    for (let round = 0; round < 3; round++) {
        best = undefined;
        for (let cols = 0; cols <= Math.max(1, owners.length); cols++) {
            const panels = owners.map((owner) => {
                const areas = scene.areas.filter((area) => (area.owner || 0) === owner);
                const labelled = areas.length > 1;
                const panel = scenePanel(areas, ink, labelled, { scene, parts, tight: options.tight, narrow: options.width < SCENE_NARROW, most: Math.max(8, options.width / least) });
                const named = owner && !options.bare;
                const head = named ? ink * 2 : 0;
                for (const one of panel.areas) one.y += head;
                return { ...panel, owner, labelled, high: panel.high + head, wide: Math.max(panel.wide, named ? ink * Math.max(9, sceneHeadWide(sceneSeat(scene, owner))) : 0) };
            });
            const size = sceneArrange(panels, cols, ink * 1.2);
            const room = options.tight ? 0 : 2 * scenePad(ink);
            const most = Math.min(options.width / (size.wide + room), size.wide < 6 ? 100 : Infinity);
            const scale = Math.min(most, options.height ? Math.max(least, options.height / (size.high + room)) : Infinity);
            if (!best || scale > best.scale * 1.01 || (scale > best.scale * 0.99 && size.high < best.high)) best = { panels, scale, ...size };
        }
        ink = Math.min(0.9, Math.max(0.16, 14 / best.scale));
    }
    return { ...best, ink };
}

function sceneSeat(scene, owner) {
    return (scene.seats || []).find((seat) => seat.seat === owner) || { name: `seat ${owner}` };
}

/* Colours of seats that are called by a colour: white is white. */
function sceneColours(scene) {
    const out = {};
    const chess = (scene.things || []).some((thing) => /^chess-/.test(thing.sprite || ""));
    for (const seat of scene.seats || []) {
        const name = String(seat.name).toLowerCase();
        if (/^p\d$/.test(seat.colour || "") && /^(white|black|red|blue|green|yellow)$/.test(name)) out[seat.colour] = name;
        else if (chess && (scene.seats || []).length === 2) out[seat.colour] = seat.seat === 1 ? "white" : "black";
    }
    return out;
}

function sceneCounts(seat) {
    return (seat.counts || []).map(([name, value]) => `${name} ${value}`).join(" · ");
}

/* How wide the heading of a panel is, in letters. */
function sceneHeadWide(seat) {
    return 2.2 + String(seat.name).length * 0.6 + sceneCounts(seat).length * 0.46 + (seat.points === null || seat.points === undefined ? 0 : 2.5);
}

function scenePanelHead(scene, panel, ink, parts) {
    const seat = sceneSeat(scene, panel.owner);
    const counts = sceneCounts(seat);
    const out = [["circle", { cx: ink * 0.5, cy: ink * 0.8, r: ink * 0.42, class: `dot ${parts.spriteColour(seat.colour, parts.seats)}` }],
        ["text", { x: ink * 1.3, y: ink * 1.15, "font-size": ink, class: `heading${seat.acts ? " acts" : ""}` }, String(seat.name)]];
    const points = seat.points === null || seat.points === undefined ? "" : String(seat.points);
    if (points) out.push(["text", { x: panel.wide, y: ink * 1.2, "font-size": ink * 1.2, "text-anchor": "end", class: "heading" }, points]);
    if (counts)
        out.push(["text", { x: ink * 2 + String(seat.name).length * ink * 0.6, y: ink * 1.15, "font-size": ink * 0.85, class: "name" }, counts]);
    return out;
}

/* The SVG element of a scene. parts: spriteTree, spriteSize, spriteColour. options: `width` and `height`
 * in pixels (0: any), `turned` (the board from the other side), `arrows` [{from, to, kind}], `label`,
 * `tight` (no room beside the board: no names of columns and rows), `bare` (panels of seats without headings), `least` (cells are at least that many pixels), and `found`, a map that learns where areas, cells and things lie, {x, y, w, h, shape}. */
function sceneTree(given, parts, options) {
    const scene = sceneBend(given, options.width || SCENE_NARROW);
    const seats = sceneColours(scene);
    const layout = sceneLayout(scene, parts, options);
    const found = options.found || new Map();
    const how = { scene, found, parts: { ...parts, seats }, ink: layout.ink, turned: options.turned, tight: options.tight };
    const body = [];
    for (const panel of layout.panels) {
        const group = ["g", { class: panel.owner ? "panel owned" : "panel" }];
        if (panel.owner && !options.bare)
            group.push(["g", { transform: `translate(${panel.x} ${panel.y})` }, ...scenePanelHead(scene, panel, layout.ink, how.parts)]);
        for (const one of panel.areas) {
            const at = { x: panel.x + one.x, y: panel.y + one.y };
            if (panel.labelled)
                group.push(["text", { x: at.x, y: at.y - layout.ink * 0.45, "font-size": layout.ink * 0.9, class: "name" }, sceneTitle(one.area, how)]);
            group.push(sceneArea(one.area, at, one.size, how));
        }
        body.push(group);
    }
    const arrows = (options.arrows || []).flatMap((arrow) => sceneArrow(arrow, found));
    const pad = options.tight ? 0 : scenePad(layout.ink);
    const [wide, high] = [layout.wide + 2 * pad, layout.high + 2 * pad];
    return ["svg", { class: "scene", role: "img", "aria-label": options.label || "board", width: Math.floor(wide * layout.scale),
        height: Math.floor(high * layout.scale), viewBox: `${-pad} ${-pad} ${+wide.toFixed(3)} ${+high.toFixed(3)}` },
        ...body, ["g", { class: "marks" }, ...sceneMarksAbove(scene, found)], ["g", { class: "arrows" }, ...arrows]];
}

export { sceneArrow, sceneColours, sceneMark, sceneTree };
