/* The board widget: draws a scene in one or more sheets, shows what can be picked, and puts an action
 * together part by part. It knows no game; what is special for one is handed over as `options.special`. */

import { boardArrows, boardBadges, boardNames, boardOutlines } from "./outlines.js";
import { boardCursor } from "./cursor.js";
import { boardMotion } from "./motion.js";
import { boardPointing } from "./pointing.js";
import { boardText } from "./boardtext.js";
import { el, put } from "./el.js";
import { sceneColours, sceneTree } from "./scene.js";
import { spriteColour, spriteSize, spriteTree } from "./sprites.js";
import { treeElement } from "./tree.js";

const PARTS = { spriteColour, spriteSize, spriteTree };
const SPLIT = 30; /* boards of seats larger than this many cells get a sheet each */
const NARROW = 820;
const VERBS = 8;  /* that many verbs are looked into, so that what they are about can be picked at once */

/* --- sheets --- */

/* The areas of a scene by sheet: what is shared and one's own, and one sheet for each other seat where
 * seats have large boards. */
function sheetAreas(scene, mine, narrow) {
    const owners = [...new Set(scene.areas.map((area) => area.owner).filter(Boolean))];
    const size = (owner) => scene.areas.filter((area) => area.owner === owner).reduce((sum, area) => sum + (area.box ? area.box[2] * area.box[3] : 1), 0);
    if (owners.length < 2 || !owners.some((owner) => size(owner) > SPLIT)) return [{ areas: scene.areas, main: true }];
    const own = owners.includes(mine) ? mine : owners[0];
    const rest = owners.slice(owners.indexOf(own) + 1).concat(owners.slice(0, owners.indexOf(own)));
    const shared = scene.areas.filter((area) => !area.owner);
    const first = narrow && shared.length ? [{ areas: shared, main: true }, { areas: scene.areas.filter((area) => area.owner === own), owner: own, main: true }]
        : [{ areas: [...shared, ...scene.areas.filter((area) => area.owner === own)], owner: own, main: true }];
    return [...first, ...rest.map((owner) => ({ owner, areas: scene.areas.filter((area) => area.owner === owner) }))];
}

/* A chess piece as its letter. */
function asLetter(thing) {
    const name = /^chess-(.*)$/.exec(thing.sprite || "");
    return name ? { ...thing, sprite: "letter", text: name[1] === "knight" ? "N" : name[1][0].toUpperCase() } : thing;
}

function drawSheet(board, sheet, box) {
    const found = new Map();
    const letters = board.app.settings.pieces === "letters";
    const things = letters ? board.scene.things.map((thing) => asLetter(thing)) : board.scene.things;
    const scene = { ...board.scene, areas: sheet.areas, things };
    const label = board.options.label || (board.scene.now && board.scene.now.words) || "board";
    const tree = sceneTree(scene, PARTS, { ...box, turned: board.turned, label, found, tight: box.tight, bare: box.bare, least: board.special && board.special.least });
    const svg = treeElement(document, tree);
    for (const title of svg.querySelectorAll(".area > title")) title.remove(); /* tool tips of things are enough */
    const over = el("g", { class: "over" });
    svg.append(over);
    return { ...sheet, svg, over, found, tight: Boolean(box.tight) };
}

/* How large the main sheet may be. */
function boxOf(board) {
    const width = Math.max(160, board.main.clientWidth);
    if (board.options.height) return { width, height: board.options.height };
    if (innerWidth < NARROW) return { width, height: 0, tight: board.scene.areas.some((area) => area.grid && area.grid.cols <= 8 && width / area.grid.cols < 50) };
    const top = board.main.getBoundingClientRect().top + scrollY;
    return { width, height: Math.max(360, innerHeight - top - (board.options.bar_place ? 16 : 136)) };
}

