/* The review of a game: graphs, marks, luck, what was better, and one's own mistakes asked again. What is
 * said about an event is review.js's, which draws the page of `kibitz analyze` as well. */
import { playOn } from "./analysis.js";
import { graphPlyAt, graphTree } from "./graph.js";
import { reviewGraphs, reviewIsPaired, reviewMoves, reviewSeats, reviewShares, reviewVerdict } from "./review.js";
import { button, capital, choice, field, fileButton, fitBar, freeBoard, percent, seatColours, drawBar, stepKeys, tree, tried } from "./study.js";

const GOOD_ENOUGH = 0.05; /* an answer that loses less is as good */

/* As wide as its place, so that its letters are as large as others. */
function graphSize(place) {
    return { width: Math.min(420, place.clientWidth || 420), height: 170 };
}

/* --- from the answer of the server to what review.js draws --- */

/* Short moves stand side by side, sentences need something between them. */
function lineOf(words) {
    return words.join(words.some((one) => one.includes(" ")) ? " · " : " ");
}

function reviewData(answer) {
    const events = answer.events.map((event) => ({ ...event, shown: event.words && event.words.length <= 8 ? event.words : event.token, mark: event.mark || "",
        better: event.better ? event.better_words || event.better : "", line: lineOf(event.line_words || event.line || []), luck: event.luck && event.luck.length ? event.luck : undefined }));
    const chance = events.some((event) => event.luck);
    const seats = answer.seats.map((seat, k) => {
        const [dubious = 0, mistakes = 0, blunders = 0] = (seat.marks || []).slice(-3);
        return { name: seat.name || (answer.names || [])[k], accuracy: seat.accuracy ?? null, dubious, mistakes, blunders, ...(chance ? { luck: seat.luck || 0 } : {}) };
    });
    return { events, seats, judge: answer.judge };
}

/* Scenes are asked for when they are looked at; until then an event is its words. */
function reviewModelOf(answer, first) {
    const data = reviewData(answer);
    const scenes = [first];
    const model = { data, ply: 0, other: false, count: data.events.length + 1, shares: reviewShares(data), full: scenes };
    model.scene = (i) => scenes[i] || { ...first, since: [{ words: (data.events[i - 1] || {}).words || (data.events[i - 1] || {}).token }], seats: first.seats.map((seat) => ({ ...seat, acts: false })) };
    model.faults = data.events.map((event, i) => ({ event, at: i + 1 })).filter((one) => one.event.mark);
    const points = answer.events.map((event) => event.points);
    if (points.length && points.every((one) => one && one.length)) model.points = [first.seats.map((seat) => seat.points || 0), ...points];
    model.paired = reviewIsPaired(data);
    model.classes = seatColours(first);
    return model;
}

/* --- before there is one --- */

/* source: {room}, {library} or {record}. */
async function startReview(app, source) {
    const made = await tried(app, () => app.api("POST", "/reviews", { time_ms: 200, ...source }));
    if (made) app.go(app.link("review", made.review));
}

/* Text is taken into the library first, where its forms can be had; guests have none. */
async function startText(app, text) {
    const kept = app.person.kind === "guest" ? null : await tried(app, () => app.api("POST", "/library", { text }));
    const [id] = (kept && kept.added) || [];
    if (id || !kept) return startReview(app, id ? { library: id } : { record: text });
    return app.note(app.words("library.broken", kept.broken), "bad");
}

function mountStart(place, app) {
    const { el } = app;
    app.title(app.words("review.title"));
    const earlier = el("section", {});
    const area = el("textarea", { rows: 12, class: "wide mono", "aria-label": app.words("review.paste") });
    app.put(place, el("section", { class: "page study" }, el("h1", {}, app.words("review.title")), el("p", {}, app.words("review.paste")), area,
        el("div", { class: "rowb" }, fileButton(app, (text) => (area.value = text)), button(app, app.words("review.begin"), () => area.value.trim() && startText(app, area.value), "pri"),
            el("a", { class: "btn", href: app.link("library") }, app.words("menu.library"))), earlier));
    app.api("GET", "/reviews").then(({ reviews }) => reviews.length && app.put(earlier, el("h2", {}, app.words("review.earlier")),
        el("ul", { class: "names" }, reviews.slice(0, 20).map((one) => el("li", {}, el("a", { class: "btn", href: app.link("review", one.review) }, [one.game, (one.names || []).filter(Boolean).join(" – ")].filter(Boolean).join(": "))))))).catch(() => {});
}

