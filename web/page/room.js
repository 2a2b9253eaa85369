/* A table that is being played: the board, whose turn it is, what one may do, what happened. */

import { createBeside } from "./beside.js";
import { el, put } from "./el.js";
import { endPanel, endWords } from "./end.js";
import { drawTools } from "./roomtools.js";
import { createSteps } from "./steps.js";
import { sound } from "./sound.js";
import { specialOf } from "./special.js";

const NAMED = new Set(["label", "words", "ask", "name"]);
const REPLAY = 8; /* more events than this are not shown one by one */

/* --- names --- */

/* Scenes and picks say "seat 2"; people want names. */
function withNames(value, room) {
    if (!value) return value;
    const names = room.seats.map((seat) => seat.name);
    return JSON.parse(JSON.stringify(value), (key, one) => (typeof one === "string" && (NAMED.has(key) || /^\d+$/.test(key)) && /\bseat \d/i.test(one)
        ? one.replace(/\bseat (\d+)\b/gi, (all, k) => names[k - 1] || all) : one));
}

/* Seats with equal names (several engines of one level) are told apart by their numbers. */
function namedApart(app, seats) {
    const twice = (seat) => seats.some((other) => other.seat !== seat.seat && other.name && other.name === seat.name);
    return seats.map((seat) => (twice(seat) ? { ...seat, name: `${seat.kind === "engine" ? app.words("table.engine") : seat.name} ${seat.seat}` } : seat));
}

/* "white" where the game has such a name, with the person who sits there. */
function seatWords(room, k) {
    const seat = room.seats[k - 1] || {};
    const own = room.scene && room.scene.seats[k - 1] && room.scene.seats[k - 1].name;
    const name = seat.name || own || `seat ${k}`;
    return own && !/^seat \d/i.test(own) && own.toLowerCase() !== name.toLowerCase() ? `${name} (${own})` : name;
}

/* --- hand-over --- */

function isHidden(room) {
    return Boolean(room.game.hidden);
}

/* The seat of this device that is to act and has not been handed it yet; 0: none. */
function waitsFor(model) {
    const { room } = model;
    if (room.you.length < 2 || room.state !== "playing" || model.ply !== null) return 0;
    const asked = (room.scene ? room.scene.now.seats : room.asked || []).filter((k) => room.you.includes(k));
    if (!asked.length) return 0;
    const shown = room.seats.find((seat) => seat.shown);
    if (isHidden(room)) return room.pick || (shown && asked.includes(shown.seat)) ? 0 : asked.find((k) => !(model.answered || []).includes(k)) || 0;
    if (room.game.name !== "azul" && !room.handover) return 0;
    return asked.includes(model.handed) ? 0 : asked[0];
}

async function handOver(model, k) {
    const { app, id } = model;
    const { name } = model.room.seats[k - 1];
    const hidden = isHidden(model.room);
    const shown = model.room.seats.find((seat) => seat.shown && seat.seat !== k);
    /* Nothing of the other seat stays: no scene, no pick, no log, no board, no words that were spoken. */
    model.handing = k;
    model.shown = "";
    model.past = null;
    model.room = { ...model.room, scene: null, pick: null, asked: [k] };
    model.steps.stop();
    model.board.destroy();
    model.beside.blank(hidden);
    if (hidden) app.hush();
    model.status("");
    put(model.react_place);
    put(model.end_place);
    if (shown) await app.api("POST", `/rooms/${id}/seats/${shown.seat}/hide`, {}).catch(() => {});
    const button = el("button", { type: "button", class: "pri big", onclick: async () => {
        try {
            const given = hidden ? await app.api("POST", `/rooms/${id}/seats/${k}/show`, {}) : await app.api("GET", `/rooms/${id}`);
            model.handing = 0;
            model.handed = k;
            model.frame.classList.remove("handing");
            model.make_board();
            apply(model, given.room);
        } catch (problem) {
            app.note(problem.message, "bad");
        }
    } }, app.words("hand.ready", name));
    put(model.stage, el("section", { class: "handover" }, el("p", { class: "soft" }, app.words("hand.give")), el("h1", {}, name), button));
    put(model.tools);
    model.frame.classList.add("handing");
    button.focus();
    app.say(app.words("hand.next", name));
}

/* --- showing --- */

function statusLine(model) {
    const { room, app } = model;
    const scene = model.past || room.scene;
    if (!scene) return;
    const counts = (scene.counts || []).map(([name, value]) => `${name} ${value}`).join(" · ");
    const { over } = scene.now;
    const away = over ? endWords(app, room.result || scene.result || {}) : room.state === "paused" ? app.words("room.paused") : room.state === "open" ? app.words("room.waits") : "";
    model.status(el("b", {}, away || (room.react && room.pick ? app.words("room.react") : withNames(scene, room).now.words)), el("span", { class: "sp" }), el("span", {}, model.ply !== null ? app.words("room.past", model.ply, room.ply) : counts));
}

