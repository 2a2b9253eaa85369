/* The library: one's games, found and read again; files taken in and given out; positions one has marked;
 * matches of engines as tables with graphs; runs of the tuner. */
import { graphTree } from "./graph.js";
import { playOn } from "./analysis.js";
import { button, choice, field, fileButton, freeBoard, stepKeys, tree, tried } from "./study.js";
import { startReview } from "./reviews.js";

const FORMATS = ["record", "pgn", "sgf", "pdn", "ggf"];
const TABS = ["games", "marks", "matches", "tunes"];

/* --- small parts --- */

function table(app, head, rows, kind = "") {
    const { el } = app;
    return el("div", { class: "table-scroll", tabindex: "0", role: "group", "aria-label": head[0] }, el("table", { class: `grid-table ${kind}` }, el("thead", {}, el("tr", {}, head.map((words, i) => el("th", { scope: "col", class: rows.length && typeof rows[0][i] === "number" ? "num" : null }, words)))),
        el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell, i) => (i ? el("td", { class: typeof cell === "number" ? "num" : "" }, cell ?? "–") : el("th", { scope: "row" }, cell))))))));
}

function named(players) {
    return (players || []).filter(Boolean);
}

/* "1" is the seat that won. */
function resultWords(app, game) {
    const seat = /^\d+$/.test(game.result || "") ? Number(game.result) : 0;
    return seat ? app.words("library.won", (game.players || [])[seat - 1] || app.words("analysis.view-seat", seat)) : game.result || "–";
}

/* A graph of several series with their names. */
function seriesGraph(app, graph) {
    const length = Math.max(0, ...graph.series.map((one) => one.values.length));
    if (length < 2) return null;
    const place = app.el("div", { class: "graph-hold" });
    const values = Array.from({ length }, (_, i) => graph.series.map((one) => Number(one.values[Math.min(i, one.values.length - 1)]) || 0));
    const colours = graph.series.map((_, k) => `q-p${(k % 8) + 1}`);
    tree(place, graphTree({ values, colours, name: graph.name, words: `${graph.name}: ${graph.series.map((one) => one.name).join(", ")}`, now: 0, ...(graph.span ? { span: graph.span } : {}) }, { width: Math.min(640, innerWidth - 30), height: 200 }));
    return app.el("div", { class: "series" }, place, app.el("p", { class: "graph-names" }, graph.series.map((one, k) => app.el("span", {}, app.el("span", { class: `chip ${colours[k]}` }), one.name))));
}

function fileBox(app, words, take) {
    const area = app.el("textarea", { class: "wide mono", rows: 6, "aria-label": words });
    let name = "";
    const file = fileButton(app, (text, called) => {
        area.value = text;
        name = called;
    });
    return app.el("div", { class: "file-box" }, app.el("p", { class: "soft" }, words), area,
        app.el("div", { class: "rowb" }, file, button(app, app.words("library.take"), () => area.value.trim() && tried(app, () => take(area.value, name)), "pri")));
}

/* --- games --- */

async function showGames(place, app) {
    const { el } = app;
    const wanted = { page: 1 };
    const list = el("div", {});
    const { games } = await app.api("GET", "/games");
    const set = (patch) => {
        Object.assign(wanted, { page: 1 }, patch);
        return tried(app, load);
    };
    async function load() {
        const answer = await app.api("GET", `/library${app.query(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== "")))}`);
        const rows = answer.games.map((one) => [el("a", { href: app.link("library", one.id) }, one.title || named(one.players).join(" – ") || one.game), one.game, named(one.players).join(", ") || "–", resultWords(app, one), one.date || "–", one.plies,
            el("span", { class: "rowb tight" }, button(app, app.words("library.review"), () => startReview(app, { library: one.id })), button(app, "×", () => remove(one), "mini", { "aria-label": app.words("editor.remove", one.title || one.id) }))]);
        const pages = answer.pages || 1;
        app.put(list, rows.length ? table(app, [app.words("library.game"), app.words("library.kind"), app.words("library.players"), app.words("library.result"), app.words("library.date"), app.words("library.plies"), ""], rows, "as-cards") : el("p", { class: "soft" }, app.words("library.empty")),
            pages > 1 ? el("div", { class: "rowb" }, button(app, "◀", () => set({ page: Math.max(1, wanted.page - 1) }), "", { "aria-label": app.words("study.back") }), el("span", {}, `${wanted.page} / ${pages}`),
                button(app, "▶", () => set({ page: Math.min(pages, wanted.page + 1) }), "", { "aria-label": app.words("study.on") })) : null);
    }
    async function remove(one) {
        const sure = await app.ask({ title: app.words("editor.remove", one.title || one.id), buttons: [[app.words("cancel"), false], [app.words("editor.delete"), true, "pri"]] });
        if (!sure) return;
        await tried(app, () => app.api("DELETE", `/library/${one.id}`));
        await tried(app, load);
    }
    async function take(text, name) {
        const format = { pgn: "pgn", sgf: "sgf", pdn: "pdn", ggf: "ggf", azn: "azn", rec: "record" }[(name || "").split(".").pop().toLowerCase()];
        const answer = await app.api("POST", "/library", { text, ...(format ? { format } : {}) });
        const problems = (answer.problems || []).map((one) => (typeof one === "string" ? one : one.sentence)).slice(0, 3).join(" ");
        app.note(`${app.words("library.added", answer.added.length)} ${answer.broken ? app.words("library.broken", answer.broken) : ""} ${problems}`, answer.added.length ? "" : "bad");
        await load();
    }
    let typing = 0;
    const text = (key, type = "text") => {
        const input = el("input", { type, oninput: () => {
            clearTimeout(typing);
            typing = setTimeout(() => set({ [key]: input.value }), 250);
        } });
        return input;
    };
    app.put(place, el("div", { class: "fields" }, field(app, app.words("library.find"), text("q", "search")), field(app, app.words("library.kind"), choice(app, [["", "–"], ...games.map((one) => [one.name, one.title || one.name])], "", (game) => set({ game }))),
        field(app, app.words("library.player"), text("player")), field(app, app.words("library.from"), text("from", "date")), field(app, app.words("library.to"), text("to", "date"))), list,
        el("details", { class: "panel-box" }, el("summary", {}, app.words("library.import")), fileBox(app, app.words("library.formats"), take)));
    await load();
}

