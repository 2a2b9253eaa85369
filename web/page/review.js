/* The review of a game: the board at every ply, graphs, what each decision lost, luck. It knows no game;
 * the data is written by web/review_page.c, the drawing is in the other modules, handed over as `parts`. */

const REVIEW_FAULTS = { "?!": ["dubious", "dubious"], "?": ["mistake", "a mistake"], "??": ["blunder", "a blunder"] };
const REVIEW_NARROW = 820;

/* --- what the data says --- */

/* Scenes are lists of pieces of text that many of them share. */
function reviewScene(data, pieces) {
    return JSON.parse(pieces.map((i) => data.chunks[i]).join(""));
}

/* The win share of every seat before the first event and after each. */
function reviewShares(data) {
    const seats = data.seats.length;
    const first = data.events.find((event) => event.best || event.values);
    let last = (first && (first.best || first.values)) || Array(seats).fill(1 / seats);
    const out = [last];
    for (const event of data.events) {
        if (event.values) last = event.values;
        out.push(last);
    }
    return out;
}

function reviewPercent(x, digits = 0) {
    return `${(100 * x).toFixed(digits)} %`;
}

function reviewSigned(x) {
    const words = Math.abs(100 * x).toFixed(1);
    return words === "0.0" ? "0.0 %" : `${x < 0 ? "−" : "+"}${words} %`;
}

/* What happened, in words: those of the scene after it, else the token. The first entry is the event. */
function reviewSaid(scene, shown) {
    const words = (scene.since || []).map((one) => one.words).filter(Boolean);
    return words.length ? words : [shown];
}

/* The same without the seat's name, where that is shown anyway. */
function reviewShort(model, scene, event) {
    const [words] = reviewSaid(scene, event.shown);
    const seat = event.seat && scene.seats[event.seat - 1];
    const name = seat ? `${seat.name}: `.toLowerCase() : "";
    return name && words.toLowerCase().startsWith(name) ? words.slice(name.length) : words;
}

/* --- the state of the page --- */

function reviewModel(data) {
    const scenes = [];
    const model = { data, ply: 0, turned: false, other: false, shares: reviewShares(data) };
    model.count = data.scenes.length;
    model.scene = (i) => (scenes[i] = scenes[i] || reviewScene(data, data.scenes[i]));
    model.points = reviewPoints(model);
    model.colours = reviewColours(model);
    model.faults = data.events.map((event, i) => ({ event, at: i + 1 })).filter((one) => one.event.mark);
    return model;
}

function reviewPoints(model) {
    const out = [];
    for (let i = 0; i < model.count; i++) out.push(model.scene(i).seats.map((seat) => seat.points));
    return out.flat().every((x) => Number.isFinite(x)) && out.flat().some((x) => x !== 0) ? out : undefined;
}

function reviewColours(model) {
    const scene = model.scene(0);
    return { names: scene.seats.map((seat) => seat.colour), scene };
}

function reviewSeatName(model, seat) {
    const name = String(model.data.seats[seat - 1].name || model.scene(0).seats[seat - 1].name);
    return name[0].toUpperCase() + name.slice(1);
}

/* --- small pieces of HTML --- */

function reviewMount(doc, id, parts, ...trees) {
    doc.getElementById(id).replaceChildren(...trees.map((tree) => parts.treeElement(doc, tree)));
}

/* A bar of shares, one piece a seat; SVG, since widths are numbers. */
function reviewBar(shares, classes, upright) {
    let from = 0;
    const pieces = shares.map((share, k) => {
        const at = upright ? 100 - from - 100 * share : from;
        from += 100 * share;
        const size = { x: upright ? 0 : at, y: upright ? at : 0, width: upright ? 10 : 100 * share, height: upright ? 100 * share : 10 };
        return ["rect", { ...size, class: `flat ${classes[k]}` }];
    });
    return ["svg", { viewBox: upright ? "0 0 10 100" : "0 0 100 10", preserveAspectRatio: "none", class: upright ? "bar upright" : "bar", "aria-hidden": "true" }, ...pieces];
}

/* --- the parts of the page --- */

function reviewSeats(model, parts, classes) {
    const luck = model.data.seats.some((seat) => seat.luck !== undefined);
    const points = model.scene(model.ply).seats;
    const scored = points.some((seat) => seat.points !== null);
    const head = ["seat", ...(scored ? ["points"] : []), "accuracy", "?!", "?", "??", ...(luck ? ["luck"] : [])];
    const rows = model.data.seats.map((seat, k) => ["tr", points[k].acts ? { class: "acts" } : {},
        ["th", { scope: "row" }, ["span", { class: `chip ${classes[k]}` }], reviewSeatName(model, k + 1)],
        ...(scored ? [["td", {}, ["b", {}, String(points[k].points ?? "–")]]] : []),
        ["td", {}, seat.accuracy === null ? "–" : reviewPercent(seat.accuracy)],
        ["td", {}, String(seat.dubious)], ["td", {}, String(seat.mistakes)], ["td", {}, String(seat.blunders)],
        ...(luck ? [["td", {}, reviewSigned(seat.luck)]] : [])]);
    return ["table", { class: "seats" }, ["thead", {}, ["tr", {}, ...head.map((word) => ["th", { scope: "col" }, word])]], ["tbody", {}, ...rows]];
}

