/* The board by mouse, pen and finger: click and click, drag, and a magnifier for fingers on large boards. */

import { el } from "./el.js";
import { treeElement } from "./tree.js";
import { spriteSize, spriteTree } from "./sprites.js";
import { sceneColours } from "./scene.js";

const DRAG_FROM = 6; /* pixels before a press is a drag */
const FINGER = 40;   /* cells smaller than this want a magnifier */

function boardPointing(board) {
    let press = null; /* the pointer that is down */
    let ghost = null;
    let lens = null;
    let marked = null; /* what a finger has marked; a second tap takes it */

    const clear = () => {
        if (ghost) ghost.node.remove();
        if (lens) lens.remove();
        ghost = lens = null;
    };

    /* A picture of a thing that follows the pointer. */
    const lift = (thing, sheet, place) => {
        const scale = Math.abs(sheet.svg.getScreenCTM().a);
        const look = { seats: sceneColours(board.scene), words: (board.scene.words || {})[thing.kind], size: [place.w, place.h], ink: 0.2 };
        const [w, h] = thing.sprite === "card" ? [place.w, place.h] : spriteSize(thing);
        const zoom = thing.sprite === "card" ? 1 : place.w / w || 1;
        const node = treeElement(document, ["svg", { class: "scene ghost", width: w * zoom * scale + 8, height: h * zoom * scale + 8, viewBox: `${-w / 2 - 0.05} ${-h / 2 - 0.05} ${w + 0.1} ${h + 0.1}` },
            spriteTree({ ...thing, dim: false }, { ...look, seats: look.seats })]);
        document.body.append(node);
        return { node, w: w * zoom * scale, h: h * zoom * scale };
    };
    const follow = (event) => {
        if (!ghost) return;
        ghost.node.style.transform = `translate(${event.clientX - ghost.w / 2}px, ${event.clientY - ghost.h / 2}px)`;
    };

    /* Whether fingers need a magnifier here. */
    const isSmall = () => {
        const grid = board.scene.areas.find((area) => area.grid);
        const sheet = board.sheets[0];
        return Boolean(grid && grid.grid.cols > 8 && Math.abs(sheet.svg.getScreenCTM().a) < FINGER);
    };
    const magnify = (event) => {
        const { sheet, at, hits } = board.hits(event.clientX, event.clientY);
        if (!sheet) return;
        if (!lens) {
            lens = el("svg", { class: "scene lens", "aria-hidden": "true" }, ...[...sheet.svg.childNodes].map((node) => node.cloneNode(true)));
            lens.append(el("circle", { class: "lens-mark", r: 0.42, cx: -9, cy: -9 }));
            document.body.append(lens);
        }
        lens.setAttribute("viewBox", `${at.x - 1.6} ${at.y - 1.6} 3.2 3.2`);
        const top = event.clientY > 190 ? event.clientY - 180 : event.clientY + 60;
        lens.style.transform = `translate(${Math.max(4, Math.min(innerWidth - 144, event.clientX - 70))}px, ${top}px)`;
        const cell = hits.find((hit) => !hit.place.thing && hit.place.shape !== "area");
        const mark = lens.lastChild;
        const can = cell && board.meanings([cell]).length;
        mark.setAttribute("cx", cell ? cell.place.x + cell.place.w / 2 : -9);
        mark.setAttribute("cy", cell ? cell.place.y + cell.place.h / 2 : -9);
        mark.setAttribute("class", can ? "lens-mark" : "lens-mark not");
    };

    /* What a click or a drop means. */
    const take = async (hits, dropped) => {
        const ways = board.meanings(hits);
        for (const parts of ways) if (await board.choose(parts)) return true;
        if (ways.length || !board.pick) return false;
        if (dropped) return false;
        if (board.chosen.length && board.first) { /* another piece instead */
            const { pick, chosen } = board;
            Object.assign(board, { pick: board.first, chosen: [] });
            board.draw_over();
            const again = board.meanings(hits);
            if (again.length) return board.choose(again[0]);
            Object.assign(board, { pick, chosen });
            board.draw_over();
        }
        const guess = board.guesses(hits);
        if (guess) await board.choose(guess);
        return false;
    };

    const down = (event) => {
        if (event.button || !board.scene || !board.options.ask || press) return;
        const spot = board.hits(event.clientX, event.clientY);
        if (!spot.sheet) return;
        press = { id: event.pointerId, x: event.clientX, y: event.clientY, spot, touch: event.pointerType === "touch", dragged: false };
        if (board.special && board.special.down && board.special.down(board, event, press)) return;
        if (press.touch && isSmall()) {
            press.lens = true;
            event.preventDefault();
            magnify(event);
        }
    };
    const move = (event) => {
        if (board.special && board.special.move) board.special.move(board, event, press);
        if (!press || event.pointerId !== press.id) return;
        if (press.lens) return void magnify(event);
        if (press.special) return;
        if (!press.dragged) {
            if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_FROM) return;
            const things = new Map(board.scene.things.map((thing) => [thing.id, thing]));
            const hit = press.spot.hits.find((one) => things.has(one.id));
            const ways = board.meanings(press.spot.hits);
            if (!hit || !ways.length) {
                if (!press.touch) press.dragged = true;
                return;
            }
            press.dragged = true;
            ghost = lift(things.get(hit.id), press.spot.sheet, hit.place);
            press.taken = board.choose(ways[0]);
        }
        follow(event);
    };
    const up = async (event) => {
        if (!press || event.pointerId !== press.id) return;
        const was = press;
        press = null;
        clear();
        if (board.special && board.special.up && board.special.up(board, event, was)) return;
        const spot = board.hits(event.clientX, event.clientY);
        if (was.lens) {
            const cell = spot.hits.find((hit) => board.meanings([hit]).length) || spot.hits[0];
            if (!cell) return;
            if (!board.meanings([cell]).length || marked === cell.id) {
                marked = null;
                await take(spot.hits);
            } else {
                marked = cell.id;
                board.held = cell.id;
                board.draw_over();
                board.refuse(board.app.words("board.again"));
            }
            return;
        }
        if (!was.dragged) return void take(spot.hits);
        if (!was.taken) return;
        await was.taken;
        if (!(await take(spot.hits, true))) {
            const same = was.spot.hits[0] && spot.hits[0] && was.spot.hits[0].id === spot.hits[0].id;
            if (!same) await board.drop(true);
        }
    };
    const cancel = () => {
        press = null;
        clear();
    };

    const places = [board.main, board.options.others || board.below];
    for (const place of places) {
        place.addEventListener("pointerdown", down);
        place.addEventListener("dragstart", (event) => event.preventDefault());
    }
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancel);
    return () => {
        clear();
        for (const place of places) place.removeEventListener("pointerdown", down);
        removeEventListener("pointermove", move);
        removeEventListener("pointerup", up);
        removeEventListener("pointercancel", cancel);
    };
}

export { boardPointing };
