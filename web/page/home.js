/* Home: games as cards, one's own games to go on with, the puzzle of the day. */

import { el, put } from "./el.js";
import { createGallery } from "./gallery.js";

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
    const gallery = createGallery(app, "table");
    const { pictures } = gallery;
    const mine = el("section", { class: "goon", hidden: true });
    const puzzle = el("div", {});
    put(place, el("section", { class: "hero" }, el("h1", {}, app.words("home.title")), el("p", { id: "hero-words" }, app.words("home.lead", "")),
        el("p", { class: "rowb" }, el("button", { type: "button", class: "pri big", onclick: () => gallery.games.querySelector("a") && gallery.games.querySelector("a").focus() }, app.words("home.play")),
            el("a", { class: "btn big", href: app.link("analyse") }, app.words("home.analyse")), el("a", { class: "btn big", href: app.link("write") }, app.words("home.write"))), puzzle),
        mine, gallery.filters, gallery.games, gallery.count);
    const games = await gallery.load();
    put(place.querySelector("#hero-words"), app.words("home.lead", games.filter((game) => game.kind !== "own").length));
    app.api("GET", "/rooms?mine&scenes=1").then(({ rooms }) => {
        const open = rooms.filter((room) => room.state !== "closed").sort((a, b) => (a.state === "over") - (b.state === "over")).slice(0, 4);
        mine.hidden = !open.length;
        if (open.length) put(mine, el("h2", {}, app.words("home.goon")), el("div", { class: "gal" }, open.map((room) => roomCard(app, pictures, room))));
    }).catch(() => {});
    app.api("GET", "/puzzle").then((one) => one && one.words && put(puzzle, puzzleCard(app, one, games))).catch(() => {});
    return pictures.end;
}

export { mount };