function reviewGraphs(model, classes) {
    const { data } = model;
    const marks = model.faults.map(({ event, at }) => ({ at, seat: event.seat - 1, kind: REVIEW_FAULTS[event.mark][0],
        words: `${reviewSeatName(model, event.seat)}, ${event.shown} ${event.mark}: ${reviewSigned(-event.loss)}` }));
    const luck = [];
    data.events.forEach((event, i) => {
        if (!event.luck) return;
        const most = event.luck.reduce((a, x, k) => (x > event.luck[a] ? k : a), 0);
        if (event.luck[most] >= 0.02)
            luck.push({ at: i + 1, by: event.luck[most], colour: classes[most], words: `luck: ${reviewSeatName(model, most + 1)} ${reviewSigned(event.luck[most])}` });
    });
    const names = data.seats.map((_, k) => reviewSeatName(model, k + 1));
    const shares = { values: model.shares, colours: classes, unit: true, now: model.ply, marks, luck,
        name: names.length === 2 ? `% for ${names[0]}` : "% of a win", words: `win shares by ply of ${names.join(", ")}` };
    const points = model.points && { values: model.points, colours: classes, now: model.ply, name: "points", words: `points by ply of ${names.join(", ")}` };
    return { shares, points };
}

/* The event with its mark, and below it what followed from it. */
function reviewHeading(model, event) {
    const [words, ...more] = reviewSaid(model.scene(model.ply), event.shown);
    const number = model.paired ? `${Math.ceil(model.ply / 2)}${model.ply % 2 ? "." : " …"} ${event.shown}` : words;
    const fault = event.mark ? [" ", ["em", { class: `is-${REVIEW_FAULTS[event.mark][0]}` }, REVIEW_FAULTS[event.mark][0]]] : [];
    return [["h2", number.length > 30 ? { class: "long" } : {}, number, ...fault], ...(more.length && !model.paired ? [["p", { class: "soft" }, more.join("; ")]] : [])];
}

/* What the played and the better action are called: as in the list of moves, else in words. */
function reviewNames(model, event) {
    if (model.paired) return { played: event.shown, better: event.better };
    return { played: reviewShort(model, model.scene(model.ply), event),
        better: event.other ? reviewShort(model, reviewScene(model.data, event.other), { ...event, shown: event.better }) : event.better };
}

function reviewChoice(name, value, line, colour) {
    return ["li", name.length > 12 ? { class: "long" } : {}, ["span", { class: "tok" }, name], ["span", { class: "val" }, reviewPercent(value)], reviewBar([value, 1 - value], [colour, "q-rest"]),
        ...(line && line !== name ? [["span", { class: "pv" }, line]] : [])];
}

function reviewDecision(model, event) {
    const who = reviewSeatName(model, event.seat);
    const k = event.seat - 1;
    const out = reviewHeading(model, event);
    if (!event.values) return [...out, ["p", {}, "Not looked at."]];
    const value = event.values[k];
    const name = reviewNames(model, event);
    if (event.forced) return [...out, ["p", {}, `There was nothing else to choose. ${who}: ${reviewPercent(value)}.`]];
    if (!event.better) return [...out, ["p", {}, `The best that was found. ${who}: ${reviewPercent(value)}.`],
        ["ol", { class: "lines" }, reviewChoice(name.played, value, event.line, "q-accent")]];
    const said = event.mark ? `${who} falls from ${reviewPercent(event.best[k])} to ${reviewPercent(value)}. Better was `
        : event.loss < 0.005 ? "As good as the first choice, " : `Costs ${reviewPercent(event.loss, 1)}. Better was `;
    out.push(["p", {}, said, ["b", {}, name.better], "."],
        ["ol", { class: "lines" }, reviewChoice(name.better, event.best[k], event.line === event.better ? "" : event.line, "q-accent"),
            reviewChoice(name.played, value, "", "q-accent")]);
    if (event.other)
        out.push(["p", { class: "rowb" }, ["button", { type: "button", "data-do": "other", "aria-pressed": String(model.other) },
            model.other ? "Show what was played" : "Show what was better"]]);
    return out;
}

