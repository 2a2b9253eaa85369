/* The position editor: pieces from a tray onto the board (dragged, or chosen and put), whose turn it is, the
 * position as text with what is wrong with it, dice and cards typed in as they fall, and what the engine
 * would do there. */
import { analysisPanel, playOn } from "./analysis.js";
import { button, capital, choice, copy, field, freeBoard, gameOf, tree, tried } from "./study.js";
import { sceneColours } from "./scene.js";
import { spriteColour, spriteSize, spriteTree } from "./sprites.js";

/* --- what can be put --- */

/* One of each kind of piece that lies on a cell: {what, thing}. */
function piecesOf(scene) {
    const cells = new Set(scene.areas.filter((area) => area.grid || area.cells).map((area) => area.id));
    const flows = new Set(scene.areas.filter((area) => area.flow).map((area) => area.id));
    const out = new Map();
    for (const thing of scene.things)
        if (thing.label && !flows.has(thing.at) && !cells.has(thing.at) && !out.has(thing.label)) out.set(thing.label, { what: thing.label, thing });
    return out;
}

/* Pieces that do not lie there at the start: what is said to a wrong name lists them, and each is put on a
 * cell to see how it looks. False: the game's positions are given as texts alone. */
async function otherPieces(app, game, state, known) {
    const cell = firstCell(state.scene);
    if (!cell) return false;
    const edit = (what) => app.api("POST", "/scene/edit", { game, position: state.position, edits: [{ kind: "put", cell, what }] });
    const wrong = await edit("?");
    const names = wrong.can_edit && wrong.problem ? (/: (.*)$/.exec(wrong.problem.sentence) || ["", ""])[1].split(", ") : [];
    for (const what of names.filter((one) => one && !one.startsWith("...") && !known.has(one))) {
        const { scene } = await edit(what);
        const thing = scene && scene.things.find((one) => one.at === cell);
        if (thing && !known.has(thing.label)) known.set(thing.label, { what, thing });
    }
    return Boolean(wrong.can_edit);
}

function firstCell(scene) {
    for (const thing of scene.things) if (thing.at && !scene.areas.some((area) => area.id === thing.at)) return thing.at;
    const area = scene.areas.find((one) => one.grid);
    if (!area) return null;
    return Array.isArray(area.grid.names) ? area.grid.names.find(Boolean) : area.grid.names === "0,0" ? "0,0" : area.grid.names === "1,1" ? "1,1" : "a1";
}

/* The cell under a place of the screen: the smallest that the board knows there. */
function cellAt(free, x, y) {
    const { scene } = free.state();
    const hit = free.board.hits(x, y).hits.find((one) => !scene.areas.some((area) => area.id === one.id));
    const thing = hit && scene.things.find((one) => one.id === hit.id);
    return thing ? thing.at : hit ? hit.id : null;
}

/* --- the page --- */