function drawSheets(board) {
    const narrow = innerWidth < NARROW && !board.options.still;
    const scene = board.special && board.special.arrange ? board.special.arrange(board.scene, narrow) : board.scene;
    const all = sheetAreas(scene, board.mine, narrow);
    const others = all.filter((sheet) => !sheet.main);
    const big = board.big && board.scene.things.some((thing) => thing.sprite === "card");
    const box = boxOf(board);
    board.sheets = all.filter((sheet) => sheet.main).map((sheet) => drawSheet(board, sheet, big ? { ...box, height: 0, width: box.width * 1.6 } : box));
    put(board.main, board.sheets.map((sheet) => sheet.svg));
    board.main.classList.toggle("scrolls", Boolean(big));
    board.main.classList.toggle("lensed", board.sheets.some((sheet) => sheet.areas.some((area) => area.grid && area.grid.cols > 8)));
    const place = board.options.others || board.below;
    const open = new Map([...place.querySelectorAll("details")].map((one) => [one.dataset.owner, one.open]));
    const width = Math.max(220, Math.min(place.clientWidth || 320, board.options.others ? 640 : 900)) - 18;
    const folds = others.map((sheet) => {
        const drawn = drawSheet(board, sheet, { width: board.options.others ? width : Math.min(width, 460), height: 0, bare: true });
        board.sheets.push(drawn);
        const seat = board.scene.seats.find((one) => one.seat === sheet.owner) || { name: "" };
        const kept = open.get(String(sheet.owner));
        return el("details", { class: "fold", "data-owner": sheet.owner, open: kept === undefined ? innerWidth >= NARROW : kept },
            el("summary", {}, el("span", { class: `chip ${board.colour(seat)}` }), String(seat.name), el("span", { class: "counts" }, (seat.counts || []).map(([name, value]) => `${name} ${value}`).join(" · ")), seat.points === null || seat.points === undefined ? null : el("b", {}, String(seat.points))), drawn.svg);
    });
    put(place, folds);
}

/* --- where things are --- */

/* The ids at a point of the screen, smallest first. */
function hitsAt(board, clientX, clientY) {
    for (const sheet of board.sheets) {
        const frame = sheet.svg.getBoundingClientRect();
        if (clientX < frame.left || clientX > frame.right || clientY < frame.top || clientY > frame.bottom) continue;
        const at = toSheet(sheet, clientX, clientY);
        const hits = [];
        for (const [id, place] of sheet.found)
            if (at.x >= place.x && at.x <= place.x + place.w && at.y >= place.y && at.y <= place.y + place.h)
                hits.push({ id, sheet, place, size: place.w * place.h * (place.thing ? 0.9 : 1) });
        return { sheet, at, hits: hits.sort((a, b) => a.size - b.size) };
    }
    return { sheet: null, at: null, hits: [] };
}

function toSheet(sheet, clientX, clientY) {
    const point = new DOMPoint(clientX, clientY).matrixTransform(sheet.svg.getScreenCTM().inverse());
    return { x: point.x, y: point.y };
}

function toScreen(sheet, x, y) {
    const point = new DOMPoint(x, y).matrixTransform(sheet.svg.getScreenCTM());
    return { x: point.x, y: point.y };
}

function findPlace(board, id) {
    for (const sheet of board.sheets) if (sheet.found.has(id)) return { sheet, place: sheet.found.get(id) };
    return null;
}

/* --- parts and what they are on the board --- */

/* The ids that a part of a pick stands for. */
function idsOf(board, entry) {
    const own = board.special && board.special.ids && board.special.ids(board, entry);
    if (own) return own;
    if (findPlace(board, entry.part)) return [entry.part];
    const same = board.scene.things.filter((thing) => thing.part === entry.part && findPlace(board, thing.id));
    const near = same.filter((thing) => board.chosen.includes(thing.at));
    const mine = entry.kind === "card" ? same.filter((thing) => thing.owner === board.seat && /hand/.test(thing.at)) : [];
    return (near.length ? near : mine.length && !board.chosen.length ? mine : same).map((thing) => thing.id);
}

/* The parts that can come next, each with its ids; those below a verb have the verb before them. */
function spread(board) {
    const out = [];
    for (const entry of (board.pick && board.pick.next) || []) out.push({ entry, parts: [entry.part], ids: entry.kind === "turn" ? [] : idsOf(board, entry) });
    for (const { verb, entry } of board.below_verbs) {
        const ids = idsOf(board, entry);
        if (ids.length) out.push({ entry, parts: [verb, entry.part], ids, light: true });
    }
    return out;
}

