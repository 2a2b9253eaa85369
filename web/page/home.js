/* Home: games as cards with a small board each, one's own games to go on with, the puzzle of the day. */

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

function gameCard(app, pictures, game) {
    return el("a", { class: "game", href: app.link("table", game.name), "data-game": game.name }, pictures.picture(game.scene), el("h3", {}, game.title),
        el("p", {}, players(app, game.players), " · ", app.words(`kind.${game.kind}`)));
}

function roomCard(app, pictures, room) {
    const others = room.seats.filter((seat) => !seat.you).map((seat) => seat.name || app.words("table.open"));
    const mine = (room.scene && room.scene.now.seats || []).some((seat) => room.you.includes(seat));
    return el("a", { class: "game mine", href: app.link("room", room.id) }, room.scene ? pictures.picture(room.scene) : null, el("h3", {}, room.title || room.game.title),
        el("p", {}, others.length ? app.words("home.with", others.join(", ")) : room.game.title, " · ",
            room.state === "over" ? app.words("room.over") : mine ? el("b", { class: "turn" }, app.words("home.turn")) : app.words("home.waits")));
}

/* "Connect Four: X to act, one action wins": the game by its title, the seat by its name. */
function puzzleCard(app, puzzle, games) {
    const title = (games.find((game) => game.name === puzzle.game) || { title: puzzle.game }).title;
    const seats = (puzzle.scene && puzzle.scene.seats) || [];
    const words = puzzle.words.replace(/\bseat (\d)\b/gi, (all, k) => (seats[k - 1] ? seats[k - 1].name : all));
    return el("a", { class: "puzzle", href: app.link("p", puzzle.game, puzzle.position) }, el("b", {}, app.words("home.puzzle")), el("span", {}, `${title}: ${words}`));
}

async function mount(place, app) {
    app.title("");
    const pictures = createPictures(app);
    const state = { filter: "all", text: "", games: [] };
    const gallery = el("div", { class: "gal" });
    const mine = el("section", { class: "goon", hidden: true });
    const puzzle = el("div", {});
    const count = el("p", { class: "soft count", role: "status" });
    const draw = () => {
        const text = state.text.toLowerCase();
        const fits = FILTERS.find(([name]) => name === state.filter)[1];
        const list = state.games.filter((game) => fits(game) && (!text || `${game.title} ${game.name}`.toLowerCase().includes(text)));
        put(gallery, list.map((game) => gameCard(app, pictures, game)));
        count.textContent = list.length ? "" : app.words("home.none");
    };
    const chips = el("div", { class: "chips", role: "group", "aria-label": app.words("home.filter") });
    const drawChips = () => put(chips, FILTERS.map(([name]) => el("button", { type: "button", class: "chipb", "aria-pressed": String(state.filter === name), onclick: () => {
        state.filter = name;
        drawChips();
        draw();
    } }, app.words(`home.${name}`))));
    drawChips();
    put(place, el("section", { class: "hero" }, el("h1", {}, app.words("home.title")), el("p", { id: "hero-words" }, app.words("home.lead", "")),
        el("p", { class: "rowb" }, el("button", { type: "button", class: "pri big", onclick: () => gallery.querySelector("a") && gallery.querySelector("a").focus() }, app.words("home.play")),
            el("a", { class: "btn big", href: app.link("analyse") }, app.words("home.analyse")), el("a", { class: "btn big", href: app.link("write") }, app.words("home.write"))), puzzle),
        mine, el("section", { class: "filters" }, el("input", { type: "search", placeholder: app.words("home.find"), "aria-label": app.words("home.find"), oninput: (event) => {
            state.text = event.target.value;
            draw();
        } }), chips), gallery, count);
    const rank = (game) => (FIRST.indexOf(game.name) + 1 || 99);
    const drawn = app.api("GET", "/games?scenes=1"); /* boards come after the names */
    const { games, texts } = await app.api("GET", "/games");
    state.games = [...games].sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title));
    for (const name of texts || []) if (!games.some((game) => game.name === name)) state.games.push({ name, title: name.replace(/^me\//, ""), kind: "own", players: [1, 8], traits: [] });
    put(place.querySelector("#hero-words"), app.words("home.lead", games.length));
    draw();
    drawn.then((answer) => {
        const scenes = new Map(answer.games.map((game) => [game.name, game.scene]));
        for (const game of state.games) game.scene = scenes.get(game.name);
        draw();
    }).catch((problem) => app.note(problem.message, "bad"));
    app.api("GET", "/rooms?mine&scenes=1").then(({ rooms }) => {
        const open = rooms.filter((room) => room.state !== "closed").sort((a, b) => (a.state === "over") - (b.state === "over")).slice(0, 4);
        mine.hidden = !open.length;
        if (open.length) put(mine, el("h2", {}, app.words("home.goon")), el("div", { class: "gal" }, open.map((room) => roomCard(app, pictures, room))));
    }).catch(() => {});
    app.api("GET", "/puzzle").then((one) => one && one.words && put(puzzle, puzzleCard(app, one, state.games))).catch(() => {});
    return pictures.end;
}

export { mount };
