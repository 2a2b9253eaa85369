/* The table before a game: seats, engines by level, options, undo, clocks, who may look. */

import { el, put } from "./el.js";
import { sceneColours } from "./scene.js";
import { spriteColour } from "./sprites.js";

const CLOCKS = [["none", null], ["1+0", { main_ms: 60000, increment_ms: 0 }], ["3+2", { main_ms: 180000, increment_ms: 2000 }], ["10+5", { main_ms: 600000, increment_ms: 5000 }],
    ["30+20", { main_ms: 1800000, increment_ms: 20000 }], ["30 s", { move_ms: 30000 }], ["2 min", { move_ms: 120000 }]];

/* Levels of an engine, with the words the server has for them. */
function levelSelect(app, game, seat, changed) {
    const own = (game.engines || []).map((name) => el("option", { value: `engine:${name}`, selected: seat.engine === name }, name));
    return el("select", { "aria-label": app.words("table.level"), onchange: (event) => {
        const { value } = event.target;
        if (value.startsWith("engine:")) Object.assign(seat, { engine: value.slice(7), level: undefined });
        else Object.assign(seat, { level: Number(value), engine: undefined });
        changed();
    } }, (game.levels || []).map((one) => el("option", { value: one.level, selected: !seat.engine && seat.level === one.level }, `${app.words("table.level")} ${one.level}`)), own);
}

function seatRow(app, game, state, k, changed) {
    const seat = state.seats[k];
    const names = (game.scene && game.scene.seats) || [];
    const label = names[k] && !/^seat /.test(names[k].name) ? names[k].name : app.words("table.seat", k + 1);
    const kind = el("select", { "aria-label": app.words("table.who", k + 1), onchange: (event) => {
        seat.kind = event.target.value;
        if (seat.kind === "open" && state.undo === "free") state.undo = "ask"; /* others must agree */
        changed();
    } }, ["person", "engine", "open"].map((one) => el("option", { value: one, selected: seat.kind === one }, app.words(`table.${one}`))));
    const level = seat.kind === "engine" && !seat.engine && (game.levels || []).find((one) => one.level === seat.level);
    const what = seat.kind === "engine" ? levelSelect(app, game, seat, changed) : seat.kind === "person"
        ? el("input", { type: "text", value: seat.name, maxlength: 32, "aria-label": app.words("table.name", k + 1), oninput: (event) => (seat.name = event.target.value) })
        : el("span", { class: "soft" }, app.words("table.openwords"));
    const chip = names[k] ? spriteColour(names[k].colour, sceneColours(game.scene)) : `q-p${k + 1}`;
    return el("li", { class: "seatrow" }, el("span", { class: `chip ${chip}` }), el("b", {}, label), kind, el("span", {}, what, level ? el("small", {}, level.words) : null),
        el("button", { type: "button", class: "ic", disabled: k === 0, "aria-label": app.words("table.swap", k + 1), title: app.words("table.swap", k + 1), onclick: () => {
            [state.seats[k - 1], state.seats[k]] = [state.seats[k], state.seats[k - 1]];
            changed();
        } }, "⇅"));
}

function optionRow(app, option, state) {
    const id = `option-${option.name}`;
    const value = state.options[option.name] ?? option.default;
    const set = (given) => {
        if (String(given) === String(option.default)) delete state.options[option.name];
        else state.options[option.name] = given;
    };
    const on = String(value) === "1" || value === true || value === "true";
    let input;
    if (option.type === "check") input = el("input", { id, type: "checkbox", checked: on, onchange: (event) => set(typeof option.default === "boolean" ? event.target.checked : event.target.checked ? "1" : "0") });
    else if (option.type === "combo") input = el("select", { id, onchange: (event) => set(event.target.value) }, (option.choices || []).map((one) => el("option", { value: one, selected: String(one) === String(value) }, one)));
    else if (option.type === "spin") input = el("input", { id, type: "number", value, min: option.min, max: option.max, onchange: (event) => set(Number(event.target.value)) });
    else input = el("input", { id, type: "text", value, onchange: (event) => set(event.target.value) });
    return el("p", { class: "field" }, el("label", { for: id }, option.words || option.name), input);
}

function choice(app, key, values, now, changed) {
    return el("p", { class: "field" }, el("label", { for: `table-${key}` }, app.words(`table.${key}`)),
        el("select", { id: `table-${key}`, onchange: (event) => changed(event.target.value) }, values.map((one) => el("option", { value: one, selected: one === now }, app.words(`table.${key}.${one}`)))));
}

function check(app, key, on, changed) {
    return el("p", { class: "field" }, el("label", { for: `table-${key}` }, app.words(`table.${key}`)), el("input", { id: `table-${key}`, type: "checkbox", checked: on, onchange: (event) => changed(event.target.checked) }));
}

/* Which displays there are: five with two players, two more with each further one. */
function displays(app, n) {
    return el("p", { class: "displays", "aria-label": app.words("azul.displays", 2 * n + 1) }, [...Array(9).keys()].map((i) =>
        el("span", { class: i < 2 * n + 1 ? "display" : "display off", title: i < 5 ? "" : app.words("azul.only", i < 7 ? "3, 4" : "4") }, i < 5 ? "" : i < 7 ? "3+" : "4")));
}

function firstSeats(app, game, n, before = []) {
    return [...Array(n).keys()].map((k) => before[k] || (k === 0 ? { kind: "person", name: app.person.name, level: 4 } : { kind: "engine", name: app.words("table.guest", k + 1), level: 4 }));
}