/* Which parts a click on some ids means: [parts, ...], the best first. */
function meanings(board, hits) {
    const things = new Map(board.scene.things.map((thing) => [thing.id, thing]));
    const out = [];
    for (const { id } of hits) {
        const thing = things.get(id);
        const below = board.options_now.filter((one) => one.ids.includes(id));
        const on = thing && thing.part && board.options_now.find((one) => one.ids.includes(thing.at) && !one.ids.includes(id));
        if (on) out.push([...on.parts, thing.part]);
        const verbs = new Set(below.map((one) => one.parts.length));
        if (below.length === 1) out.push(below[0].parts);
        else if (below.length > 1) out.push(verbs.has(1) ? below.find((one) => one.parts.length === 1).parts : [below[0].entry.part]);
    }
    return out;
}

/* What to ask about when nothing there can be picked, so that the answer says why. */
function guesses(board, hits) {
    const hit = hits.find((one) => !board.scene.areas.some((area) => area.id === one.id));
    if (!hit) return null;
    const thing = board.scene.things.find((one) => one.id === hit.id);
    return [thing ? thing.part || (board.scene.areas.some((area) => area.grid) ? thing.at : thing.id) : hit.id];
}

/* --- picking --- */

async function ask(board, parts) {
    const turn = ++board.turn;
    const pick = await board.options.ask(parts);
    return turn === board.turn ? pick : null;
}

function finish(board, choice) {
    board.busy = true;
    board.chosen = choice.parts;
    board.draw_over();
    const { first } = board;
    const same = () => board.first === first; /* else a newer scene is shown already */
    return Promise.resolve(board.options.done(choice)).then(() => true, (problem) => {
        if (same()) {
            board.busy = false;
            board.drop(true);
        }
        board.refuse(problem.message);
        return false;
    }).finally(() => {
        if (!same()) return;
        board.busy = false;
        board.draw_over();
    });
}

/* Takes parts after those that were chosen. */
async function choose(board, parts, chosen = board.chosen, own = true) {
    if (board.busy || !board.options.ask) return false;
    const depth = chosen.length;
    const entry = parts.length === 1 && chosen === board.chosen && board.pick && (board.pick.next || []).find((one) => one.part === parts[0]);
    if (entry && entry.token) return finish(board, { token: entry.token, parts: [...chosen, ...parts], words: entry.words });
    let pick;
    try {
        pick = await ask(board, [...chosen, ...parts]);
    } catch (problem) {
        board.refuse(problem.message);
        return false;
    }
    if (!pick) return false;
    board.refuse("");
    if (pick.token && !(pick.next || []).length) return finish(board, { token: pick.token, parts: pick.chosen, words: pick.words });
    if (own) board.stops = [...board.stops.filter((at) => at < depth), depth];
    board.chosen = pick.chosen;
    board.pick = pick;
    board.below_verbs = [];
    const only = (pick.next || []).length === 1 && pick.next[0].only && pick.next[0].silent !== false ? pick.next[0] : null;
    if (only && only.kind !== "verb" && !board.special_keeps(only)) return choose(board, [only.part], board.chosen, false);
    board.draw_over();
    board.say_pick();
    return true;
}

/* Verbs are looked into, so that what they are about can be picked without them. */
async function lookBelow(board) {
    const next = (board.pick && board.pick.next) || [];
    const verbs = next.filter((one) => one.kind === "verb" && !one.token);
    if (!board.options.ask || board.chosen.length || !verbs.length || verbs.length > VERBS) return;
    const { pick } = board;
    const found = [];
    for (const verb of verbs) {
        const answer = await Promise.resolve(board.options.ask([verb.part])).catch(() => null);
        if (board.pick !== pick) return;
        for (const entry of (answer && answer.next) || []) if (entry.kind !== "choice" && entry.kind !== "turn") found.push({ verb: verb.part, entry });
    }
    board.below_verbs = found;
    board.draw_over();
}