function reviewChance(model, event) {
    const out = reviewHeading(model, event);
    if (!event.luck) return [...out, ["p", { class: "soft" }, "Chance."]];
    const rows = event.luck.map((x, k) => ["li", {}, ["span", { class: "tok" }, reviewSeatName(model, k + 1)],
        ["span", { class: x < 0 ? "val down" : "val up" }, reviewSigned(x)]]);
    return [...out, ["p", {}, event.outcomes ? `Luck, against ${event.outcomes} possible outcomes:` : "Luck, against what was expected before:"],
        ["ol", { class: "lines lucky" }, ...rows]];
}

function reviewVerdict(model) {
    const event = model.data.events[model.ply - 1];
    if (!event) return [["h2", {}, "The start"], ["p", {}, `${model.data.events.length} events, ${model.faults.length} marked. Judged by ${model.data.judge}.`]];
    return event.seat ? reviewDecision(model, event) : reviewChance(model, event);
}

/* Where the better action goes: what it did on a board of its own. */
function reviewArrows(model) {
    const event = model.data.events[model.ply - 1];
    if (!event || model.other || !event.other || !(event.mark || event.loss >= 0.02)) return [];
    const since = reviewScene(model.data, event.other).since || [];
    const step = since.find((one) => one.to) || since[0];
    return step && step.to ? [{ from: step.from, to: step.to, kind: "better" }] : [];
}

/* --- the list of events --- */

function reviewItem(model, i, words) {
    const event = model.data.events[i];
    const mark = event.mark ? ` ${event.mark}` : "";
    const kind = event.mark ? ` is-${REVIEW_FAULTS[event.mark][0]}` : event.seat ? "" : " chance";
    return ["button", { type: "button", "data-ply": i + 1, class: `event${kind}` }, words + mark];
}

function reviewMoves(model, classes) {
    const { events } = model.data;
    if (model.paired) {
        const rows = [];
        for (let i = 0; i < events.length; i += 2)
            rows.push(["li", {}, ["span", { class: "no" }, `${i / 2 + 1}.`], reviewItem(model, i, events[i].shown),
                ...(events[i + 1] ? [reviewItem(model, i + 1, events[i + 1].shown)] : [])]);
        return ["ol", { class: "moves paired" }, ...rows];
    }
    return ["ol", { class: "moves" }, ...events.map((event, i) => ["li", {}, ["span", { class: "no" }, String(i + 1)],
        ["span", { class: event.seat ? `chip ${classes[event.seat - 1]}` : "chip none" }],
        reviewItem(model, i, reviewShort(model, model.scene(i + 1), event))])];
}

/* --- drawing --- */

function reviewBoard(model, parts, room) {
    const event = model.data.events[model.ply - 1];
    const scene = model.other && event && event.other ? reviewScene(model.data, event.other) : model.scene(model.ply);
    const options = { width: room.width, height: room.height, turned: model.turned, arrows: reviewArrows(model), label: scene.now.words };
    return { scene, tree: parts.sceneTree(scene, parts, options) };
}

/* The board gets what the window leaves; cells that would become tiny get a page that scrolls instead. */
function reviewRoom(doc, view) {
    const box = doc.getElementById("board");
    const width = Math.max(200, box.clientWidth);
    if (view.innerWidth < REVIEW_NARROW) return { width, height: 0 };
    return { width, height: Math.max(420, view.innerHeight - 190) };
}