/* Two answers with the same word here give the same board. */
function asShown(room) {
    return [room.at, room.ply, room.state, room.pick_seat, room.view].join(" ");
}

/* Draws a room as it is now. */
function show(model, animate) {
    const { room, board } = model;
    const scene = withNames(room.scene, room);
    model.shown = asShown(room);
    const mine = room.pick_seat || (typeof room.view === "number" ? room.view : scene.now.seats.find((k) => room.you.includes(k)) || room.you[0] || scene.now.seats[0] || 1);
    board.listed = false;
    const asked = room.state === "playing" ? scene.now.seats.map((k) => seatWords(room, k)).join(", ") : "";
    const moved = board.show(scene, { pick: withNames(room.pick, room), seat: room.pick_seat || 0, mine, animate, waits: asked ? model.app.words("room.thinks", asked) : "" });
    statusLine(model);
    drawTools(model);
    model.beside.show(room, scene);
    if (room.state === "over" && !model.ended) {
        model.ended = true;
        moved.then(() => model.stage.isConnected && endPanel(model));
    } else if (room.state !== "over" && model.ended) {
        model.ended = false;
        put(model.end_place);
    }
    return moved;
}

/* Takes a room in: hand-over first, then what happened, then what can be done. */
async function apply(model, given, animate) {
    if (model.handing) return;
    const before = model.room;
    const room = { ...given, seats: namedApart(model.app, given.seats) };
    model.room = room;
    model.app.events.know(`room:${room.id}`, room.event);
    const k = waitsFor(model);
    if (k) return void handOver(model, k);
    if (model.ply !== null) {
        statusLine(model);
        model.beside.show(model.room, withNames(room.scene, room));
        return;
    }
    if (before && before.scene && model.shown === asShown(room)) { /* nothing on the board changed: what was chosen so far stays */
        statusLine(model);
        model.beside.show(model.room, withNames(room.scene, room));
        drawTools(model);
        return;
    }
    if (animate && before && before.scene && room.ply > before.ply && before.id === room.id) {
        if (model.settings_sound()) sound(room.pick ? "turn" : "act");
        if (model.steps.paused()) {
            await model.steps.ended();
            if (model.room.at !== room.at || model.handing) return;
        }
        model.steps.stop();
        await replay(model, before.ply, room);
        if (model.room.at === room.at && !model.handing) await lastSteps(model, room);
        if (model.room.at !== room.at || model.handing) return;
    }
    await show(model, animate);
    model.beside.load();
}

/* Events between two plies one after the other, where there are several; a key or a click ends it. */
async function replay(model, from, room) {
    const steps = room.ply - from;
    if (steps < 2 || steps > REPLAY || model.board.motion.still() || document.hidden) return;
    for (let ply = from + 1; ply < room.ply; ply++) {
        const seat = typeof room.view === "number" ? room.view : undefined;
        const answer = await model.app.api("GET", `/rooms/${room.id}/scene${model.app.query({ ply, seat })}`).catch(() => null);
        if (!answer || model.room.at !== room.at || !model.stage.isConnected) return;
        const scene = withNames(answer.scene, room);
        model.status(el("b", {}, (scene.since || []).map((one) => one.words).filter(Boolean).join("; ") || scene.now.words));
        await model.board.show(scene, { mine: room.pick_seat || room.you[0] || 1, animate: true });
        if ((scene.since || []).length > 1) await model.steps.run(scene);
        else await new Promise((done) => setTimeout(done, 450));
    }
}

/* The steps of the last event before one can act; a question with a clock does not wait. */
async function lastSteps(model, room) {
    if (room.react || (room.scene.since || []).length < 2 || model.board.motion.still()) return;
    const scene = withNames(room.scene, room);
    await model.board.show(scene, { mine: room.pick_seat || room.you[0] || 1, animate: false });
    await model.steps.run(scene);
}

/* --- acting --- */

/* Sends an act; the same key again where the answer was lost. */
async function act(model, choice) {
    const { app, room } = model;
    const body = { at: room.at, seat: room.pick_seat || 0, token: choice.token, key: app.key() };
    for (let tries = 0; ; tries++) {
        try {
            const answer = await app.api("POST", `/rooms/${room.id}/act`, body);
            if (room.react) model.answered = [...(model.answered || []), body.seat];
            else model.answered = [];
            await apply(model, answer.room, true);
            return;
        } catch (problem) {
            if (problem.code === "stale") {
                await reload(model);
                throw new Error(app.words("room.stale"));
            }
            if ((problem.status !== 0 && problem.status !== 503) || tries > 3) throw problem;
            await new Promise((done) => setTimeout(done, 500 * 2 ** tries));
        }
    }
}

