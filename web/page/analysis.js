/* Analysis: the lines of a search as they come, a bar of shares, arrows and badges on the board, which
 * actions are searched, why the first is better, what may be hidden. `mount` is a page with a board of its
 * own; `analysisPanel` stands beside any board. */
import { createGallery } from "./gallery.js";
import { button, capital, choice, copy, drawBar, field, fitBar, freeBoard, gameOf, large, percent, seatColours, shareBar, stepKeys, tried } from "./study.js";

const TIMES = [1000, 5000, 30000, 0]; /* 0: until it is stopped */
const REDRAW = 120;                   /* milliseconds between two pictures of the lines */
const WATCH = 900;                    /* milliseconds without an event before the page asks: what came before its stream was open */

/* --- one line --- */

/* The number of a line: moves to mate, pawns in games like chess, else the share of a win of the seat to act. */
function lineValue(line, seat, game) {
    if (line.mate !== null && line.mate !== undefined) return line.mate < 0 ? `−#${-line.mate}` : `#${line.mate}`;
    if (line.cp !== null && line.cp !== undefined && ((game && game.notation) || []).includes("san")) return `${line.cp < 0 ? "−" : "+"}${(Math.abs(line.cp) / 100).toFixed(2)}`;
    return line.values ? percent(line.values[seat - 1] ?? line.values[0]) : "";
}

function lineEffort(app, line, seat) {
    const points = line.points && line.points[seat - 1] !== undefined ? `${app.words("analysis.points", Math.round(10 * line.points[seat - 1]) / 10)} · ` : "";
    return points + lineWork(app, line);
}

function lineWork(app, line) {
    if (line.proof) return app.words("analysis.proof", line.proof);
    if (line.visits) return app.words("analysis.visits", large(line.visits));
    return line.depth ? app.words("analysis.depth", line.depth) : "";
}

/* Where a line's first action goes, as arrows between places and badges on things that are none. */
function linePointers(lines, seat) {
    const arrows = [];
    const badges = [];
    for (const line of [...lines].reverse()) {
        const words = line.values ? String(Math.round(100 * (line.values[seat - 1] ?? line.values[0]))) : lineValue(line, seat);
        const kind = `line${Math.min(line.rank, 4)}`;
        if (line.arrow) arrows.push({ from: line.arrow[0], to: line.arrow[line.arrow.length - 1], kind, words });
        else for (const at of (line.things || []).slice(0, 4)) badges.push({ at, kind, words });
    }
    return { arrows, badges };
}

/* --- the panel --- */

/* what.ask() gives the fields that say which position (position, or room and ply), or null: nothing to
 * look at. what.scene() is what is shown, what.game the answer of GET /games/NAME. what.point(arrows, badges)
 * draws on the board, what.walk(tokens) shows the position after them (empty: back), what.choosing(on): the
 * person chooses actions on the board. what.values(shares) learns who is how likely to win, what.made(answer)
 * what the server said to the question. */