/* --- one game --- */

async function showGame(place, app, id) {
    const { el } = app;
    const answer = await app.api("GET", `/library/${id}`);
    const game = answer.game || {};
    const words = answer.words || answer.tokens || [];
    app.title(game.title || id);
    const hold = el("div", { class: "board-hold" });
    const status = el("p", { class: "status", role: "status" });
    const list = el("ol", { class: "played" });
    const free = freeBoard(hold, app, { game: game.game || game.name, may: () => {
        app.note(app.words("review.look-only"));
        return false;
    } });
    const state = { ply: 0, at: null };
    async function go(to) {
        state.ply = Math.max(0, Math.min(words.length, to));
        const ply = state.ply;
        const { scene, position } = await app.api("GET", `/library/${id}/scene${app.query({ ply })}`);
        if (ply !== state.ply) return;
        state.at = position;
        free.adopt({ scene, pick: null, position });
        status.textContent = scene.now.words;
        for (const one of list.querySelectorAll("button")) one.removeAttribute("aria-current");
        const now = list.querySelector(`[data-ply="${ply}"]`);
        if (!now) return;
        now.setAttribute("aria-current", "true");
        list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
    const step = (to) => tried(app, () => go(to));
    /* The position here in one word: played from the start where the server gave none. */
    async function here() {
        if (state.at) return state.at;
        return (await app.api("POST", "/scene", { game: game.game || game.name, ...(answer.start ? { position: answer.start } : {}), moves: answer.tokens.slice(0, state.ply) })).position;
    }
    const kind = game.game || game.name;
    app.put(place, el("div", { class: "grid2 study" },
        el("section", { class: "board-side", "aria-label": app.words("set.board") }, status, hold, el("div", { class: "tools" }, [["|◀", () => step(0), "room.first"], ["◀", () => step(state.ply - 1), "study.back"], ["▶", () => step(state.ply + 1), "study.on"],
            ["▶|", () => step(words.length), "study.last"]].map(([sign, fn, key]) => button(app, sign, fn, "", { "aria-label": app.words(key) })))),
        el("section", { class: "panel-box", "aria-label": app.words("library.game") }, el("h1", {}, game.title || named(game.players).join(" – ") || kind), el("p", { class: "soft" }, [kind, game.date, resultWords(app, game)].filter(Boolean).join(" · ")),
            el("div", { class: "rowb" }, button(app, app.words("library.review"), () => startReview(app, { library: id }), "pri"), button(app, app.words("menu.analyse"), () => tried(app, async () => app.go(app.link("p", kind, await here())))),
                button(app, app.words("study.play-on"), () => tried(app, async () => playOn(app, { game: kind, position: await here() })))),
            el("h3", {}, app.words("study.moves")), list, el("h3", {}, app.words("study.export")),
            el("div", { class: "rowb" }, FORMATS.filter((one) => one === "record" || !answer.formats || answer.formats.includes(one)).map((format) => el("a", { class: "btn", href: `/api/1/library/${id}?format=${format}`, download: `game.${format === "record" ? "rec" : format}` }, format === "record" ? app.words("review.record") : format.toUpperCase()))))));
    app.put(list, words.map((one, i) => el("li", {}, button(app, one, () => step(i + 1), "event", { "data-ply": i + 1 }))));
    const keys = stepKeys({ ArrowLeft: () => step(state.ply - 1), ArrowRight: () => step(state.ply + 1), Home: () => step(0), End: () => step(words.length) });
    await go(words.length);
    return () => {
        keys();
        free.done();
    };
}

/* --- marked positions, matches, tuning --- */

async function showMarks(place, app) {
    const { el } = app;
    const { marks } = await app.api("GET", "/library/marks");
    const items = await Promise.all(marks.slice(0, 60).map(async (one) => {
        const hold = el("div", { class: "mark-board" });
        const state = await app.api("POST", "/scene", { ...(one.game ? { game: one.game } : {}), position: one.position }).catch(() => null);
        const kind = one.game || (state && state.scene.game) || "";
        const item = el("li", { class: "panel-box" }, hold, el("p", {}, one.note || el("span", { class: "soft" }, kind)),
            el("div", { class: "rowb" }, el("a", { class: "btn", href: app.link("p", kind, one.position) }, app.words("menu.analyse")),
                one.id ? button(app, "×", () => tried(app, async () => { await app.api("DELETE", `/library/marks/${one.id}`); item.remove(); }), "mini", { "aria-label": app.words("editor.remove", one.note) }) : null));
        return { item, hold, state };
    }));
    app.put(place, items.length ? el("ul", { class: "marks" }, items.map((one) => one.item)) : el("p", { class: "soft" }, app.words("library.no-marks")));
    for (const one of items) if (one.state) app.board(one.hold, { still: true, height: 200 }).show(one.state.scene);
}

function showMatches(place, app) {
    const { el } = app;
    const out = el("div", {});
    async function take(text) {
        const answer = await app.api("POST", "/library/matches", { text });
        const engines = answer.engines || [];
        const rows = engines.map((one) => [one.name, one.games, one.points, one.wins, one.draws, one.losses, one.elo === null || one.elo === undefined ? "–" : `${Math.round(one.elo)}${one.error ? ` ± ${Math.round(one.error)}` : ""}`]);
        const pairs = new Map((answer.pairs || []).map((one) => [`${one.a}\n${one.b}`, `+${one.wins} =${one.draws} −${one.losses}`]));
        const cross = engines.length > 2 ? table(app, [app.words("library.engine"), ...engines.map((one) => one.name)], engines.map((a) => [a.name, ...engines.map((b) => pairs.get(`${a.name}\n${b.name}`) || "·")])) : null;
        app.put(out, el("h2", {}, [answer.game, app.words("library.games", answer.games || 0)].filter(Boolean).join(" · ")),
            table(app, [app.words("library.engine"), app.words("library.all"), app.words("end.points"), "+", "=", "−", "Elo"], rows), cross, answer.graph && answer.graph.series ? seriesGraph(app, answer.graph) : null,
            answer.report ? el("details", {}, el("summary", {}, app.words("library.report")), el("pre", { class: "mono", tabindex: "0" }, answer.report)) : null);
    }
    app.put(place, fileBox(app, app.words("library.match-text"), take), out);
}

/* The columns of a table with tabs: epoch, losses, then every parameter. */
function readTune(text) {
    const [head, ...lines] = text.trim().split(/\r?\n/).map((line) => line.split("\t"));
    const rows = lines.map((line) => line.map(Number));
    if (head[0] !== "epoch" || head.length < 3 || rows.length < 2 || rows.some((row) => row.length !== head.length || row.some((x) => !Number.isFinite(x)))) return null;
    return head.slice(1).map((name, k) => ({ name, values: rows.map((row) => row[k + 1]) }));
}

function spanned(name, series) {
    const all = series.flatMap((one) => one.values);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    return { name, series, span: [low, high > low ? high : low + 1] };
}

function showTunes(place, app) {
    const { el } = app;
    const out = el("div", {});
    function take(text) {
        const columns = readTune(text);
        if (!columns) throw new Error(app.words("library.no-tune"));
        const losses = columns.filter((one) => /^(train|valid|loss|fitness|mean|best)$/.test(one.name));
        const rest = columns.filter((one) => !losses.includes(one));
        const moved = rest.filter((one) => one.values.some((x) => x !== one.values[0])).sort((a, b) => Math.abs(b.values.at(-1) - b.values[0]) - Math.abs(a.values.at(-1) - a.values[0]));
        const round = (x) => Number(x.toPrecision(4));
        app.put(out, losses.length ? seriesGraph(app, spanned(app.words("library.loss"), losses)) : null, moved.length ? seriesGraph(app, spanned(app.words("library.moved"), moved.slice(0, 8))) : null,
            table(app, [app.words("library.parameter"), app.words("library.before"), app.words("library.after")], columns.map((one) => [one.name, round(one.values[0]), round(one.values.at(-1))])));
    }
    app.put(place, fileBox(app, app.words("library.tune-text"), take), out);
}

async function mount(place, app, params) {
    const { el } = app;
    if (params.id && !TABS.includes(params.id)) return showGame(place, app, params.id);
    const tab = params.id || "games";
    app.title(app.words("menu.library"));
    const inner = el("div", {});
    app.put(place, el("section", { class: "page study library" }, el("h1", {}, app.words("menu.library")),
        el("nav", { class: "tabs", "aria-label": app.words("menu.library") }, TABS.map((one) => el("a", { href: app.link("library", one === "games" ? "" : one), "aria-current": one === tab ? "page" : null }, app.words(`library.${one === "games" ? "all" : one}`)))), inner));
    await { games: showGames, marks: showMarks, matches: showMatches, tunes: showTunes }[tab](inner, app);
    return undefined;
}

export { mount };
