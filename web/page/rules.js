/* The rules of a game as a page: the text of `kibitz rules`, what lies on its table and what each is called,
 * and small boards that show what can be done. */
import { button, capital, gameOf, tree, tried } from "./study.js";
import { sceneColours, sceneTree } from "./scene.js";
import { spriteColour, spriteSize, spriteTree } from "./sprites.js";

const PARTS = { spriteColour, spriteSize, spriteTree };
const MAX_EXAMPLES = 6;
const EXAMPLE_PLIES = 10;
const RULES_WIDTH = 79; /* of a page of rules, in letters */

/* Whether a line is the rest of the sentence before it: some are broken by hand. */
function goesOn(before, words) {
    return !/[.:;!?]$/.test(before) && /^[a-z(]/.test(words) && !/\S {2,}\S/.test(words) && !/\S {2,}\S/.test(before.trim());
}

/* Lines of a page of rules as blocks: {kind: "h" | "p" | "li" | "pre", indent, text}. Headings stand at the
 * margin, items are indented, drawings have gaps. A line goes on with the one before where its first word did not fit there. */
function rulesBlocks(text) {
    const blocks = [];
    const lines = text.split("\n");
    let last = null;
    for (let i = /^=+$/.test(lines[1] || "") ? 2 : 0; i < lines.length; i++) {
        const words = lines[i].trim();
        const indent = lines[i].length - lines[i].trimStart().length;
        const item = words.startsWith("- ");
        const wrapped = last && !item && (last.kind === "p" ? !indent : last.kind === "li" && ((indent > last.indent && lines[i - 1].length + 1 + words.split(" ")[0].length > RULES_WIDTH) || goesOn(lines[i - 1], words)));
        const drawn = /\S {2,}\S+ {2,}\S/.test(words);
        if (!words) last = null;
        else if (drawn && last && last.kind === "pre") last.text += `\n${lines[i]}`;
        else if (drawn) blocks.push((last = { kind: "pre", indent, text: lines[i] }));
        else if (wrapped) last.text += ` ${words}`;
        else {
            const heading = !indent && !/[.;,]$/.test(words) && /^\s+\S/.test(lines[i + 1] || "");
            last = { kind: heading ? "h" : indent || item ? "li" : "p", indent, text: item ? words.slice(2) : words };
            blocks.push(last);
        }
    }
    return blocks;
}

/* Blocks as elements: lists by their indents. */
function rulesText(app, text) {
    const out = [];
    let lists = [];
    for (const block of rulesBlocks(text)) {
        if (block.kind !== "li") {
            lists = [];
            out.push(app.el(block.kind === "h" ? "h2" : block.kind, {}, block.text));
            continue;
        }
        while (lists.length && lists.at(-1).indent > block.indent) lists.pop();
        if (!lists.length || lists.at(-1).indent < block.indent) {
            const list = app.el("ul", {});
            const within = lists.length ? lists.at(-1).node.lastChild : null;
            if (within) within.append(list);
            else out.push(list);
            lists.push({ indent: block.indent, node: list });
        }
        lists.at(-1).node.append(app.el("li", {}, block.text));
    }
    return out;
}

/* --- legend --- */

/* One of each kind of thing, with its words; cards with their text. */
function legendThings(scene) {
    const seen = new Map();
    for (const thing of scene.things || []) {
        if (thing.face === "down") continue;
        const label = String(thing.label || thing.kind || "").replace(/ on .*$| at .*$/, "");
        const key = `${thing.sprite}|${thing.colour || ""}|${thing.mask || ""}|${thing.sprite === "card" ? thing.kind || label : label}`;
        if (label && !seen.has(key)) seen.set(key, { ...thing, label, count: undefined, dim: undefined });
    }
    return [...seen.values()].slice(0, 60);
}

function legend(app, scene) {
    const seats = sceneColours(scene);
    const items = legendThings(scene).map((thing) => {
        const card = thing.sprite === "card";
        const words = (scene.words || {})[thing.kind];
        const [wide, high] = spriteSize(thing);
        const holder = app.el("span", { class: "legend-picture" });
        tree(holder, ["svg", { viewBox: `${-wide / 2 - 0.1} ${-high / 2 - 0.1} ${wide + 0.2} ${high + 0.2}`, class: "scene", "aria-hidden": "true" }, spriteTree(thing, { seats, ink: 0.3, size: [wide, high] })]);
        return app.el("li", {}, card ? null : holder, app.el("span", {}, app.el("b", {}, capital(thing.label)), words || thing.text ? app.el("small", {}, words || thing.text) : null));
    });
    const known = new Set((scene.things || []).map((thing) => thing.kind));
    const cards = Object.entries(scene.words || {}).filter(([kind]) => !known.has(kind)).map(([kind, words]) => app.el("li", {}, app.el("span", {}, app.el("b", {}, capital(kind.replace(/-/g, " "))), app.el("small", {}, words))));
    return items.length || cards.length ? app.el("ul", { class: "legend" }, items, cards) : null;
}

/* --- examples: what can be done with one of each kind of thing --- */

function smallBoard(app, scene, arrows, words) {
    const figure = app.el("figure", { class: "example" });
    const hold = app.el("div", {});
    tree(hold, sceneTree(scene, PARTS, { width: 260, height: 260, arrows, label: words }));
    figure.append(hold, app.el("figcaption", {}, words));
    return figure;
}

/* Some action, so that other things can be used after it. */
async function goOn(app, state) {
    let { pick } = state;
    while (pick.token === undefined && (pick.next || []).length) {
        const one = pick.next[Math.floor(pick.next.length * 0.6)];
        pick = one.token ? one : (await app.api("POST", "/scene/pick", { game: app.route.params.game, position: state.position, parts: [...(pick.chosen || []), one.part] })).pick;
    }
    return app.api("POST", "/scene/play", { game: app.route.params.game, position: state.position, token: pick.token });
}

async function examples(app, game, place) {
    const out = [];
    for (const one of (game.examples || []).slice(0, MAX_EXAMPLES)) {
        const state = await app.api("POST", "/scene", one.position ? { game: game.name, position: one.position } : { game: game.name, moves: one.moves || [] });
        out.push(smallBoard(app, state.scene, [], capital(one.words || state.scene.now.words)));
    }
    const kinds = new Set();
    let state = await app.api("POST", "/scene", { game: game.name });
    for (let ply = 0; ply < EXAMPLE_PLIES && out.length < MAX_EXAMPLES && state.pick && state.scene.now.kind === "action"; ply++) {
        for (const one of state.pick.next) {
            const kind = String(one.words || one.part).split(/[\s\d]/)[0];
            if (one.kind !== "cell" || one.token || kinds.has(kind) || out.length >= MAX_EXAMPLES) continue;
            kinds.add(kind);
            const { pick } = await app.api("POST", "/scene/pick", { game: app.route.params.game, position: state.position, parts: [one.part] });
            const ends = (pick.next || []).filter((to) => to.kind === "cell");
            if (ends.length) out.push(smallBoard(app, { ...state.scene, marks: [] }, ends.map((to) => ({ from: one.part, to: to.part, kind: "better" })), app.words("rules.can", capital(one.words || one.part), ends.map((to) => to.part).slice(0, 8).join(", "))));
        }
        state = kinds.size ? await goOn(app, state) : { scene: { now: {} } };
    }
    app.put(place, out.length ? [app.el("h2", {}, app.words("rules.examples")), app.el("div", { class: "examples" }, out)] : null);
}

async function mount(place, app, params) {
    const { el } = app;
    const game = await gameOf(app, params.game);
    app.title(app.words("rules.title", game.title));
    const shown = el("div", {});
    const hold = el("div", { class: "board-hold" });
    const pieces = game.scene ? legend(app, game.scene) : null;
    const syntax = (game.syntax || []).map(([kind, pattern]) => el("tr", {}, el("th", { scope: "row" }, kind), el("td", { class: "mono" }, pattern)));
    app.put(place, el("div", { class: "rules-page study" },
        el("article", { class: "panel-box rules-text" }, el("h1", {}, game.title), rulesText(app, String(game.rules || ""))),
        el("aside", { class: "stack" },
            el("section", { class: "panel-box", "aria-label": app.words("set.board") }, hold,
                el("div", { class: "rowb" }, el("a", { class: "btn pri", href: app.link("table", game.name) }, app.words("table.play")), el("a", { class: "btn", href: app.link("analyse", game.name) }, app.words("menu.analyse")),
                    button(app, app.words("study.print"), () => print()))),
            pieces ? el("section", { class: "panel-box" }, el("h2", {}, app.words("rules.legend")), pieces) : null,
            el("section", { class: "panel-box" }, el("h2", {}, app.words("rules.controls")), el("p", {}, app.words("rules.controls-text")),
                syntax.length ? [el("h3", {}, app.words("rules.notation")), el("table", { class: "grid-table" }, el("tbody", {}, syntax))] : null)),
        el("section", { class: "panel-box wide-row", "aria-label": app.words("rules.examples") }, shown)));
    const board = app.board(hold, { still: true, height: 360, others: el("div", {}) }); /* one seat's board is enough */
    if (game.scene) board.show(game.scene);
    tried(app, () => examples(app, game, shown));
    return () => board.destroy();
}

export { mount, rulesBlocks };