function analysisPanel(place, app, what) {
    const { el } = app;
    const state = { on: false, id: null, last: null, stop: null, only: [], exclude: [], walked: null, choosing: false, timer: 0 };
    const wanted = { engine: "auto", time: 5000, threads: 1, lines: 3, why: false, ...(app.settings.analysis || {}) };

    const power = button(app, app.words("analysis.start"), () => (state.on ? stop(true) : begin()), "pri");
    const effort = el("small", { class: "effort" });
    const wordy = !((what.game && what.game.notation) || []).length; /* actions are sentences: rows are as high as those need */
    const list = el("ol", { class: `lines found${wordy ? " wordy" : ""}`, "aria-label": app.words("analysis.lines") });
    const why = el("div", { class: "why" });
    const walked = el("p", { class: "walked", role: "status" });
    const chips = el("div", { class: "chips" });
    const belief = el("div", { class: "belief" });
    const choose = button(app, app.words("analysis.choose"), () => setChoosing(!state.choosing), "add", { "aria-pressed": "false" });

    function keepWanted(patch) {
        Object.assign(wanted, patch);
        app.set({ analysis: wanted });
        if (state.on) begin();
    }

    function settings() {
        const searches = (what.game && what.game.searches) || ["auto"];
        const names = searches.includes("auto") ? searches : ["auto", ...searches];
        const check = el("input", { type: "checkbox", checked: wanted.why, onchange: () => keepWanted({ why: check.checked }) });
        return el("details", { class: "search-settings" }, el("summary", {}, app.words("analysis.settings")),
            el("div", { class: "fields" },
                field(app, app.words("analysis.search"), choice(app, names.map((one) => [one, one]), wanted.engine, (engine) => keepWanted({ engine }))),
                field(app, app.words("analysis.time"), choice(app, TIMES.map((one) => [one, one ? app.words("room.seconds", one / 1000) : app.words("analysis.endless")]), wanted.time, (time) => keepWanted({ time: Number(time) }))),
                field(app, app.words("analysis.lines"), choice(app, [1, 2, 3, 5, 8].map((one) => [one, one]), wanted.lines, (lines) => keepWanted({ lines: Number(lines) }))),
                field(app, app.words("analysis.threads"), choice(app, [1, 2, 4, 8].map((one) => [one, one]), wanted.threads, (threads) => keepWanted({ threads: Number(threads) }))),
                el("label", { class: "check" }, check, app.words("analysis.why"))));
    }

    /* As many rows as were asked for, so that nothing moves when lines come in. */
    function drawLines() {
        const lines = (state.last && state.last.lines) || [];
        const scene = what.scene();
        const seat = acting();
        const classes = scene ? seatColours(scene) : [];
        app.put(list, Array.from({ length: Math.max(wanted.lines, lines.length) }, (_, i) => lines[i] ? row(lines[i], seat, classes) : el("li", { class: "blank" }, el("span", { class: "tok" }, "–"))));
    }

    function acting() {
        const scene = what.scene();
        if (state.last && state.last.seat) return state.last.seat;
        const seats = (scene && scene.now && scene.now.seats) || [];
        return seats[0] || (scene && scene.seat) || 1;
    }

    function row(line, seat, classes) {
        const two = !line.values || line.values.length <= 2;
        const bar = !line.values ? null : two ? shareBar([line.values[seat - 1], 1 - line.values[seat - 1]], ["q-accent", "q-rest"]) : shareBar(line.values, classes);
        const said = (line.pv_words || line.pv || []).map((words, i) => el("button", { type: "button", class: "step", onclick: () => walk(line, i + 1),
            "aria-pressed": String(Boolean(state.walked && state.walked.rank === line.rank && state.walked.count === i + 1)) }, words));
        const name = String(line.words || line.token);
        return el("li", { class: `line line${Math.min(line.rank, 4)}${name.length > 14 ? " long" : ""}` },
            el("button", { type: "button", class: "tok", onclick: () => walk(line, 1) }, name), el("span", { class: "val" }, lineValue(line, seat, what.game)), bar,
            el("span", { class: "tools" }, button(app, "+", () => include(line), "mini", { title: app.words("analysis.only", name), "aria-label": app.words("analysis.only", name) }),
                button(app, "×", () => leaveOut(line), "mini", { title: app.words("analysis.not", name), "aria-label": app.words("analysis.not", name) })),
            el("span", { class: "pv" }, el("small", { class: "soft" }, lineEffort(app, line, seat)), name.length > 14 ? said.slice(1) : said));
    }

    function drawChips() {
        const one = (item, kind) => el("span", { class: `chip-word ${kind}` }, kind === "no" ? app.words("analysis.without", item.words) : item.words,
            button(app, "×", () => {
                const from = kind === "no" ? state.exclude : state.only;
                from.splice(from.indexOf(item), 1);
                again();
            }, "mini", { "aria-label": app.words("analysis.forget", item.words) }));
        app.put(chips, state.only.map((item) => one(item, "yes")), state.exclude.map((item) => one(item, "no")), what.choosing ? choose : null);
    }

    function include(item) {
        if (!state.only.some((one) => one.token === item.token)) state.only.push({ token: item.token, words: String(item.words || item.token) });
        state.exclude = state.exclude.filter((one) => one.token !== item.token);
        again();
    }

    function leaveOut(item) {
        state.only = state.only.filter((one) => one.token !== item.token);
        if (!state.exclude.some((one) => one.token === item.token)) state.exclude.push({ token: item.token, words: String(item.words || item.token) });
        again();
    }

    function again() {
        state.last = null;
        drawChips();
        drawLines();
        point();
        if (state.on) begin();
    }

    function setChoosing(on) {
        state.choosing = on;
        choose.setAttribute("aria-pressed", String(on));
        what.choosing(on);
    }

    async function walk(line, count) {
        const same = state.walked && state.walked.rank === line.rank && state.walked.count === count;
        state.walked = same ? null : { rank: line.rank, count };
        if (what.point) what.point([], []);
        await tried(app, () => what.walk(same ? [] : line.pv.slice(0, count)));
        drawLines();
        drawWalk(line);
        if (same) point();
    }

    /* That the board shows what has not happened, and the way back. */
    function drawWalk(line) {
        app.put(walked, state.walked ? [el("span", {}, app.words("analysis.walking", state.walked.count)), button(app, app.words("study.back"), () => walk(line, state.walked.count))] : null);
    }

    function point() {
        if (!what.point || state.walked) return;
        const lines = (state.last && state.last.lines) || [];
        const { arrows, badges } = linePointers(lines, acting());
        what.point(arrows, badges);
    }

    function draw() {
        state.timer = 0;
        const last = state.last;
        if (!last) return;
        effort.textContent = [wanted.engine, last.depth ? app.words("analysis.depth", last.depth) : "", app.words("analysis.nodes", large(last.nodes || 0)), app.words("room.seconds", ((last.time_ms || 0) / 1000).toFixed(1))]
            .filter(Boolean).join(" · ");
        drawLines();
        point();
        if (last.lines && last.lines[0] && last.lines[0].values && what.values) what.values(last.lines[0].values);
        app.put(why, last.why ? [el("h3", {}, app.words("analysis.why")), el("p", {}, last.why)] : null);
        if (last.done) settle();
    }

    function settle() {
        state.on = false;
        if (state.stop) state.stop();
        state.stop = null;
        state.id = null;
        power.textContent = app.words("analysis.start");
        if (state.last && state.last.lines && state.last.lines[0])
            app.say(app.words("analysis.best", state.last.lines[0].words || state.last.lines[0].token, lineValue(state.last.lines[0], acting(), what.game)));
    }

    function hear(kind, data) {
        if (kind !== "info" || data.analysis !== state.id) return;
        state.heard = performance.now();
        state.last = { ...data, why: data.why || (state.last && state.last.why) };
        if (!state.timer) state.timer = setTimeout(draw, data.done ? 0 : REDRAW);
    }

    async function stop(told) {
        const id = state.id;
        if (state.stop) state.stop();
        Object.assign(state, { on: false, id: null, stop: null });
        power.textContent = app.words("analysis.start");
        if (id) await app.api("DELETE", `/analyses/${id}`).catch(() => {});
        if (told && state.timer === 0) draw();
    }

    async function begin() {
        await stop(false);
        const at = what.ask();
        if (!at) return;
        const limits = wanted.time ? { time_ms: wanted.time } : { infinite: true };
        if (state.walked) await tried(app, () => what.walk([]));
        Object.assign(state, { on: true, last: null, walked: null });
        app.put(walked);
        power.textContent = app.words("analysis.stop");
        effort.textContent = app.words("analysis.thinking");
        const begun = (state.turn = (state.turn || 0) + 1);
        const made = await tried(app, () => app.api("POST", "/analyses", { ...at, ...limits, engine: wanted.engine, lines: wanted.lines, threads: wanted.threads, why: wanted.why,
            ...(state.only.length ? { only: state.only.map((one) => one.token) } : {}), ...(state.exclude.length ? { exclude: state.exclude.map((one) => one.token) } : {}) }));
        if (begun !== state.turn || !made) {
            if (made) app.api("DELETE", `/analyses/${made.analysis}`).catch(() => {});
            else if (begun === state.turn) {
                effort.textContent = "";
                settle();
            }
            return;
        }
        state.id = made.analysis;
        if (what.made) what.made(made);
        state.stop = app.events.listen(`analysis:${made.analysis}`, hear);
        if (made.stored) hear("info", { ...made.stored, analysis: made.analysis, done: false });
        for (state.heard = 0; state.id === made.analysis; await new Promise((resolve) => setTimeout(resolve, WATCH / 3))) {
            if (performance.now() - state.heard < WATCH) continue;
            const now = await app.api("GET", `/analyses/${made.analysis}`).catch(() => null);
            if (now) hear("info", { ...now, analysis: made.analysis });
        }
    }

    async function showBelief() {
        const at = what.ask();
        if (!at) return;
        const seat = acting();
        const answer = await tried(app, () => app.api("POST", "/analyses/belief", { ...at, seat }));
        if (!answer) return;
        const rows = [...answer.belief].sort((a, b) => b.prob - a.prob).slice(0, 40);
        app.put(belief, el("h3", {}, app.words("analysis.belief")), rows.length ? el("table", { class: "grid-table" },
            el("thead", {}, el("tr", {}, [app.words("setup.place"), app.words("analysis.card"), "%"].map((words) => el("th", { scope: "col" }, words)))),
            el("tbody", {}, rows.map((one) => el("tr", {}, el("td", {}, one.place), el("td", {}, one.card), el("td", { class: "num" }, percent(one.prob, 1))))))
            : el("p", { class: "soft" }, app.words("analysis.nothing-hidden")));
    }

    const hidden = what.game && (what.game.traits || []).includes("hidden");
    app.put(place, el("div", { class: "analysis study" },
        el("div", { class: "eng" }, power, effort), list, walked, why,
        el("h3", { class: "which" }, app.words("analysis.which")), chips, hidden ? button(app, app.words("analysis.show-belief"), showBelief) : null, belief, settings()));
    drawLines();
    drawChips();
    return {
        begin,
        stop: () => stop(true),
        running: () => state.on,
        /* Another position: what was chosen of the last one is forgotten; goes on where it was thinking. */
        moved() {
            Object.assign(state, { only: [], exclude: [], last: null, walked: null });
            app.put(why);
            app.put(belief);
            app.put(walked);
            drawLines();
            drawChips();
            if (state.on) begin();
        },
        include,
        unmount() {
            clearTimeout(state.timer);
            state.turn = -1;
            stop(false);
        },
    };
}

