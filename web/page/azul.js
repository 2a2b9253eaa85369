/* Azul on the board: the tiles of a colour follow the cursor, lines that can take them light up, and what goes
 * to the floor says what it costs. */

import { el } from "./el.js";
import { spriteTree } from "./sprites.js";
import { treeElement } from "./tree.js";

const ROW = 5; /* displays in one row */

function tile(colour, attributes) {
    return treeElement(document, ["svg", attributes, spriteTree({ sprite: "tile", colour }, { sign: colour })]);
}

function azulSpecial(model) {
    const { app } = model;
    let ghost = null;

    /* The tiles in hand: those of the colour on the chosen display. */
    const inHand = (board) => {
        if (board.chosen.length < 2) return [];
        const [from, part] = board.chosen;
        return board.scene.things.filter((thing) => thing.at === from && thing.part === part);
    };
    const clear = () => {
        if (ghost) ghost.remove();
        ghost = null;
    };
    return {
        /* Many displays lie in two rows, so that one's own board is not smaller for them. */
        arrange(scene) {
            const cells = (scene.areas[0] || {}).cells || [];
            const round = cells.filter((cell) => /^d\d+$/.test(cell.id));
            if (round.length <= ROW) return scene;
            const cols = Math.ceil(round.length / 2);
            const [wide, high] = [3 * cols, round[0].h + 0.4];
            const moved = cells.map((cell) => {
                const i = round.indexOf(cell);
                if (i < 0) return { ...cell, x: 0, y: cell.y + high, w: wide };
                return { ...cell, x: 0.25 + 3 * (i % cols) + (i >= cols ? 1.5 * (2 * cols - round.length) : 0), y: i < cols ? 0 : high };
            });
            const [x, y, , h] = scene.areas[0].box;
            return { ...scene, areas: [{ ...scene.areas[0], box: [x, y, wide, h + high], cells: moved }, ...scene.areas.slice(1)] };
        },
        shown: clear,
        end: clear,
        move(board, event) {
            const tiles = event.pointerType === "mouse" && !board.busy ? inHand(board) : [];
            if (!tiles.length) return clear();
            if (!ghost) {
                ghost = el("div", { class: "ghost scene hand-tiles", "aria-hidden": "true" }, tiles.map((one) => tile(one.colour, { viewBox: "-.5 -.5 1 1" })));
                document.body.append(ghost);
            }
            ghost.style.transform = `translate(${event.clientX + 12}px, ${event.clientY + 10}px)`;
            return undefined;
        },
        over(board) {
            if (!inHand(board).length) clear();
            for (const { entry, ids } of board.options_now) {
                const cost = /costs? (\d+)|(\d+) to the floor/.exec(entry.words || "");
                const at = cost && ids[0] && board.find(ids[0]);
                if (!at) continue;
                const words = `−${cost[1] || cost[2]}`;
                const { x, y, w } = at.place;
                at.sheet.over.append(el("g", { class: "tag bad" }, el("rect", { x: x + w - 0.15, y: y - 0.2, width: 0.75, height: 0.42, rx: 0.16 }), el("text", { x: x + w + 0.22, y: y + 0.12, "font-size": 0.34, "text-anchor": "middle" }, words)));
            }
        },
        bar(board) {
            const tiles = inHand(board);
            if (!tiles.length) return null;
            const floor = board.options_now.find((one) => /floor/.test(one.entry.part));
            const cost = floor && /costs (\d+)/.exec(floor.entry.words || "");
            return el("span", {}, el("span", { class: "hand-tiles" }, tiles.map((one) => tile(one.colour, { class: "scene", viewBox: "-.5 -.5 1 1" }))), " ",
                app.words("azul.hold", tiles.length), cost ? `; ${app.words("azul.floor", cost[1])}` : "");
        },
    };
}

export { azulSpecial };