async function reload(model) {
    const { room } = await model.app.api("GET", `/rooms/${model.id}`);
    await apply(model, room, true);
}

/* Undo, draw and the like. */
async function other(model, what, more = {}) {
    const { app, room } = model;
    const seat = room.pick_seat || room.you[0];
    try {
        const body = what === "pause" ? { on: room.state !== "paused" } : { at: room.at, seat, key: app.key(), ...more };
        const answer = await app.api("POST", `/rooms/${room.id}/${what}`, body);
        if (answer.room) await apply(model, answer.room, true);
        else await reload(model);
    } catch (problem) {
        if (problem.code === "stale") await reload(model);
        app.note(problem.message, "bad");
    }
}

/* --- tools --- */

async function look(model, ply) {
    const { room, app } = model;
    const to = ply === null || ply >= room.ply ? null : Math.max(0, ply);
    model.ply = to;
    model.past = null;
    model.shown = "";
    if (to === null) return reload(model).then(() => show(model));
    const seat = typeof room.view === "number" ? room.view : undefined;
    const { scene } = await app.api("GET", `/rooms/${room.id}/scene${app.query({ ply: to, seat })}`);
    if (model.ply !== to) return undefined;
    model.past = scene;
    model.board.show(withNames(scene, room), { mine: room.you[0] || 1, animate: false });
    statusLine(model);
    drawTools(model);
    model.beside.current(to);
    return undefined;
}

/* --- the question of a reaction, with the seconds left --- */

function drawReaction(model) {
    const { app, room } = model;
    clearInterval(model.counting);
    put(model.react_place);
    if (!room.react || !room.pick) return;
    const end = performance.now() + room.react.until_ms;
    const left = el("b", {});
    const tick = () => (left.textContent = app.words("room.seconds", Math.max(0, Math.ceil((end - performance.now()) / 1000))));
    tick();
    model.counting = setInterval(tick, 250);
    put(model.react_place, el("span", { class: "reaction" }, left,
        el("button", { type: "button", onclick: async () => {
            await app.api("POST", `/rooms/${room.id}/decline`, { seat: room.pick_seat, on: true }).catch((problem) => app.note(problem.message, "bad"));
            reload(model);
        } }, app.words("room.decline"))));
}

/* --- events --- */

function heard(model, kind, data) {
    const { app } = model;
    if (kind === "chat") return model.beside.chat(data);
    if (kind === "clock") return model.beside.clocks(data);
    if (kind === "info") return model.handing ? undefined : model.beside.thinks(data);
    if (kind === "act" || kind === "undo") {
        const said = [data.words || []].flat().join("; ");
        if (said && !model.handing) app.say(withNames({ words: said }, model.room).words);
    }
    if (kind === "resync" && !model.handing) model.beside.load(); /* chat and log may be all that is new */
    /* One request for all that came meanwhile. */
    if (model.fetching) return void (model.again = true);
    model.fetching = true;
    const refresh = async () => {
        do {
            model.again = false;
            await reload(model).catch((problem) => problem.status !== 0 && app.note(problem.message, "bad"));
        } while (model.again);
        model.fetching = false;
    };
    return refresh();
}

async function leaveAsk(model) {
    const { app, room } = model;
    if (room.state !== "playing" || !room.you.length) return app.go("#/");
    const sure = await app.ask({ title: app.words("room.leave"), body: el("p", {}, app.words("room.leavewords")), buttons: [[app.words("room.stay"), null, "pri"], [app.words("room.go"), true]] });
    return sure ? app.go("#/") : undefined;
}

/* --- sitting down --- */

function drawSeating(model) {
    const { app, room } = model;
    const open = room.seats.filter((seat) => seat.kind === "open");
    put(model.seat_place);
    if (!open.length) return;
    const invite = (app.store.state.invite || {})[room.id];
    const sit = async (k, body) => {
        try {
            await apply(model, (await app.api("POST", `/rooms/${room.id}/seats/${k}`, body)).room);
        } catch (problem) {
            app.note(problem.message, "bad");
        }
    };
    const link = room.invite ? `${location.origin}${location.pathname}${app.link("join", room.id, room.invite)}` : "";
    put(model.seat_place, el("section", { class: "panel" }, el("h2", {}, app.words("room.seats")),
        link ? el("p", { class: "field" }, el("label", { for: "invite" }, app.words("room.invite")), el("input", { id: "invite", readonly: true, value: link, onfocus: (event) => event.target.select() }),
            el("button", { type: "button", onclick: () => navigator.clipboard.writeText(link).then(() => app.note(app.words("room.copied")), () => {}) }, app.words("room.copy"))) : null,
        open.map((seat) => el("p", { class: "rowb" }, el("b", {}, app.words("table.seat", seat.seat)),
            room.you.length ? null : el("button", { type: "button", class: "pri", onclick: () => sit(seat.seat, { kind: "me", ...(invite ? { invite } : {}) }) }, app.words("room.sit")),
            room.maker ? el("button", { type: "button", onclick: () => sit(seat.seat, { kind: "engine", level: 4 }) }, app.words("room.engine")) : null))));
}