function reviewDraw(doc, view, model, parts) {
    const classes = model.classes;
    const { scene, tree } = reviewBoard(model, parts, reviewRoom(doc, view));
    doc.getElementById("board").replaceChildren(parts.treeElement(doc, tree));
    const counts = (scene.counts || []).map(([name, value]) => `${name} ${value}`).join(" · ");
    reviewMount(doc, "status", parts, ["b", {}, scene.now.words], ["span", { class: "sp" }], ["span", {}, counts || `${model.ply} of ${model.data.events.length}`]);
    const shares = model.shares[model.ply];
    const bar = reviewBar(shares, classes, shares.length === 2);
    doc.getElementById("bar").replaceChildren(parts.treeElement(doc, bar));
    doc.getElementById("bar").className = shares.length === 2 ? "evalbar" : "sharebar";
    doc.getElementById("bar").title = shares.map((x, k) => `${reviewSeatName(model, k + 1)} ${reviewPercent(x)}`).join(", ");
    const graphs = reviewGraphs(model, classes);
    doc.getElementById("shares").replaceChildren(parts.treeElement(doc, parts.graphTree(graphs.shares, model.size)));
    doc.getElementById("points").replaceChildren(...(graphs.points ? [parts.treeElement(doc, parts.graphTree(graphs.points, { ...model.size, height: 110 }))] : []));
    reviewMount(doc, "seats", parts, reviewSeats(model, parts, classes));
    reviewMount(doc, "verdict", parts, ...reviewVerdict(model));
    for (const old of doc.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    const now = doc.querySelector(`[data-ply="${model.ply}"]`);
    const list = doc.getElementById("moves");
    if (now) {
        now.setAttribute("aria-current", "true");
        const at = now.offsetTop;
        if (at < list.scrollTop || at > list.scrollTop + list.clientHeight - 40) list.scrollTop = at - list.clientHeight / 2;
    } else {
        list.scrollTop = 0;
    }
}

/* On paper: every mistake with its board. */
function reviewPrint(doc, model, parts) {
    const { ply, other } = model;
    const out = [];
    for (const { at } of model.faults) {
        model.ply = at;
        model.other = false;
        const figure = doc.createElement("section");
        const { tree } = reviewBoard(model, parts, { width: 300, height: 300 });
        figure.append(parts.treeElement(doc, tree), ...reviewVerdict(model).filter((one) => !(one[1].class || "").includes("rowb"))
            .map((one) => parts.treeElement(doc, one)));
        out.push(figure);
    }
    Object.assign(model, { ply, other });
    doc.getElementById("print").replaceChildren(...out);
}

/* --- what a reader does --- */

function reviewGo(model, to) {
    model.ply = Math.max(0, Math.min(model.count - 1, to));
    model.other = false;
}

function reviewNextFault(model, by) {
    const list = model.faults.map((one) => one.at);
    const next = by > 0 ? list.find((at) => at > model.ply) : list.reverse().find((at) => at < model.ply);
    if (next !== undefined) reviewGo(model, next);
}

function reviewDo(model, what) {
    const ways = {
        first: () => reviewGo(model, 0),
        back: () => reviewGo(model, model.ply - 1),
        on: () => reviewGo(model, model.ply + 1),
        last: () => reviewGo(model, model.count - 1),
        "fault-back": () => reviewNextFault(model, -1),
        "fault-on": () => reviewNextFault(model, 1),
        turn: () => (model.turned = !model.turned),
        other: () => (model.other = !model.other),
    };
    if (!ways[what]) return false;
    ways[what]();
    return true;
}

const REVIEW_KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", ArrowUp: "fault-back", ArrowDown: "fault-on", f: "turn", b: "other" };

/* One thread of short moves that two seats make in turn is shown in pairs. */
function reviewIsPaired(data) {
    return data.seats.length === 2 && data.events.every((event, i) => event.seat === i % 2 + 1 && event.shown.length <= 8);
}

/* Begins: reads the data of the page, draws, listens. */
function reviewStart(doc, view, parts) {
    const model = reviewModel(JSON.parse(doc.getElementById("data").textContent));
    model.size = { width: 420, height: 170 };
    model.paired = reviewIsPaired(model.data);
    const words = parts.sceneColours(model.colours.scene);
    model.classes = model.colours.names.map((name) => parts.spriteColour(name, words));
    reviewMount(doc, "moves", parts, reviewMoves(model, model.classes));
    const draw = () => reviewDraw(doc, view, model, parts);
    doc.addEventListener("keydown", (press) => {
        if (press.ctrlKey || press.metaKey || press.altKey || /^(input|select|textarea)$/i.test(press.target.localName || "")) return;
        if (!REVIEW_KEYS[press.key] || !reviewDo(model, REVIEW_KEYS[press.key])) return;
        press.preventDefault();
        draw();
    });
    doc.addEventListener("click", (press) => {
        const on = press.target.closest("[data-do], [data-ply], .graph, [data-theme-switch]");
        if (!on) return;
        if (on.dataset.ply) reviewGo(model, Number(on.dataset.ply));
        else if (on.dataset.do) reviewDo(model, on.dataset.do);
        else if (on.classList.contains("graph")) {
            const box = on.getBoundingClientRect();
            reviewGo(model, parts.graphPlyAt(((press.clientX - box.left) / box.width) * model.size.width, model.count, model.size));
        } else {
            const dark = doc.documentElement.dataset.theme ? doc.documentElement.dataset.theme === "dark" : view.matchMedia("(prefers-color-scheme: dark)").matches;
            doc.documentElement.dataset.theme = dark ? "light" : "dark";
        }
        draw();
        if (on.dataset.do === "other") (doc.querySelector('[data-do="other"]') || on).focus();
    });
    view.addEventListener("resize", draw);
    view.addEventListener("beforeprint", () => reviewPrint(doc, model, parts));
    view.addEventListener("hashchange", () => { reviewGo(model, Number(view.location.hash.slice(1)) || 0); draw(); });
    reviewGo(model, Number(view.location.hash.slice(1)) || 0);
    draw();
}

export { reviewBar, reviewGraphs, reviewIsPaired, reviewMoves, reviewPercent, reviewSeats, reviewShares, reviewSigned, reviewStart, reviewVerdict };