async function mount(place, app, params) {
    const { el } = app;
    const game = await gameOf(app, params.game);
    app.title(app.words("setup.title", game.title));
    const hold = el("div", { class: "board-hold" });
    const tray = el("div", { class: "tray", role: "group", "aria-label": app.words("setup.tray") });
    const problem = el("p", { class: "verdict-line", role: "status" });
    const fen = el("textarea", { class: "mono wide", rows: 4, spellcheck: "false", "aria-label": app.words("setup.text") });
    const turn = el("span", {});
    const how = el("p", { class: "soft" });
    const chance = el("div", { class: "chance" });
    const side = el("section", { class: "panel-box", "aria-label": app.words("setup.what") });
    const state = { what: null, erase: false, setting: true, base: null, edits: [], past: [], valid: null, pieces: new Map() };
    let panel = null;
    const free = freeBoard(hold, app, { game: game.name, changed: shown, idle: () => state.setting && state.pieces.size > 0 });

    function shown(now) {
        if (!now.edited) Object.assign(state, { base: now.position, edits: [] });
        else if (!now.problem) state.base = now.position;
        state.valid = now.problem ? null : now.position;
        fen.value = now.fen || now.text || "";
        problem.textContent = now.problem ? now.problem.sentence : app.words("setup.possible");
        problem.className = `verdict-line ${now.problem ? "down" : "up"}`;
        drawTurn(now.scene);
        drawChance(now);
        if (panel) panel.moved();
    }

    /* Whose turn it is, where that can be chosen. */
    function drawTurn(scene) {
        const seats = (scene.now && scene.now.seats) || [];
        app.put(turn, scene.seats.length > 1 ? field(app, app.words("setup.turn"), choice(app, scene.seats.map((seat) => [seat.seat, capital(seat.name)]), seats[0], (seat) => tried(app, () => edit([{ kind: "turn", what: String(seat) }])))) : null);
    }

    /* At a chance event: what fell at the real table, typed or chosen. */
    function drawChance(now) {
        const falls = now.scene.now && now.scene.now.kind === "chance";
        if (!falls) {
            app.put(chance);
            return;
        }
        const typed = el("input", { class: "mono", autocomplete: "off", spellcheck: "false", "aria-label": app.words("setup.outcome") });
        const enter = () => typed.value.trim() && tried(app, () => free.play(typed.value.trim().startsWith("!") ? typed.value.trim() : `!${typed.value.trim()}`));
        typed.addEventListener("keydown", (event) => event.key === "Enter" && enter());
        app.put(chance, el("h3", {}, app.words("setup.chance")), el("p", { class: "soft" }, app.words("setup.chance-text")), el("div", { class: "rowb" }, typed, button(app, app.words("ok"), enter, "pri")));
    }

    /* Edits that lead to no possible position yet are kept, and sent again with the next. */
    async function edit(edits) {
        const all = [...state.edits, ...edits];
        const answer = await app.api("POST", "/scene/edit", { game: game.name, position: state.base, edits: all });
        if (answer.problem && answer.position) return app.note(answer.problem.sentence, "bad");
        state.past.push({ shown: free.state(), base: state.base, edits: state.edits });
        state.edits = answer.problem ? all : [];
        if (!answer.problem) state.base = answer.position;
        free.adopt({ pick: null, position: state.base, ...answer, edited: true });
        return undefined;
    }

    /* Takes back an edit, else a move. */
    function back() {
        const before = free.at > 0 ? null : state.past.pop();
        if (!before) return free.go(free.at - 1);
        Object.assign(state, { base: before.base, edits: before.edits });
        return free.adopt({ ...before.shown, edited: true });
    }

    function put(cell) {
        if (!cell) return undefined;
        return state.erase ? edit([{ kind: "clear", cell }]) : state.what ? edit([{ kind: "put", cell, what: state.what }]) : undefined;
    }

    function choosePiece(what, erase = false) {
        state.what = erase || state.what === what ? null : what;
        state.erase = erase && !state.erase;
        drawTray();
    }

    function drawTray() {
        const seats = sceneColours(free.state().scene);
        app.put(tray, [...state.pieces.values()].map(({ what, thing }) => {
            const holder = el("button", { type: "button", class: "tray-piece", "aria-pressed": String(state.what === what), "aria-label": what, title: what });
            const [wide, high] = spriteSize(thing);
            tree(holder, ["svg", { viewBox: `${-wide / 2} ${-high / 2} ${wide} ${high}`, class: "scene", "aria-hidden": "true" }, spriteTree({ ...thing, count: undefined }, { seats, ink: 0.3, size: [wide, high] })]);
            holder.addEventListener("pointerdown", (event) => drag(event, holder.firstChild, { what }));
            holder.addEventListener("click", (event) => event.detail === 0 && choosePiece(what)); /* by key */
            return holder;
        }), button(app, app.words("setup.erase"), () => choosePiece(null, true), "", { "aria-pressed": String(state.erase) }), button(app, app.words("setup.clear"), () => tried(app, () => edit([{ kind: "clear-all" }]))));
    }

    /* A piece follows the pointer to a cell: from the tray (`what`), or from another cell (`from`), from
     * where it can be dragged off the board. Let go at once, a piece of the tray stays chosen. */
    function drag(event, picture, { what, from }) {
        event.preventDefault();
        const ghost = picture.cloneNode(true);
        ghost.classList.add("ghost", "lifted");
        const begun = [event.clientX, event.clientY];
        let moved = false;
        const follow = (at) => {
            moved = moved || Math.hypot(at.clientX - begun[0], at.clientY - begun[1]) > 6;
            if (!moved) return;
            if (!ghost.isConnected) document.body.append(ghost);
            ghost.style.transform = `translate(${at.clientX - 22}px, ${at.clientY - 22}px)`;
        };
        const drop = (at) => {
            removeEventListener("pointermove", follow, true);
            removeEventListener("pointerup", drop, true);
            removeEventListener("pointercancel", drop, true);
            ghost.remove();
            if (at.type !== "pointerup") return undefined;
            if (!moved) return from ? undefined : choosePiece(what);
            const cell = cellAt(free, at.clientX, at.clientY);
            const edits = [...(from && from !== cell ? [{ kind: "clear", cell: from }] : []), ...(cell && from !== cell ? [{ kind: "put", cell, what }] : [])];
            return edits.length ? tried(app, () => edit(edits)) : undefined;
        };
        addEventListener("pointermove", follow, true);
        addEventListener("pointerup", drop, true);
        addEventListener("pointercancel", drop, true);
    }

    /* While a position is set up, the board does not play: a press puts what is chosen, or lifts a piece. */
    function pressed(event) {
        if (!state.setting || !event.target.closest("svg")) return;
        event.stopPropagation();
        if (event.type !== "pointerdown") return;
        const cell = cellAt(free, event.clientX, event.clientY);
        if (!cell) return;
        if (state.what || state.erase) {
            event.preventDefault();
            tried(app, () => put(cell));
            return;
        }
        const thing = free.state().scene.things.find((one) => one.at === cell);
        const known = thing && [...state.pieces.values()].find((one) => one.thing.label === thing.label);
        const [wide, high] = thing ? spriteSize(thing) : [1, 1];
        const holder = el("span", {});
        if (!known) return;
        tree(holder, ["svg", { viewBox: `${-wide / 2} ${-high / 2} ${wide} ${high}`, class: "scene" }, spriteTree(thing, { seats: sceneColours(free.state().scene), ink: 0.3, size: [wide, high] })]);
        drag(event, holder.firstChild, { what: known.what, from: cell });
    }
    for (const kind of ["pointerdown", "pointerup", "pointermove", "click"]) hold.addEventListener(kind, pressed, true);

    function setSetting(on) {
        state.setting = on;
        tray.hidden = put_row.hidden = !on || !state.pieces.size;
        set.setAttribute("aria-pressed", String(on));
        play.setAttribute("aria-pressed", String(!on));
        hold.classList.toggle("setting", on);
        free.draw();
    }
    const set = button(app, app.words("setup.set"), () => setSetting(true));
    const play = button(app, app.words("setup.play"), () => setSetting(false));
    const cell_name = el("input", { size: 6, autocomplete: "off", spellcheck: "false" });
    const put_row = el("div", { class: "rowb" }, field(app, app.words("setup.cell"), cell_name), button(app, app.words("setup.put"), () => tried(app, () => put(cell_name.value.trim()))));

    async function readText() {
        try {
            await free.open({ fen: fen.value.trim() });
        } catch (refused) {
            problem.textContent = refused.message;
            problem.className = "verdict-line down";
        }
    }

    const analyse = () => {
        if (!state.valid) return app.note(problem.textContent, "bad");
        return panel.begin();
    };
    app.put(place, el("div", { class: "grid3 study" },
        el("section", { class: "panel-box", "aria-label": app.words("setup.title", game.title) }, el("h1", {}, app.words("setup.title", game.title)), el("div", { class: "rowb", role: "group", "aria-label": app.words("setup.mode") }, set, play, button(app, app.words("setup.start"), () => tried(app, () => free.open({})))), how, tray, put_row, turn, chance,
            el("h3", {}, app.words("setup.text")), fen, el("div", { class: "rowb" }, button(app, app.words("setup.read"), readText)), problem,
            el("div", { class: "rowb" }, button(app, app.words("study.copy-link"), () => copy(app, location.origin + location.pathname + app.link("p", game.name, free.state().position))),
                button(app, app.words("study.play-on"), () => (state.valid ? playOn(app, { game: game.name, position: state.valid }) : app.note(problem.textContent, "bad"))))),
        el("section", { class: "board-side", "aria-label": app.words("study.board") }, hold, el("div", { class: "tools" }, button(app, app.words("study.back"), back), button(app, app.words("setup.what"), analyse, "pri"))),
        side));
    await free.open(params.position ? { position: params.position } : {});
    panel = analysisPanel(side, app, {
        game,
        ask: () => (state.valid && !free.state().scene.now.over ? { game: game.name, position: state.valid } : null),
        scene: () => free.state() && free.state().scene,
        point: (arrows, badges) => free.point(arrows, badges),
        walk: (tokens) => free.peek(tokens),
    });
    state.pieces = piecesOf((await app.api("POST", "/scene", { game: game.name })).scene);
    for (const [label, one] of piecesOf(free.state().scene)) if (!state.pieces.has(label)) state.pieces.set(label, one);
    const editable = await otherPieces(app, game.name, free.state(), state.pieces).catch(() => false);
    if (!editable) state.pieces.clear();
    how.textContent = app.words(state.pieces.size ? "setup.how" : "setup.how-text");
    drawTray();
    setSetting(state.pieces.size > 0);
    return () => {
        panel.unmount();
        free.done();
    };
}

export { firstCell, mount, piecesOf };