/* --- the page --- */

/* Which game, where none was named. */
async function chooseGame(place, app) {
    app.title(app.words("menu.analyse"));
    const gallery = createGallery(app, "analyse");
    app.put(place, app.el("section", { class: "page" }, app.el("div", { class: "study" }, app.el("h1", {}, app.words("analysis.which-game"))), gallery.filters, gallery.games, gallery.count));
    await gallery.load();
    return gallery.pictures.end;
}

/* Beside the board of a table that is played or over. */
async function mountRoom(around, app, { room: id, ply, board }) {
    const place = app.el("div", { class: "panel-box" });
    app.put(around, app.el("div", { class: "study" }, place));
    const { room } = await app.api("GET", `/rooms/${id}`);
    const game = await gameOf(app, room.game.name);
    let kept = null;
    let position = null;
    const panel = analysisPanel(place, app, {
        game,
        ask: () => (board.scene && board.scene.now.over ? null : { room: id, ...(ply === undefined ? {} : { ply }) }),
        scene: () => (kept ? kept.scene : board.scene),
        made: (answer) => (position = answer.position || null),
        point(arrows, badges) {
            board.arrows(arrows);
            board.badges(badges);
        },
        async walk(tokens) {
            if (!position) throw new Error(app.words("analysis.no-walk"));
            if (!kept) kept = { scene: board.scene, pick: board.first, seat: board.seat, mine: board.mine };
            let at = position;
            let { scene } = kept;
            for (const token of tokens) ({ position: at, scene } = await app.api("POST", "/scene/play", { game: game.name, position: at, token, roll: true }));
            board.show(scene, tokens.length ? { mine: kept.mine } : kept);
            if (!tokens.length) kept = null;
        },
    });
    const stop = app.events.listen(`room:${id}`, (kind) => {
        if (kind !== "act" && kind !== "undo") return;
        kept = null;
        board.arrows([]);
        board.badges([]);
        panel.moved();
    });
    panel.begin();
    return () => {
        stop();
        panel.unmount();
        if (board.scene) {
            board.arrows([]);
            board.badges([]);
            if (kept) board.show(kept.scene, kept);
        }
    };
}