/* --- the bar below the board --- */

function partButton(board, entry) {
    const mask = entry.kind === "turn" && entry.mask;
    const face = mask ? treeElement(document, ["svg", { viewBox: "-2.1 -2.1 4.2 4.2", class: "mini" }, spriteTree({ sprite: "poly", mask, colour: board.held_colour || "p1" }, {})]) : null;
    return el("button", { type: "button", class: entry.part === "done" ? "pri" : "", "data-part": entry.part, title: entry.words, onclick: () => choose(board, [entry.part]) },
        face, el("span", {}, entry.words || entry.part));
}

function drawBar(board) {
    const { app, pick } = board;
    if (board.options.still) return;
    const own = pick && board.special && board.special.bar && board.special.bar(board);
    const loose = !pick ? [] : board.options_now.filter((one) => one.parts.length === 1 && (!one.ids.length || board.listed));
    const chosen = board.chosen.map((part, i) => el("button", { type: "button", class: "chosen", title: app.words("board.drop"), onclick: () => board.back_to(i) }, board.part_words(part), " ×"));
    put(board.bar, pick ? el("span", { class: "asks" }, board.busy ? app.words("board.sending") : pick.ask || "") : null,
        chosen.length && !board.busy ? el("span", { class: "parts" }, chosen) : null, own || null,
        !board.busy && loose.length ? el("span", { class: "choices" }, loose.slice(0, 60).map((one) => partButton(board, one.entry))) : null,
        loose.length > 60 ? el("span", { class: "soft" }, app.words("board.more", loose.length - 60)) : null);
    if (pick && board.options.extra) board.bar.append(board.options.extra);
    if (!pick && board.waits) put(board.bar, el("span", { class: "soft" }, board.waits));
    board.bar.hidden = !board.options.ask || board.scene.now.over || (!pick && !board.waits);
}

/* --- the widget --- */

const boards = new WeakMap();

/* The board in a place; scripts reach it by `import("/board.js")`. */
function boardAt(place) {
    return boards.get(place);
}

/* A board in a place. options:
 *   ask(parts)     what can come after these parts: a promise of a pick (without it the board is only shown)
 *   done(choice)   {token, parts, words}: the action is complete; a promise, refused with a sentence
 *   extra          an element at the end of the bar; bar_place: a place for the bar, which is else below the board; others: a place for the boards of other seats; special: hooks of one game; height in pixels;
 *   still          no bar, no keys: a small picture; typed(text): a token that was typed, a promise
 * Gives back an object with
 *   show(scene, {pick, seat, mine, animate, waits})   pick: the first list for `seat`; mine: whose board is
 *                large; waits: words for when there is nothing to pick
 *   arrows([{from, to, kind, words}]), badges([{at, words}])
 *   turn(), text(on), large(on), drop(), choose(parts), redraw(), destroy() */
