/* Project L on the board: pieces are dragged, r turns and f flips them, a shadow shows where they would lie; a
 * master gathers placements; a recycle has an order; rewards are a dialog. */

import { el } from "./el.js";
import { outlineShape } from "./outlines.js";
import { spriteTree } from "./sprites.js";
import { treeElement } from "./tree.js";

const turnRight = (rows) => [...rows[0]].map((_, col) => rows.map((row) => row[col]).reverse().join(""));
const HOLDS = new Set(["place", "master"]); /* verbs for which a piece is held; others choose it */
const ROW = 14; /* two puzzles, with their gaps */
const flipOver = (rows) => rows.map((row) => [...row].reverse().join(""));

function polyNode(mask, colour, attributes) {
    const tree = ["svg", attributes, spriteTree({ sprite: "poly", mask, colour }, {})];
    return treeElement(document, tree);
}

function projectlSpecial(model) {
    const { app } = model;
    let held = null; /* {part, colour, id, rows} */
    let ghost = null;
    let aim = null; /* {puzzle, cell, fits, sheet, x, y} */
    let order = null; /* of a recycle: {row, list} */
    let fits = new Map(); /* "puzzle piece mask": promise of {turn, cells} */

    const drop = (board) => {
        held = aim = null;
        board.held = null;
        if (ghost) ghost.remove();
        ghost = null;
        board.draw_over();
    };
    const prefix = (board) => (board.chosen[0] === "master" ? board.chosen : ["place"]);
    const canPlace = (board) => Boolean(board.first && (board.first.next || []).some((one) => one.part === "place" || one.part === "master")) && board.scene.now.kind !== "reward" && (!board.chosen.length || HOLDS.has(board.chosen[0]));

    const redrawGhost = (board) => {
        if (ghost) ghost.remove();
        const scale = Math.abs(board.sheets[board.sheets.length > 1 && board.sheets[1].owner === board.mine ? 1 : 0].svg.getScreenCTM().a);
        const [w, h] = [held.rows[0].length, held.rows.length];
        ghost = polyNode(held.rows.join("/"), held.colour, { class: "scene ghost", width: w * scale, height: h * scale, viewBox: `${-w / 2} ${-h / 2} ${w} ${h}` });
        Object.assign(held, { w: w * scale, h: h * scale });
        document.body.append(ghost);
        place(held.x || -999, held.y || -999);
    };
    const place = (x, y) => {
        Object.assign(held, { x, y });
        ghost.style.transform = `translate(${x - held.w / 2}px, ${y - held.h / 2}px)`;
    };
    const hold = (board, thing, x, y) => {
        if (board.chosen.length && board.chosen[0] !== "master") {
            board.chosen = [];
            board.pick = board.first;
        }
        held = { part: thing.part, colour: thing.colour, id: thing.id, rows: String(thing.mask).split("/"), x, y };
        fits = new Map();
        board.held = thing.id;
        redrawGhost(board);
        board.draw_over();
        app.say(app.words("pl.hold", thing.label));
    };

    /* Where the held piece may lie on a puzzle as it is turned: asked once for each. */
    const look = (board, puzzle) => {
        const mask = held.rows.join("/");
        const key = `${puzzle} ${held.part} ${mask} ${board.chosen.join()}`;
        if (!fits.has(key))
            fits.set(key, (async () => {
                const before = [...prefix(board), puzzle, held.part];
                const turns = await board.options.ask(before).catch(() => null);
                const turn = turns && (turns.next || []).find((one) => one.mask === mask);
                if (!turn) return { cells: new Map() };
                const cells = await board.options.ask([...before, turn.part]).catch(() => null);
                return { turn: turn.part, cells: new Map(((cells && cells.next) || []).map((one) => [one.part, one])) };
            })());
        return fits.get(key);
    };

    /* The cell of the puzzle under the first square of the piece, when its middle is at a point. */
    const cellAt = (board, sheet, x, y) => {
        const first = held.rows[0].indexOf("1");
        const at = { x: x - held.rows[0].length / 2 + first + 0.5, y: y - held.rows.length / 2 + 0.5 };
        let best = null;
        for (const [id, spot] of sheet.found) {
            if (spot.thing || !/^[WB]\d+\.[a-z]\d$/.test(id)) continue;
            const far = Math.hypot(spot.x + 0.5 - at.x, spot.y + 0.5 - at.y);
            if (far < 0.8 && (!best || far < best.far)) best = { far, id, spot, first };
        }
        return best;
    };
    const aimAt = async (board, clientX, clientY) => {
        const { sheet, at } = board.hits(clientX, clientY);
        const cell = sheet && cellAt(board, sheet, at.x, at.y);
        return aimCell(board, sheet, cell);
    };
    const aimCell = async (board, sheet, cell) => {
        if (!cell) {
            if (aim) {
                aim = null;
                board.draw_over(false);
            }
            return null;
        }
        const mine = { puzzle: cell.id.split(".")[0], cell: cell.id, sheet, x: cell.spot.x - cell.first, y: cell.spot.y, fits: false, rows: held.rows };
        const found = await look(board, mine.puzzle);
        if (!held) return null;
        mine.fits = found.cells.has(cell.id);
        mine.turn = found.turn;
        aim = mine;
        board.draw_over(false);
        return mine;
    };
    const put = async (board, mine) => {
        if (!mine || !mine.fits) {
            if (mine) board.refuse(app.words("pl.nofit"));
            return false;
        }
        const before = prefix(board);
        const { part } = held;
        drop(board);
        return board.choose([...(before[0] === "master" ? [] : before), mine.puzzle, part, mine.turn, mine.cell], before[0] === "master" ? before : []);
    };

    const turn = (board, how) => {
        held.rows = how(held.rows);
        redrawGhost(board);
        if (aim) {
            const cell = { id: aim.cell, spot: aim.sheet.found.get(aim.cell), first: held.rows[0].indexOf("1") };
            aimCell(board, aim.sheet, cell);
        }
    };
    const pieceAt = (board, hits) => {
        const ids = new Set(hits.map((one) => one.id));
        return board.scene.things.find((thing) => ids.has(thing.id) && thing.sprite === "poly" && thing.part && thing.owner === board.seat && /pieces$/.test(thing.at));
    };

    /* --- the order of a recycle --- */

    const orderBar = (board) => {
        if (board.chosen[0] !== "recycle" || board.chosen.length < 2) {
            order = null;
            return null;
        }
        const key = board.chosen.join();
        if (!order || order.key !== key) order = { key, from: [...board.chosen], list: (board.pick.next || []).map((one) => one.part) };
        const swap = (i, j) => {
            if (j < 0 || j >= order.list.length) return;
            [order.list[i], order.list[j]] = [order.list[j], order.list[i]];
            board.draw_over();
            const again = board.bar.querySelectorAll(".order li")[j];
            if (again) again.querySelector("button").focus();
        };
        let from = -1;
        const items = order.list.map((part, i) => el("li", { "data-part": part, onpointerdown: (event) => {
            if (event.target.localName === "button") return;
            from = i;
            event.currentTarget.setPointerCapture(event.pointerId);
        }, onpointerup: (event) => {
            const over = document.elementFromPoint(event.clientX, event.clientY);
            const to = over && over.closest(".order li");
            const j = to ? order.list.indexOf(to.dataset.part) : -1;
            if (from < 0 || j < 0 || j === from) return;
            order.list.splice(j, 0, ...order.list.splice(from, 1));
            board.draw_over();
        } }, el("button", { type: "button", "aria-label": `${part} ◀`, onclick: () => swap(i, i - 1) }, "◀"), `${i + 1}. ${part}`, el("button", { type: "button", "aria-label": `${part} ▶`, onclick: () => swap(i, i + 1) }, "▶")));
        return el("span", {}, el("span", { class: "soft" }, app.words("pl.order")), el("ol", { class: "order" }, items), el("button", { type: "button", class: "pri", "data-part": "recycle-all", onclick: () => board.choose(order.list, order.from) }, app.words("pl.recycle")));
    };

    return {
        least: 17,
        /* On narrow screens one's own puzzles lie two by two. */
        arrange(scene, narrow) {
            if (!narrow) return scene;
            const areas = scene.areas.map((area) => {
                if (!area.owner) return area;
                const [x, y] = area.box;
                if (!area.cells) return { ...area, box: [x, y + 8, ROW, 4] };
                return { ...area, box: [x, y, ROW, 14.5], cells: area.cells.map((cell) => ({ ...cell, x: cell.x % ROW, y: cell.y + 7.5 * Math.floor((cell.x + 0.01) / ROW) })) };
            });
            return { ...scene, areas };
        },
        ids(board, entry) {
            const own = `p${board.seat}.${entry.part}`;
            const reserve = `reserve.${entry.part}`;
            if (entry.kind !== "thing" || !board.find(reserve)) return null;
            if (board.scene.now.kind === "reward" || /reserve/.test(entry.words || "")) return [reserve];
            return board.find(own) ? [own] : null;
        },
        keeps: () => false,
        end() {
            held = aim = order = null;
            if (ghost) ghost.remove();
            ghost = null;
        },
        shown(board) {
            held = aim = order = null;
            if (ghost) ghost.remove();
            ghost = null;
            if (board.pick && board.scene.now.kind === "reward") reward(board);
        },
        down(board, event, press) {
            if (held) {
                press.special = true;
                return true;
            }
            const piece = canPlace(board) && pieceAt(board, press.spot.hits);
            if (!piece) return false;
            press.special = press.fresh = true;
            event.preventDefault();
            hold(board, piece, event.clientX, event.clientY);
            return true;
        },
        move(board, event) {
            if (!held || !ghost) return;
            place(event.clientX, event.clientY);
            aimAt(board, event.clientX, event.clientY);
        },
        up(board, event, press) {
            if (!held || !press.special) return false;
            const moved = Math.hypot(event.clientX - press.x, event.clientY - press.y) > 6;
            if (press.fresh && !moved) return true; /* a click: it follows the pointer from now on */
            const { hits } = board.hits(event.clientX, event.clientY);
            const other = board.scene.things.find((thing) => thing.at === "reserve" && hits.some((one) => one.id === thing.id));
            aimAt(board, event.clientX, event.clientY).then((mine) => {
                if (mine) return put(board, mine).then((done) => !done && press.fresh && held && drop(board));
                const { part } = held || {};
                const again = pieceAt(board, hits);
                if (again && again.part !== part) return hold(board, again, event.clientX, event.clientY);
                drop(board);
                if (other && part) return board.choose(["change", part, other.part], []);
                return undefined;
            });
            return true;
        },
        key(board, event) {
            if (!held) {
                const piece = event.key === "Enter" && canPlace(board) && board.cursor.at() && pieceAt(board, [{ id: board.cursor.at() }]);
                if (!piece) return false;
                hold(board, piece, -999, -999);
                return true;
            }
            if (event.key === "r") turn(board, turnRight);
            else if (event.key === "f") turn(board, flipOver);
            else if (event.key === "Escape") drop(board);
            else if (event.key === "Enter" && board.cursor.at()) {
                const at = board.find(board.cursor.at());
                if (at && /\.[a-z]\d$/.test(board.cursor.at())) aimCell(board, at.sheet, { id: board.cursor.at(), spot: at.place, first: held.rows[0].indexOf("1") }).then((mine) => put(board, mine));
                else return false;
            } else return false;
            return true;
        },
        over(board) {
            if (held && aim) {
                const [w, h] = [aim.rows[0].length, aim.rows.length];
                const node = polyNode(aim.rows.join("/"), held.colour, {}).firstChild;
                aim.sheet.over.append(el("g", { class: aim.fits ? "shadow" : "shadow not", transform: `translate(${aim.x + w / 2} ${aim.y + h / 2})` }, node));
                if (aim.fits) aim.sheet.over.append(outlineShape({ x: aim.x, y: aim.y, w, h, shape: "area" }, { class: "can" }));
            }
            if (board.chosen[0] !== "master") return;
            for (let i = 1; i + 3 < board.chosen.length; i += 4) {
                const at = board.find(board.chosen[i + 3]);
                if (at) at.sheet.over.append(outlineShape(at.place, { class: "picked" }));
            }
        },
        bar(board) {
            const list = orderBar(board);
            if (list) return list;
            if (held)
                return el("span", { class: "parts" }, el("span", {}, app.words("pl.hold", held.part)), el("button", { type: "button", "data-do": "turn", onclick: () => turn(board, turnRight) }, app.words("room.turn"), " ", el("kbd", {}, "r")),
                    el("button", { type: "button", "data-do": "flip", onclick: () => turn(board, flipOver) }, app.words("pl.flip"), " ", el("kbd", {}, "f")));
            if (board.chosen[0] === "master" && board.chosen.length > 4) return el("span", { class: "soft" }, app.words("pl.gather", Math.floor((board.chosen.length - 1) / 4)));
            return null;
        },
    };

    async function reward(board) {
        const { pick } = board;
        const masks = new Map(board.scene.things.filter((thing) => thing.part && thing.mask).map((thing) => [thing.part, thing]));
        let chosen = null;
        const faces = pick.next.map((one) => {
            const thing = masks.get(one.part);
            return el("button", { type: "button", class: "reward", "data-part": one.part, onclick: (event) => {
                chosen = one.part;
                event.target.closest("dialog").querySelector(".rowb button").click();
            } }, thing ? polyNode(thing.mask, thing.colour, { class: "mini", viewBox: "-2.2 -2.2 4.4 4.4" }) : null, one.words || one.part);
        });
        await app.ask({ title: app.words("pl.reward"), body: el("div", { class: "choices" }, faces), buttons: [[app.words("cancel"), null]] });
        if (chosen && board.pick === pick) board.choose([chosen]);
    }
}

export { projectlSpecial };