async function mount(place, app, params) {
    if (params.room) return mountRoom(place, app, params);
    if (!params.game) return chooseGame(place, app);
    const { el } = app;
    const game = await gameOf(app, params.game);
    app.title(`${app.words("menu.analyse")}: ${game.title}`);
    const seats = el("div", { class: "seat-list" });
    const moves = el("ol", { class: "played" });
    const text = el("p", { class: "mono" });
    const bar = el("div", { class: "evalbar" });
    const hold = el("div", { class: "board-hold" });
    const side = el("section", { class: "panel-box", "aria-label": app.words("menu.analyse") });
    const others = el("div", { class: "others" });
    const status = el("p", { class: "status", role: "status" });
    const page = { values: null, choosing: false };

    const free = freeBoard(hold, app, {
        game: game.name,
        roll: true,
        others,
        changed() {
            page.values = null;
            drawLeft();
            if (panel) panel.moved();
        },
        may(token, words) {
            if (!page.choosing) return true;
            panel.include({ token, words });
            return false;
        },
    });

    function drawLeft() {
        const state = free.state();
        const classes = seatColours(state.scene);
        const shares = page.values;
        status.textContent = state.scene.now.words;
        app.put(seats, state.scene.seats.map((seat, k) => el("div", { class: `seat${seat.acts ? " act" : ""}` }, el("span", { class: `chip ${classes[k]}` }),
            el("span", {}, el("b", {}, capital(seat.name)), seat.acts ? el("small", {}, app.words("study.to-move")) : null),
            el("span", { class: "pts" }, shares ? percent(shares.length === 2 && k ? 1 - Math.round(100 * shares[0]) / 100 : shares[k]) : seat.points ?? ""))));
        app.put(moves, free.states.slice(1).map((one, i) => el("li", {}, button(app, one.words, () => free.go(i + 1), "event", { "aria-current": free.at === i + 1 ? "true" : null }))));
        text.textContent = state.fen || state.text || state.position;
        const even = state.scene.seats.map(() => 1 / state.scene.seats.length);
        drawBar(app, bar, shares || even, classes);
        fitBar(bar, hold);
        bar.title = shares ? state.scene.seats.map((seat, k) => `${capital(seat.name)} ${percent(shares[k])}`).join(", ") : "";
    }

    let panel = null;
    const views = ["all", "public", ...Array.from({ length: game.players[1] }, (_, k) => String(k + 1))];
    const hidden = (game.traits || []).includes("hidden");
    const view = hidden ? field(app, app.words("analysis.view"), choice(app, views.map((one) => [one, /\d/.test(one) ? app.words("analysis.view-seat", one) : app.words(`analysis.view-${one}`)]), "all",
        (seat) => tried(app, () => free.look(/\d/.test(seat) ? Number(seat) : seat)))) : null;
    const here = () => app.link("p", game.name, free.state().position);
    app.put(place, el("div", { class: "grid3 study" },
        el("section", { class: "panel-box", "aria-label": app.words("study.position") }, el("h1", {}, game.title), status, seats, view,
            el("h3", {}, app.words("study.moves")), moves, el("h3", {}, app.words("study.position")), text,
            el("div", { class: "rowb" }, button(app, app.words("study.copy-link"), () => copy(app, location.origin + location.pathname + here())),
                button(app, app.words("study.edit"), () => app.go(app.link("setup", game.name, free.state().position))),
                button(app, app.words("study.play-on"), () => playOn(app, { game: game.name, position: free.state().position })),
                button(app, app.words("study.mark"), () => markPosition(app, game.name, free.state().position)),
                el("a", { class: "btn", href: app.link("rules", game.name) }, app.words("room.rules")))),
        el("section", { class: "board-side", "aria-label": app.words("set.board") }, el("div", { class: "table-row" }, bar, hold),
            el("div", { class: "tools" }, button(app, "|◀", () => free.go(0), "", { "aria-label": app.words("room.first") }), button(app, "◀", () => free.go(free.at - 1), "", { "aria-label": app.words("study.back") }),
                button(app, "▶", () => free.go(free.at + 1), "", { "aria-label": app.words("study.on") }), button(app, "▶|", () => free.go(free.states.length), "", { "aria-label": app.words("study.last") })), others),
        side));
    await free.open(params.position ? { position: params.position } : {});
    panel = analysisPanel(side, app, {
        game,
        ask: () => (free.state().scene.now.over ? null : { game: game.name, position: free.state().position }),
        scene: () => free.state() && free.state().scene,
        point: (arrows, badges) => free.point(arrows, badges),
        walk: (tokens) => free.peek(tokens),
        choosing: (on) => (page.choosing = on),
        values(shares) {
            page.values = shares;
            drawLeft();
        },
    });
    drawLeft();
    const keys = stepKeys({ ArrowLeft: () => free.go(free.at - 1), ArrowRight: () => free.go(free.at + 1), Home: () => free.go(0), End: () => free.go(free.states.length) });
    if (params.position) panel.begin();
    return () => {
        keys();
        panel.unmount();
        free.done();
    };
}

/* A table that goes on from here: oneself in every seat that acts now, engines elsewhere. */
async function playOn(app, where) {
    const { scene } = await app.api("POST", "/scene", where);
    const mine = (scene.now.seats || [])[0] || 1;
    const seats = scene.seats.map((seat) => (seat.seat === mine ? { kind: "person" } : { kind: "engine", level: 5 }));
    const made = await tried(app, () => app.api("POST", "/rooms", { ...where, players: seats.length, seats, undo: "free" }));
    if (made) app.go(app.link("room", made.room.id));
}

async function markPosition(app, game, position) {
    const input = app.el("input", { class: "wide", maxlength: 200, autofocus: true, "aria-label": app.words("study.note") });
    const note = await app.ask({ title: app.words("study.mark"), body: app.el("p", {}, input), buttons: [[app.words("cancel"), null], [app.words("ok"), () => input.value, "pri"]] });
    if (note === null) return;
    const made = await tried(app, () => app.api("POST", "/library/marks", { game, position, note }));
    if (made) app.note(app.words("study.marked"));
}

export { analysisPanel, lineValue, mount, playOn };
