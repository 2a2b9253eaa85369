/* The tools of a room: steps through the game, undo, and behind "More" what is needed less often. */

import { el, put } from "./el.js";

const ICONS = { undo: "M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3", redo: "m15 5 5 5-5 5M20 10H10a5 5 0 0 0 0 10h3" };
const LEVEL = 5; /* of engines in a game that is played on */

/* --- leaving a seat, playing on, what engines expect --- */

/* Stands up: the seat is open again. With several people at one device they say who. */
async function standUp(model) {
    const { app, room } = model;
    const choices = room.you.map((k) => [room.you.length > 1 ? model.seat_words(k) : app.words("room.stand"), k, "pri"]);
    const k = await app.ask({ title: app.words(room.you.length > 1 ? "room.stand.who" : "room.stand.sure"), body: el("p", {}, app.words("room.stand.words")), buttons: [[app.words("cancel"), null], ...choices] });
    if (!k) return;
    try {
        await app.api("DELETE", `/rooms/${room.id}/seats/${k}`);
        await model.reload();
    } catch (problem) {
        app.note(problem.message, "bad");
    }
}

/* A table of one's own from the ply that is shown; at the end, from the last decision. */
async function playOnFrom(model) {
    const { app, room } = model;
    try {
        const ply = model.ply !== null ? model.ply : room.state === "over" ? Math.max(0, room.ply - 1) : room.ply;
        const { scene } = await app.api("GET", `/rooms/${room.id}/scene${app.query({ ply })}`);
        const mine = scene.now.seats[0] || 1;
        const seats = room.seats.map((seat) => (seat.seat === mine ? { kind: "person", name: app.person.name } : { kind: "engine", level: LEVEL }));
        const made = await app.api("POST", "/rooms", { room: room.id, ply, seats, undo: "free" });
        app.go(app.link("room", made.room.id));
    } catch (problem) {
        app.note(problem.message, "bad");
    }
}

/* What engines expect while they think: told by the table, and hidden by a person who does not want to know. */
async function showValues(model, on) {
    const { app, room } = model;
    model.beside.hide_values(!on);
    if (!on || room.engine_values) return;
    try {
        await model.apply((await app.api("PATCH", `/rooms/${room.id}`, { engine_values: true })).room);
    } catch (problem) {
        app.note(problem.message, "bad");
    }
}

/* --- the row --- */

function drawTools(model) {
    const { app, room, board } = model;
    const can = new Set(room.can || []);
    const step = (words, ply, label, off) => el("button", { type: "button", "aria-label": app.words(label), title: app.words(label), disabled: off, onclick: () => model.look(ply) }, words);
    const now = model.ply === null ? room.ply : model.ply;
    const does = ["undo", "redo", "reroll", "draw", "claim", "resign", "pause", "close"].filter((one) => can.has(one));
    const ask = { resign: "room.resign.sure", reroll: "room.reroll.sure", close: "room.close.sure" };
    const run = async (what) => {
        if (ask[what] && !(await app.ask({ title: app.words(ask[what]), buttons: [[app.words("cancel"), null], [app.words(`room.${what}`), true, "pri"]] }))) return;
        if (what !== "close") return void model.other(what);
        app.api("DELETE", `/rooms/${room.id}`).then(() => app.go("#/"), (problem) => app.note(problem.message, "bad"));
    };
    const cards = room.scene && room.scene.things.some((thing) => thing.sprite === "card" && thing.kind);
    const toggle = (key, on, set) => el("button", { type: "button", "aria-pressed": String(on), onclick: () => {
        set(!on);
        drawTools(model);
    } }, app.words(key));
    const named = (what) => app.words(what === "pause" && room.state === "paused" ? "room.resume" : `room.${what}`);
    const button = (what) => el("button", { type: "button", "data-do": what, onclick: () => run(what) }, named(what));
    const icon = (what) => el("button", { type: "button", class: "arrow-button", "data-do": what, "aria-label": named(what), title: named(what), onclick: () => run(what) }, el("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, el("path", { d: ICONS[what] })));
    const narrow = innerWidth <= 820; /* one row there too */
    const rules = el("a", { class: "btn", href: app.link("rules", room.game.name) }, app.words("room.rules"));
    const more = el("div", { class: "more", hidden: !model.more_open });
    const opens = el("button", { type: "button", "aria-expanded": String(Boolean(model.more_open)), "data-more": "", onclick: () => {
        model.more_open = more.hidden;
        more.hidden = !model.more_open;
        opens.setAttribute("aria-expanded", String(model.more_open));
    } }, app.words("room.more"));
    put(model.tools, el("span", { class: "group" }, step("|◀", 0, "room.first", now === 0), step("◀", now - 1, "room.back", now === 0), step("▶", now + 1, "room.on", model.ply === null), step("▶|", null, "room.last", model.ply === null)),
        does.filter((what) => ICONS[what]).map(icon), narrow ? null : rules, opens, more);
    const engines = "engine_values" in room && !room.game.hidden && room.seats.some((seat) => seat.kind === "engine") && (room.engine_values || room.maker);
    put(more, narrow ? rules : null, does.filter((what) => !ICONS[what]).map(button),
        room.you.length && room.state !== "over" ? el("button", { type: "button", "data-do": "stand", onclick: () => standUp(model) }, app.words("room.stand")) : null,
        can.has("play_on") ? el("button", { type: "button", "data-do": "play_on", onclick: () => playOnFrom(model) }, app.words("study.play-on")) : null,
        engines && room.state !== "over" ? toggle("room.values", Boolean(room.engine_values) && !model.beside.values_hidden(), (on) => showValues(model, on)) : null,
        el("button", { type: "button", onclick: () => board.turn_round() }, app.words("room.turn")), toggle("room.text", board.as_text, board.text),
        cards ? toggle("set.big", board.big, board.large) : null,
        board.options.typed && room.pick ? el("button", { type: "button", onclick: () => board.cursor.type("") }, app.words("board.typeit")) : null,
        room.open_analysis || room.state === "over" || !room.you.length ? toggle("menu.analyse", Boolean(model.analysis), (on) => analyse(model, on)) : null);
}

/* The analysis of this table beside the board, as another part of the page has it. */
async function analyse(model, on) {
    if (model.analysis) model.analysis();
    model.analysis = null;
    put(model.analysis_place);
    if (!on) return model.board.arrows([]);
    model.analysis = () => {};
    const module = await import("./analysis.js").catch(() => null);
    if (!module) return undefined;
    model.analysis = (await module.mount(model.analysis_place, model.app, { room: model.id, ply: model.ply === null ? undefined : model.ply, board: model.board })) || (() => {});
    return undefined;
}

export { drawTools, playOnFrom };