/* --- the part --- */

async function mount(place, app, { id }) {
    const { room } = await app.api("GET", `/rooms/${id}`);
    const model = { app, id, room: null, ply: null, past: null, handed: 0, handing: 0, ended: false, settings_sound: () => app.settings.sound };
    app.title(room.title || room.game.title);
    const status = el("div", { class: "status", role: "status" });
    Object.assign(model, { stage: el("div", { class: "board-place" }), tools: el("div", { class: "tools", role: "toolbar", "aria-label": app.words("room.tools") }), end_place: el("div", {}), react_place: el("span", {}), bar_place: el("div", { class: "bar-place" }), under: el("div", { class: "under" }), controls: el("div", { class: "controls" }),
        seat_place: el("div", {}), analysis_place: el("div", { class: "analysis-place" }), others: el("div", { class: "others" }), offline: el("p", { class: "offline", role: "status", hidden: true }, app.words("room.offline")) });
    model.formats = () => app.api("GET", `/games/${encodeURIComponent(room.game.name)}`).then((game) => game.formats || [], () => []);
    model.status = (...words) => put(status, ...words);
    model.seat_words = (k) => seatWords(model.room, k);
    model.look = (ply) => look(model, ply).catch((problem) => app.note(problem.message, "bad"));
    model.other = (what, more) => other(model, what, more);
    model.reload = () => reload(model);
    model.replace = (k) => app.api("POST", `/rooms/${id}/seats/${k}`, { kind: "engine", level: 4 }).then((given) => apply(model, given.room), (problem) => app.note(problem.message, "bad"));
    model.apply = (given, animate) => apply(model, given, animate);
    model.names = (value) => withNames(value, model.room);
    model.special = specialOf(room.game.name, model);
    model.steps = createSteps(model);
    model.beside = createBeside(model);
    model.frame = el("div", { class: "room" }, el("section", { class: "stage", "aria-label": app.words("board") }, el("h1", { class: "unseen" }, room.title || room.game.title), model.offline, status, model.steps.place, model.stage, model.under),
        el("aside", { class: "side", "aria-label": app.words("room.side") }, model.end_place, model.beside.seats, model.controls, model.analysis_place, model.others, model.beside.rest));
    put(place, model.frame);
    /* What one does is beside the board, or below it where there is one column; there the open seats come before the board. */
    const column = matchMedia("(max-width: 820px)");
    const placeControls = () => {
        (column.matches ? model.under : model.controls).append(model.seat_place, model.bar_place, model.tools);
        if (column.matches) model.steps.place.before(model.seat_place);
        if (model.board && model.board.scene) drawTools(model);
    };
    placeControls();
    column.addEventListener("change", placeControls);
    model.make_board = () => {
        put(model.stage);
        model.board = app.board(model.stage, { special: model.special, others: model.others, extra: model.react_place, bar_place: model.bar_place,
            ask: async (parts) => withNames((await app.api("GET", `/rooms/${id}/pick${app.query({ seat: model.room.pick_seat, part: parts })}`)).pick, model.room),
            done: (choice) => act(model, choice), typed: (text) => act(model, { token: text }) });
    };
    model.make_board();
    const drawn = model.beside.show;
    model.beside.show = (now, scene) => {
        drawn(now, scene);
        drawSeating(model);
        drawReaction(model);
    };
    const end = app.events.listen(`room:${id}`, (kind, data) => heard(model, kind, data), room.event);
    const watch = app.store.watch((state) => (model.offline.hidden = state.online !== false));
    const keys = (event) => {
        if (event.key !== "Escape" || document.querySelector("dialog[open]") || event.defaultPrevented) return;
        event.preventDefault();
        if (model.board.chosen && model.board.chosen.length && !model.handing) model.board.drop();
        else leaveAsk(model);
    };
    addEventListener("keydown", keys);
    await apply(model, room);
    return () => {
        end();
        watch();
        clearInterval(model.counting);
        removeEventListener("keydown", keys);
        column.removeEventListener("change", placeControls);
        if (model.analysis) model.analysis();
        model.beside.end();
        model.steps.stop();
        if (model.board) model.board.destroy();
        model.room = { ...model.room, scene: null, pick: null };
    };
}

export { mount };