/* Waits until the server has judged every event. */
async function reviewDone(place, app, id, left) {
    const bar = app.el("progress", { max: 1, value: 0, "aria-label": app.words("review.running") });
    const words = app.el("p", {}, app.words("review.running"));
    app.put(place, app.el("section", { class: "page study" }, app.el("h1", {}, app.words("review.title")), words, bar));
    let stop = () => {};
    const ended = new Promise((resolve) => {
        stop = app.events.listen(`review:${id}`, (kind, data) => {
            if (kind !== "review") return;
            if (data.total) {
                bar.value = data.done / data.total;
                words.textContent = app.words("review.progress", data.done, data.total);
            }
            if (data.state === "done" || data.state === "failed" || (data.total && data.done >= data.total)) resolve();
        });
        left.add(resolve);
    });
    for (;;) {
        const answer = await app.api("GET", `/reviews/${id}`);
        if (answer.state !== "running" || left.gone) {
            stop();
            return answer;
        }
        await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 700))]);
    }
}

/* --- learn from one's mistakes --- */

/* Asks again at each mistake of a seat: on `place` with the words, on `free` with the board. */
function learn(app, model, id, seat, place, free, end) {
    const { el } = app;
    const faults = model.faults.filter((one) => !seat || one.event.seat === seat);
    const state = { i: 0, hints: 0, solved: 0 };
    const said = el("p", { role: "status" });

    async function show() {
        const fault = faults[state.i];
        if (!fault) {
            app.put(place, el("h2", {}, app.words("learn.end", state.solved, faults.length)), el("div", { class: "rowb" }, button(app, app.words("learn.leave"), end, "pri")));
            return;
        }
        state.hints = 0;
        said.textContent = "";
        const { position } = await app.api("GET", `/reviews/${id}/position${app.query({ ply: fault.at - 1 })}`);
        await free.open({ position });
        const played = fault.event.words || fault.event.token;
        app.put(place, el("h2", {}, app.words("learn.title", state.i + 1, faults.length)),
            el("p", {}, app.words("learn.ask", capital(model.data.seats[fault.event.seat - 1].name || ""), played, percent(fault.event.loss))), said,
            el("div", { class: "rowb" }, button(app, app.words("learn.hint"), hint), button(app, app.words("learn.next"), next), button(app, app.words("learn.leave"), end)));
    }

    function next() {
        state.i++;
        return tried(app, show);
    }

    /* First where from, then where to, then in words. */
    async function hint() {
        const fault = faults[state.i];
        state.hints++;
        const after = await tried(app, () => app.api("POST", "/scene/play", { ...free.of, position: free.state().position, token: fault.event.token_better }));
        const step = after && ((after.scene.since || []).find((one) => one.to || one.from) || {});
        if (state.hints === 1 && step && (step.from || step.thing)) {
            free.point([{ from: step.from || step.thing, to: step.from || step.thing, kind: "better" }], []);
            said.textContent = app.words("learn.from");
        } else if (state.hints <= 2 && step && step.to) {
            free.point([{ from: step.from || step.to, to: step.to, kind: "better" }], []);
            said.textContent = app.words("learn.to");
        } else {
            said.textContent = app.words("learn.was", fault.event.better);
        }
    }

    /* Whether an answer is the better action, or as good: looked at for half a second. */
    async function answer(token, words) {
        const fault = faults[state.i];
        if (!fault) return;
        if (token === fault.event.token_better) return right(app.words("learn.right", words || token));
        if (token === fault.event.token) {
            said.textContent = app.words("learn.same");
            return;
        }
        said.textContent = app.words("analysis.thinking");
        const made = await tried(app, () => app.api("POST", "/analyses", { ...free.of, position: free.state().position, only: [token], time_ms: 500, lines: 1 }));
        if (!made) return;
        let info = null;
        for (let i = 0; i < 40 && !(info && info.done); i++) {
            await new Promise((resolve) => setTimeout(resolve, 100));
            info = await app.api("GET", `/analyses/${made.analysis}`).catch(() => null);
        }
        if (faults[state.i] !== fault) return;
        const k = fault.event.seat - 1;
        const line = info && info.lines && info.lines[0];
        const value = line && line.values ? line.values[k] : 0;
        if (line && value >= fault.event.best[k] - GOOD_ENOUGH) right(app.words("learn.good", words || token, percent(value)));
        else said.textContent = app.words("learn.wrong", words || token, percent(value));
    }

    function right(words) {
        if (!state.hints) state.solved++;
        said.textContent = words;
        app.say(words);
    }

    tried(app, show);
    return { answer };
}