function createBoard(place, app, options) {
    const board = { app, place, options, scene: null, pick: null, first: null, seat: 0, mine: 0, chosen: [], stops: [], below_verbs: [], options_now: [], sheets: [],
        arrow_list: [], badge_list: [], turned: false, as_text: false, big: Boolean(app.settings.big) && !options.still, turn: 0, busy: false, special: options.special || null };
    board.main = el("div", { class: "sheets" });
    board.below = el("div", { class: "below" });
    board.text_place = el("div", { class: "textboard", hidden: true });
    board.bar = el("div", { class: "bar-pick", hidden: true });
    board.message = el("p", { class: "refusal", role: "alert" });
    boards.set(place, board);
    if (options.bar_place) put(options.bar_place, board.bar, board.message);
    put(place, board.main, options.still ? null : [options.bar_place ? null : [board.bar, board.message], board.text_place], board.below);
    Object.assign(board, {
        find: (id) => findPlace(board, id), hits: (x, y) => hitsAt(board, x, y), to_screen: toScreen, to_sheet: toSheet,
        meanings: (hits) => meanings(board, hits), guesses: (hits) => guesses(board, hits), choose: (parts, chosen) => choose(board, parts, chosen),
        colour: (seat) => spriteColour(seat.colour, sceneColours(board.scene)),
        finish: (choice) => finish(board, choice),
        special_keeps: (entry) => Boolean(board.special && board.special.keeps && board.special.keeps(board, entry)),
    });
    board.refuse = (words) => (board.message.textContent = words || "");
    board.part_words = (part) => {
        const thing = board.scene.things.find((one) => one.id === part || one.part === part);
        return thing ? thing.label : part;
    };
    board.say_pick = () => board.pick && app.say([board.pick.ask, board.chosen.map(board.part_words).join(", ")].filter(Boolean).join(" "));
    /* What lies over the board; `bar`: the bar too. It keeps its buttons while only a cursor moves, so that no click is lost. */
    board.draw_over = (bar = true) => {
        if (!board.scene) return;
        board.options_now = board.busy ? [] : spread(board);
        for (const sheet of board.sheets) put(sheet.over);
        boardNames(board);
        boardOutlines(board);
        boardArrows(board);
        boardBadges(board);
        if (board.special && board.special.over) board.special.over(board);
        board.cursor.draw();
        if (!bar) return;
        drawBar(board);
        if (board.as_text) boardText(board);
        for (const fold of (options.others || board.below).querySelectorAll("details"))
            if (board.options_now.some((one) => !one.light && one.ids.some((id) => { const at = findPlace(board, id); return at && String(at.sheet.owner) === fold.dataset.owner; }))) fold.open = true;
    };
    board.redraw = () => {
        if (!board.scene || !place.isConnected) return;
        drawSheets(board);
        board.draw_over();
    };
    board.back_to = async (n) => {
        const kept = board.chosen.slice(0, n);
        board.pick = board.first;
        board.chosen = [];
        const stops = board.stops.filter((at) => at < n);
        if (kept.length) {
            await choose(board, kept, []);
            board.stops = stops;
        }
        else {
            board.draw_over();
            lookBelow(board);
        }
    };
    board.drop = async (all) => {
        if (!board.chosen.length) return false;
        await board.back_to(all ? 0 : board.stops[board.stops.length - 1] || 0); /* what was taken without asking goes too */
        return true;
    };
    board.show = (scene, more = {}) => {
        const before = board.scene ? board.motion.places() : null;
        board.turn++;
        Object.assign(board, { scene, pick: more.pick || null, first: more.pick || null, seat: more.seat || 0, mine: more.mine || more.seat || scene.seat || 0, waits: more.waits || "", busy: false, chosen: [], stops: [], below_verbs: [], held: null });
        board.refuse("");
        drawSheets(board);
        board.draw_over();
        lookBelow(board);
        if (board.special && board.special.shown) board.special.shown(board);
        return more.animate && before ? board.motion.play(before) : Promise.resolve();
    };
    board.arrows = (list) => {
        board.arrow_list = list || [];
        board.draw_over();
    };
    board.badges = (list) => {
        board.badge_list = list || [];
        board.draw_over();
    };
    board.turn_round = () => {
        board.turned = !board.turned;
        board.redraw();
    };
    board.text = (on) => {
        board.as_text = on;
        board.text_place.hidden = !on;
        board.draw_over();
    };
    board.large = (on) => {
        board.big = on;
        board.redraw();
    };
    board.motion = boardMotion(board);
    board.cursor = boardCursor(board);
    const ends = options.still ? [] : [boardPointing(board), board.cursor.listen()];
    let waiting = 0;
    const resized = () => {
        clearTimeout(waiting);
        waiting = setTimeout(board.redraw, 120);
    };
    if (!options.still) addEventListener("resize", resized);
    board.destroy = () => {
        removeEventListener("resize", resized);
        clearTimeout(waiting);
        for (const end of ends) end();
        board.turn++;
        Object.assign(board, { scene: null, pick: null, first: null, chosen: [], below_verbs: [], options_now: [], sheets: [], arrow_list: [], badge_list: [], held: null });
        if (board.special && board.special.end) board.special.end();
        put(options.others || board.below);
        if (options.bar_place) put(options.bar_place);
        put(place);
    };
    return board;
}

export { boardAt, createBoard };
