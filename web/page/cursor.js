/* The board by keyboard: arrows move a cursor over cells and things, Enter picks, Escape drops, letters begin
 * a token that is typed. */

import { el } from "./el.js";
import { outlineShape } from "./outlines.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function boardCursor(board) {
    let at = null; /* the id under the cursor */
    let shown = false;
    const areas = () => new Set(board.scene.areas.map((area) => area.id));

    /* The places the cursor can be on, on the screen: cells, and things that are on no cell of a grid. */
    const stops = () => {
        const out = new Map();
        const names = areas();
        const flows = new Set(board.scene.areas.filter((area) => area.flow).map((area) => area.id));
        const inFlow = new Set(board.scene.things.filter((thing) => flows.has(thing.at)).map((thing) => thing.id));
        const wanted = new Set(board.options_now.flatMap((one) => one.ids));
        for (const sheet of board.sheets) {
            if (!sheet.svg.getClientRects().length) continue;
            for (const [id, place] of sheet.found)
                if (wanted.has(id) || (!names.has(id) && (!place.thing || inFlow.has(id)))) out.set(id, board.to_screen(sheet, place.x + place.w / 2, place.y + place.h / 2));
        }
        return out;
    };

    const words = (id) => {
        const here = board.scene.things.filter((thing) => thing.id === id || thing.at === id);
        const cell = board.scene.areas.flatMap((area) => area.cells || []).find((one) => one.id === id);
        const can = board.options_now.find((one) => one.ids.includes(id));
        const what = here.map((thing) => thing.label).join(", ");
        return [here.some((thing) => thing.id === id) ? "" : (cell && cell.label) || id, what, can ? board.app.words("board.can") : ""].filter(Boolean).join(", ");
    };

    const go = (id) => {
        at = id;
        shown = true;
        board.draw_over(false);
        board.app.say(words(id));
    };

    const step = ([dx, dy]) => {
        const list = stops();
        if (!list.size) return;
        const from = at && list.get(at);
        if (!from) {
            const first = board.options_now.flatMap((one) => one.ids).find((id) => list.has(id));
            return void go(first || list.keys().next().value);
        }
        let best = null;
        for (const [id, to] of list) {
            if (id === at) continue;
            const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
            const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
            if (along < 2) continue;
            const far = along + 2.5 * aside;
            if (!best || far < best.far) best = { id, far };
        }
        if (best) go(best.id);
    };

    /* The next thing that can be picked. */
    const tab = (by) => {
        const list = stops();
        const ids = [...new Set(board.options_now.flatMap((one) => one.ids))].filter((id) => list.has(id));
        if (!ids.length) return;
        go(ids[(ids.indexOf(at) + by + ids.length) % ids.length]);
    };

    const enter = () => {
        if (!at) return;
        const found = board.find(at);
        if (!found) return;
        const things = board.scene.things.filter((thing) => thing.at === at).map((thing) => ({ id: thing.id }));
        const ways = board.meanings([{ id: at }, ...things]);
        if (ways.length) return void board.choose(ways[0]);
        const guess = board.guesses([{ id: at }]);
        if (guess && board.pick) board.choose(guess);
    };

    /* A field for a token; what is typed on the board begins it. */
    const type = (first) => {
        if (!board.options.typed || document.getElementById("typed")) return;
        const field = el("input", { id: "typed", type: "text", autocomplete: "off", spellcheck: "false", "aria-label": board.app.words("board.type") });
        const close = () => {
            row.remove();
            board.main.focus();
        };
        const row = el("form", { class: "typed", onsubmit: (event) => {
            event.preventDefault();
            const text = field.value.trim();
            if (text) Promise.resolve(board.options.typed(text)).then(close, (problem) => board.refuse(problem.message));
        } }, el("label", { for: "typed" }, board.app.words("board.type")), field, el("button", { type: "submit" }, board.app.words("ok")), el("button", { type: "button", onclick: close }, "×"));
        field.addEventListener("keydown", (event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            close();
        });
        board.message.before(row);
        field.value = first;
        field.focus();
    };

    const press = (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || !board.scene) return;
        if (event.target !== board.main) return;
        if (board.special && board.special.key && board.special.key(board, event)) return void event.preventDefault();
        if (ARROWS[event.key]) step(ARROWS[event.key]);
        else if (event.key === "Enter" || event.key === " ") enter();
        else if (event.key === "n") tab(1);
        else if (event.key === "p") tab(-1);
        else if (event.key === "Escape" && (board.chosen.length || board.held)) board.drop();
        else if (/^[a-zA-Z0-9!]$/.test(event.key) && board.pick) type(event.key);
        else return;
        event.preventDefault();
        event.stopPropagation();
    };
    const out = () => {
        shown = false;
        board.draw_over(false);
    };

    return {
        type,
        at: () => at,
        draw() {
            if (!shown || !at) return;
            const found = board.find(at);
            if (found) found.sheet.over.append(outlineShape(found.place, { class: "cursor" }, 0.03));
        },
        listen() {
            board.main.tabIndex = 0;
            board.main.setAttribute("role", "application");
            board.main.setAttribute("aria-roledescription", board.app.words("board"));
            board.main.setAttribute("aria-label", board.app.words("board.keys"));
            board.main.addEventListener("keydown", press);
            board.main.addEventListener("blur", out);
            return () => {
                board.main.removeEventListener("keydown", press);
                board.main.removeEventListener("blur", out);
            };
        },
    };
}

export { boardCursor };