/* --- the page --- */

async function mount(place, app, params) {
    if (!params.id) return mountStart(place, app);
    const { el } = app;
    const left = new Set();
    const answer = await reviewDone(place, app, params.id, left);
    if (answer.state === "failed") throw new Error(app.words("review.failed", (answer.problem && answer.problem.sentence) || answer.problem || ""));
    const { scene: first } = await app.api("GET", `/reviews/${params.id}/scene?ply=0`);
    const model = reviewModelOf(answer, first);
    model.data.events.forEach((event, i) => (event.token_better = answer.events[i].better));
    const names = model.data.seats.map((seat, k) => capital(seat.name || first.seats[k].name));
    app.title(names.join(" – "));

    const hold = el("div", { class: "board-hold" });
    const bar = el("div", { class: "evalbar" });
    const graphs = { shares: el("div", { class: "graph-hold" }), points: el("div", { class: "graph-hold" }) };
    const seats = el("div", {});
    const verdict = el("div", { class: "verdict", "aria-live": "polite" });
    const moves = el("div", { class: "moves-hold", role: "group", tabindex: "0", "aria-label": app.words("study.moves") });
    const status = el("p", { class: "status" });
    const others = el("div", { class: "others" });
    const learning = el("div", { class: "learning", hidden: true });
    let lesson = null;
    const free = freeBoard(hold, app, { game: answer.game, roll: true, others, may: (token, words) => {
        if (lesson) tried(app, () => lesson.answer(token, words));
        else app.note(app.words("review.look-only"));
        return false;
    } });

    function better(event) {
        return event && event.better && (event.mark || event.loss >= 0.02);
    }

    async function draw() {
        const ply = model.ply;
        const drawn = reviewGraphs(model, model.classes);
        const size = graphSize(graphs.shares);
        tree(graphs.shares, graphTree(drawn.shares, size));
        if (drawn.points) tree(graphs.points, graphTree(drawn.points, { ...size, height: 110 }));
        tree(verdict, ...reviewVerdict(model));
        const shares = model.shares[ply];
        drawBar(app, bar, shares, model.classes);
        for (const old of moves.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
        const now = moves.querySelector(`[data-ply="${ply}"]`);
        if (now) {
            now.setAttribute("aria-current", "true");
            if (now.offsetTop < moves.scrollTop || now.offsetTop > moves.scrollTop + moves.clientHeight - 40) moves.scrollTop = now.offsetTop - moves.clientHeight / 2;
        }
        const scene = model.full[ply] || (await app.api("GET", `/reviews/${params.id}/scene${app.query({ ply })}`)).scene;
        model.full[ply] = scene;
        if (model.ply !== ply) return;
        tree(seats, reviewSeats(model, {}, model.classes));
        if (lesson) return;
        status.textContent = scene.now.words;
        free.adopt({ scene, pick: null });
        fitBar(bar, hold);
        const event = model.data.events[ply - 1];
        otherwise.hidden = !better(event);
        otherwise.setAttribute("aria-pressed", String(model.other));
        if (!better(event)) return;
        const after = await otherScene(event, ply);
        if (model.ply !== ply || lesson) return;
        const step = (after.since || []).find((one) => one.to) || {};
        if (model.other) free.adopt({ scene: after, pick: null });
        else if (step.to) free.point([{ from: step.from || step.to, to: step.to, kind: "better" }], []);
    }

    /* What the better action would have brought. */
    async function otherScene(event, ply) {
        if (!event.other_scene) {
            const { position } = await app.api("GET", `/reviews/${params.id}/position${app.query({ ply: ply - 1 })}`);
            event.other_scene = (await app.api("POST", "/scene/play", { ...free.of, position, token: event.token_better })).scene;
        }
        return event.other_scene;
    }
    function toggleOther() {
        if (otherwise.hidden || lesson) return;
        model.other = !model.other;
        update();
    }

    const update = () => tried(app, draw);
    function go(to) {
        if (lesson) endLesson();
        model.ply = Math.max(0, Math.min(model.count - 1, to));
        model.other = false;
        update();
    }
    function fault(by) {
        const list = model.faults.map((one) => one.at);
        const next = by > 0 ? list.find((at) => at > model.ply) : list.reverse().find((at) => at < model.ply);
        if (next !== undefined) go(next);
    }

    function endLesson() {
        lesson = null;
        learning.hidden = true;
        verdict.hidden = false;
        update();
    }
    function beginLesson() {
        learning.hidden = false;
        verdict.hidden = true;
        lesson = learn(app, model, params.id, mine, learning, free, endLesson);
    }

    async function here() {
        return app.api("GET", `/reviews/${params.id}/position${app.query({ ply: model.ply })}`);
    }

    const otherwise = button(app, app.words("review.other"), toggleOther, "", { hidden: true, "aria-pressed": "false" });
    let mine = 0;
    const whose = choice(app, [[0, app.words("learn.all")], ...names.map((name, k) => [k + 1, name])], 0, (seat) => (mine = Number(seat)));
    const source = answer.source || {};
    const record = source.room ? `/api/1/rooms/${source.room}/record?format=` : source.library ? `/api/1/library/${source.library}?format=` : "";
    const chess = /^chess/.test(answer.game || "");
    const exports = el("div", { class: "rowb" }, el("a", { class: "btn", href: `/api/1/reviews/${params.id}/page`, download: `${answer.game || "review"}.html` }, app.words("review.page")),
        record ? el("a", { class: "btn", href: `${record}record`, download: "game.rec" }, app.words("review.record")) : null,
        record && chess ? el("a", { class: "btn", href: `${record}pgn`, download: "game.pgn" }, "PGN") : null,
        button(app, app.words("study.print"), () => print()));
    const graphClick = (event) => {
        const svg = event.target.closest(".graph");
        if (!svg) return;
        const box = svg.getBoundingClientRect();
        go(graphPlyAt(((event.clientX - box.left) / box.width) * GRAPH_SIZE.width, model.count, GRAPH_SIZE));
    };
    app.put(place, el("div", { class: "review study" },
        el("section", { class: "board-side", "aria-label": app.words("set.board") }, el("h1", {}, names.join(" – ")), status, el("div", { class: "table-row" }, bar, hold),
            el("div", { class: "tools" }, [["|◀", () => go(0), "room.first"], ["◀", () => go(model.ply - 1), "study.back"], ["▶", () => go(model.ply + 1), "study.on"], ["▶|", () => go(model.count), "study.last"],
                ["◀ ?", () => fault(-1), "review.fault-back"], ["? ▶", () => fault(1), "review.fault-on"]].map(([words, fn, key]) => button(app, words, fn, "", { "aria-label": app.words(key), title: app.words(key) }))), others),
        el("div", { class: "stack" },
            el("section", { class: "panel-box graphs", "aria-label": app.words("review.graphs"), onclick: graphClick }, graphs.shares, graphs.points, seats),
            el("section", { class: "panel-box", "aria-label": app.words("review.title") }, learning, verdict,
                el("div", { class: "rowb" }, otherwise, button(app, app.words("review.try"), () => tried(app, async () => app.go(app.link("p", answer.game, (await here()).position)))),
                    button(app, app.words("study.play-on"), () => tried(app, async () => playOn(app, { game: answer.game, position: (await here()).position }))))),
            el("section", { class: "panel-box", "aria-label": app.words("study.moves") }, moves),
            el("section", { class: "panel-box", "aria-label": app.words("learn.name") }, el("h3", {}, app.words("learn.name")), model.faults.length ? el("div", { class: "rowb" }, field(app, app.words("learn.whose"), whose), button(app, app.words("learn.begin"), beginLesson, "pri"))
                : el("p", { class: "soft" }, app.words("learn.none")), el("h3", {}, app.words("study.export")), exports))));
    tree(moves, reviewMoves(model, model.classes));
    moves.addEventListener("click", (event) => {
        const on = event.target.closest("[data-ply]");
        if (on) go(Number(on.dataset.ply));
    });
    const keys = stepKeys({ ArrowLeft: () => go(model.ply - 1), ArrowRight: () => go(model.ply + 1), Home: () => go(0), End: () => go(model.count), ArrowUp: () => fault(-1), ArrowDown: () => fault(1), b: toggleOther });
    await draw();
    return () => {
        left.gone = true;
        for (const one of left) one();
        keys();
        free.done();
    };
}

export { mount, startReview };
