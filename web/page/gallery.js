/* The games as cards with a small board each, by kind and number of players, with a field to find one. */

import { el, put } from "./el.js";

const FIRST = ["chess", "go", "azul", "projectl", "unicorns", "hex", "connect4", "othello", "draughts", "morris", "pig", "ludo"];
const FILTERS = [
    ["all", () => true],
    ["board", (game) => game.kind === "board" || game.kind === "kit"],
    ["tiles", (game) => game.kind === "tiles" || game.kind === "puzzle"],
    ["cards", (game) => game.kind === "cards"],
    ["dice", (game) => game.kind === "dice"],
    ["one", (game) => game.players[0] === 1],
    ["many", (game) => game.players[1] > 2],
];

function players(app, [from, to]) {
    return to === 1 ? app.words("home.player") : app.words("home.players", from === to ? from : `${from}–${to}`);
}

/* Small boards are drawn when they come into sight. */
function createPictures(app) {
    const scenes = new WeakMap();
    const draw = (place) => {
        const scene = scenes.get(place);
        if (!scene) return;
        scenes.delete(place);
        app.board(place, { still: true, height: place.clientHeight - 20 }).show(small(scene));
        for (const title of place.querySelectorAll("title")) title.remove();
    };
    const watcher = new IntersectionObserver((seen) => {
        for (const one of seen) {
            if (!one.isIntersecting) continue;
            watcher.unobserve(one.target);
            draw(one.target);
        }
    }, { rootMargin: "300px" });
    return { picture(scene) {
        const place = el("div", { class: "pic", "aria-hidden": "true" });
        if (!scene) return place;
        scenes.set(place, scene);
        watcher.observe(place);
        return place;
    }, end: () => watcher.disconnect() };
}

/* A small picture shows what is shared, where seats have boards of their own. */
function small(scene) {
    const shared = scene.areas.filter((area) => !area.owner);
    const large = shared.filter((area) => area.grid || area.cells);
    const own = scene.areas.filter((area) => area.owner && scene.things.some((thing) => thing.at === area.id && thing.face !== "down"));
    const areas = large.length ? large : shared.some((area) => scene.things.some((thing) => thing.at === area.id)) ? shared : own.length ? own : scene.areas;
    return { ...scene, areas: areas.map((area) => ({ ...area, label: " " })), marks: [] };
}

function gameCard(app, pictures, game, to) {
    return el("a", { class: "game", href: app.link(to, game.name), "data-game": game.name }, pictures.picture(game.scene), el("h3", {}, game.title),
        el("p", {}, players(app, game.players), " · ", app.words(`kind.${game.kind}`)));
}

/* {filters, games, count, pictures, load()}: three elements, and what fills them (it gives the number of games).
 * A card leads to the part `to` of the page. */
function createGallery(app, to) {
    const pictures = createPictures(app);
    const state = { filter: "all", text: "", games: [] };
    const games = el("div", { class: "gal" });
    const count = el("p", { class: "soft count", role: "status" });
    const chips = el("div", { class: "chips", role: "group", "aria-label": app.words("home.filter") });
    const draw = () => {
        const text = state.text.toLowerCase();
        const fits = FILTERS.find(([name]) => name === state.filter)[1];
        const list = state.games.filter((game) => fits(game) && (!text || `${game.title} ${game.name}`.toLowerCase().includes(text)));
        put(games, list.map((game) => gameCard(app, pictures, game, to)));
        count.textContent = list.length ? "" : app.words("home.none");
    };
    const drawChips = () => put(chips, FILTERS.map(([name]) => el("button", { type: "button", class: "chipb", "aria-pressed": String(state.filter === name), onclick: () => {
        state.filter = name;
        drawChips();
        draw();
    } }, app.words(`home.${name}`))));
    drawChips();
    const filters = el("section", { class: "filters" }, el("input", { type: "search", placeholder: app.words("home.find"), "aria-label": app.words("home.find"), oninput: (event) => {
        state.text = event.target.value;
        draw();
    } }), chips);
    const rank = (game) => FIRST.indexOf(game.name) + 1 || 99;
    const load = async () => {
        const drawn = app.api("GET", "/games?scenes=1"); /* boards come after the names */
        const { games: list, texts } = await app.api("GET", "/games");
        state.games = [...list].sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title));
        for (const name of texts || []) if (!list.some((game) => game.name === name)) state.games.push({ name, title: name.replace(/^me\//, ""), kind: "own", players: [1, 8], traits: [] });
        draw();
        drawn.then((answer) => {
            const scenes = new Map(answer.games.map((game) => [game.name, game.scene]));
            for (const game of state.games) game.scene = scenes.get(game.name);
            draw();
        }).catch((problem) => app.note(problem.message, "bad"));
        return state.games;
    };
    return { filters, games, count, pictures, load };
}

export { createGallery };