/* What the server is asked for. */
function roomOf(game, state) {
    return { game: game.name, players: state.seats.length, options: state.options, seats: state.seats.map((seat) => {
        if (seat.kind === "person") return { kind: "person", name: seat.name };
        if (seat.kind === "open") return { kind: "open" };
        return seat.engine ? { kind: "engine", engine: seat.engine } : { kind: "engine", level: seat.level };
    }), look: state.look, undo: state.undo, clock: CLOCKS.find(([name]) => name === state.clock)[1], dice: state.dice, open_analysis: state.open_analysis, react_ms: state.react * 1000, handover: state.handover, ...(state.engine_values ? { engine_values: true } : {}),
        ...(state.title ? { title: state.title } : {}) };
}

function draw(place, app, game, state) {
    const again = () => draw(place, app, game, state);
    const [least, most] = game.players;
    const hidden = game.traits.includes("hidden");
    const n = state.seats.length;
    const play = async () => {
        try {
            const { room } = await app.api("POST", "/rooms", roomOf(game, state));
            app.go(app.link("room", room.id));
        } catch (problem) {
            app.note(problem.message, "bad");
        }
    };
    const people = el("p", { class: "count-row" }, el("button", { type: "button", class: "ic", disabled: n <= least, "aria-label": app.words("table.fewer"), onclick: () => {
        state.seats.pop();
        again();
    } }, "−"), el("b", {}, n === 1 ? app.words("home.player") : app.words("home.players", n)), el("button", { type: "button", class: "ic", disabled: n >= most, "aria-label": app.words("table.more"), onclick: () => {
        state.seats = firstSeats(app, game, n + 1, state.seats);
        again();
    } }, "+"));
    const alone = state.seats.every((seat) => seat.kind !== "open");
    put(place, el("section", { class: "page table-page" }, el("div", { class: "two" },
        el("div", { class: "pic large", "aria-hidden": "true" }),
        el("div", { class: "panel" }, el("h1", {}, game.title), most > least ? people : null, game.name === "azul" ? displays(app, n) : null,
            el("ol", { class: "seatlist" }, state.seats.map((_, k) => seatRow(app, game, state, k, again))),
            el("p", { class: "rowb" }, el("button", { type: "button", class: "pri big", id: "play", onclick: play }, app.words("table.play")),
                el("a", { class: "btn big", href: app.link("rules", game.name) }, app.words(game.name === "azul" ? "azul.about" : "room.rules")),
                game.name === "azul" ? el("button", { type: "button", class: "big", onclick: () => app.ask({ title: app.words("azul.credits"), body: el("p", {}, app.words("azul.creditwords")) }) }, app.words("azul.credits")) : null),
            alone ? null : el("p", { class: "soft" }, app.words("table.linkwords")),
            el("details", { class: "fold", open: state.opened, ontoggle: (event) => (state.opened = event.target.open) }, el("summary", {}, app.words("table.rest")),
                choice(app, "undo", ["free", "ask", "none"], state.undo, (value) => (state.undo = value)),
                el("p", { class: "field" }, el("label", { for: "table-clock" }, app.words("table.clock")), el("select", { id: "table-clock", onchange: (event) => (state.clock = event.target.value) },
                    CLOCKS.map(([name]) => el("option", { value: name, selected: name === state.clock }, name === "none" ? app.words("table.noclock") : name)))),
                choice(app, "look", ["public", "link", "seats"], state.look, (value) => (state.look = value)),
                game.traits.includes("chance") && !hidden ? choice(app, "dice", ["server", "typed"], state.dice, (value) => (state.dice = value)) : null,
                game.traits.includes("reactions") ? el("p", { class: "field" }, el("label", { for: "table-react" }, app.words("table.react")), el("input", { id: "table-react", type: "number", min: 3, max: 120, value: state.react, onchange: (event) => (state.react = Number(event.target.value) || 15) })) : null,
                check(app, "open_analysis", state.open_analysis, (value) => (state.open_analysis = value)),
                !hidden && state.seats.some((seat) => seat.kind === "engine") ? check(app, "engine_values", state.engine_values, (value) => (state.engine_values = value)) : null,
                state.seats.filter((seat) => seat.kind === "person").length > 1 && game.name !== "azul" && !hidden ? check(app, "handover", state.handover, (value) => (state.handover = value)) : null,
                el("p", { class: "field" }, el("label", { for: "table-title" }, app.words("table.title")), el("input", { id: "table-title", type: "text", maxlength: 60, value: state.title, oninput: (event) => (state.title = event.target.value) })),
                (game.options || []).length ? el("h2", {}, app.words("table.options")) : null, (game.options || []).map((option) => optionRow(app, option, state)))))));
    if (game.scene) app.board(place.querySelector(".pic"), { still: true, height: 420 }).show({ ...game.scene, marks: [] });
}

async function mount(place, app, { game: name }) {
    const game = await app.api("GET", `/games/${encodeURIComponent(name)}`);
    game.traits = game.traits || [];
    app.title(game.title);
    const n = Math.min(game.players[1], Math.max(game.players[0], game.default_players || 2));
    const state = { seats: firstSeats(app, game, n), options: {}, undo: "free", clock: "none", look: "link", dice: "server", open_analysis: false, react: 15, handover: false, title: "" };
    draw(place, app, game, state);
    place.querySelector("#play").focus({ preventScroll: true });
}

export { mount };
