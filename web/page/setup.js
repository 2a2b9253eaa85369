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
        if (thing.label && !thing.dim && thing.face !== "down" && !flows.has(thing.at) && !cells.has(thing.at) && !out.has(thing.label)) out.set(thing.label, { what: thing.label, thing });
    return out;
}

const MAX_TRAY = 24; /* more kinds than this are listed as words */

/* What a game says to a wrong word: {places: true} there is no such place, {number: true} a number is wanted,
 * {names} the words that it knows there. */
function readProblem(sentence) {
    const said = String(sentence || "");
    if (/^there is no place|^the board has no cell/.test(said)) return { places: true, names: [] };
    if (/whole number/.test(said)) return { number: true, names: [] };
    const listed = (/: (.*)$/.exec(said) || ["", ""])[1].replace(/^[a-z ]+ (are|is) /, "");
    return { names: listed.split(/, | or | and /).filter((one) => one && !/^\.\.\.|^(as|and) |^\d|\*/.test(one)) };
}

/* Pieces that do not lie there at the start: what is said to a wrong name lists them, and each is put on a
 * cell to see how it looks. False: the game's positions are given as texts alone. */
async function otherPieces(app, game, state, known) {
    const cell = firstCell(state.scene) || (state.scene.areas[0] || {}).id;
    if (!cell) return false;
    const edit = (what) => app.api("POST", "/scene/edit", { game, position: state.position, edits: [{ kind: "put", cell, what }] });
    const wrong = await edit("?");
    const { names } = wrong.can_edit && wrong.problem && firstCell(state.scene) ? readProblem(wrong.problem.sentence) : { names: [] };
    for (const what of names.length > MAX_TRAY ? [] : names.filter((one) => !known.has(one))) {
        const { scene } = await edit(what);
        const thing = scene && scene.things.find((one) => one.at === cell && !known.has(one.label));
        if (thing) known.set(thing.label, { what, thing });
    }
    return Boolean(wrong.can_edit);
}

/* Places that are no cells: hands, supplies, dice, points. Areas are; others stand in what is said to a place
 * that does not exist, and count where the game knows them, for every seat where they are a seat's. */
async function otherPlaces(app, game, state) {
    const { scene, position } = state;
    const ask = async (cell) => {
        const { problem } = await app.api("POST", "/scene/edit", { game, position, edits: [{ kind: "put", cell, what: "?" }] });
        return problem ? problem.sentence : "";
    };
    if (scene.areas.every((area) => area.grid)) return [];
    const words = (await ask("nowhere")).replace(/^[^:]*:?/, "").match(/[a-z]\w*(\.\w+)*/g) || [];
    const seats = (word) => (/^p1\./.test(word) ? scene.seats.map((seat) => word.replace("p1", `p${seat.seat}`)) : [word]);
    const named = new Set([...scene.areas.filter((area) => area.flow).map((area) => area.id), ...words.filter((word) => !/^(they|are|and|of|a|its|seat|cells|as|to|row|column)$/.test(word)).flatMap(seats)]);
    const out = [];
    for (const one of named) if (!readProblem(await ask(one)).places) out.push(one);
    return out;
}

function firstCell(scene) {
    for (const thing of scene.things) if (thing.at && !scene.areas.some((area) => area.id === thing.at)) return thing.at;
    const area = scene.areas.find((one) => one.grid);
    if (!area) return null;
    return Array.isArray(area.grid.names) ? area.grid.names.find(Boolean) : area.grid.names === "0,0" ? "0,0" : area.grid.names === "1,1" ? "1,1" : "a1";
}

/* The cell under a place of the screen: the smallest that the board knows there; a hand or a supply is one. */
function cellAt(free, x, y) {
    const { scene } = free.state();
    const hit = free.board.hits(x, y).hits.find((one) => !scene.areas.some((area) => area.id === one.id && !area.flow));
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
    const state = { what: null, erase: false, setting: true, base: null, edits: [], past: [], valid: null, pieces: new Map(), editable: false, cards: [] };
    let panel = null;
    const free = freeBoard(hold, app, { game: game.name, changed: shown, idle: () => state.setting && state.editable });

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

    /* A place is chosen: what the game can have there is offered as buttons, and as words to type. */
    async function choosePlace(cell) {
        cell_name.value = cell;
        const { problem: said } = await app.api("POST", "/scene/edit", { game: game.name, position: state.base, edits: [{ kind: "put", cell, what: "?" }] });
        const { names, number, places } = readProblem(said && said.sentence);
        const list = names.length ? names : number || places || !/card/.test((said || {}).sentence) ? [] : state.cards;
        if (cell_name.value !== cell) return;
        what_name.value = "";
        what_name.inputMode = number ? "numeric" : "text";
        app.put(what_list, list.map((value) => el("option", { value })));
        app.put(offered, list.slice(0, 60).map((value) => button(app, value, () => tried(app, () => edit([{ kind: "put", cell, what: value }])))));
        offered.hidden = !list.length;
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
        tried(app, () => choosePlace(cell));
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
        tray.hidden = put_row.hidden = !on || !state.editable;
        offered.hidden = tray.hidden || !offered.childNodes.length;
        set.setAttribute("aria-pressed", String(on));
        play.setAttribute("aria-pressed", String(!on));
        hold.classList.toggle("setting", on);
        free.draw();
    }
    const set = button(app, app.words("setup.set"), () => setSetting(true));
    const play = button(app, app.words("setup.play"), () => setSetting(false));
    const place_list = el("datalist", { id: "setup-places" });
    const what_list = el("datalist", { id: "setup-whats" });
    const offered = el("div", { class: "names offered", role: "group", "aria-label": app.words("setup.offered"), hidden: true });
    const cell_name = el("input", { size: 8, autocomplete: "off", spellcheck: "false", list: "setup-places", onchange: () => cell_name.value.trim() && tried(app, () => choosePlace(cell_name.value.trim())) });
    const what_name = el("input", { size: 8, autocomplete: "off", spellcheck: "false", list: "setup-whats" });
    const putTyped = () => {
        const [cell, what] = [cell_name.value.trim(), what_name.value.trim()];
        return what && cell ? edit([{ kind: "put", cell, what }]) : put(cell);
    };
    what_name.addEventListener("keydown", (event) => event.key === "Enter" && tried(app, putTyped));
    const put_row = el("div", { class: "rowb" }, field(app, app.words("setup.place"), cell_name), field(app, app.words("setup.thing"), what_name), button(app, app.words("setup.put"), () => tried(app, putTyped)),
        button(app, app.words("setup.empty"), () => cell_name.value.trim() && tried(app, () => edit([{ kind: "clear", cell: cell_name.value.trim() }]))), place_list, what_list);

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
    app.put(place, el("div", { class: "grid3 study setup" },
        el("section", { class: "panel-box", "aria-label": app.words("setup.title", game.title) }, el("h1", {}, app.words("setup.title", game.title)), el("div", { class: "rowb", role: "group", "aria-label": app.words("setup.mode") }, set, play, button(app, app.words("setup.start"), () => tried(app, () => free.open({})))), how, tray, put_row, offered, turn, chance,
            el("h3", {}, app.words("setup.text")), fen, el("div", { class: "rowb" }, button(app, app.words("setup.read"), readText)), problem,
            el("div", { class: "rowb" }, button(app, app.words("study.copy-link"), () => copy(app, location.origin + location.pathname + app.link("p", game.name, free.state().position))),
                button(app, app.words("study.play-on"), () => (state.valid ? playOn(app, { game: game.name, position: state.valid }) : app.note(problem.textContent, "bad"))))),
        el("section", { class: "board-side", "aria-label": app.words("set.board") }, hold, el("div", { class: "tools" }, button(app, app.words("study.back"), back), button(app, app.words("setup.what"), analyse, "pri"))),
        side));
    await free.open(params.position ? { position: params.position } : {});
    panel = analysisPanel(side, app, {
        game,
        ask: () => (state.valid && !free.state().scene.now.over ? { game: game.name, position: state.valid } : null),
        scene: () => free.state() && free.state().scene,
        point: (arrows, badges) => free.point(arrows, badges),
        walk: (tokens) => free.peek(tokens),
    });
    const start = await app.api("POST", "/scene", { game: game.name });
    state.pieces = piecesOf(start.scene);
    for (const [label, one] of piecesOf(free.state().scene)) if (!state.pieces.has(label)) state.pieces.set(label, one);
    state.editable = await otherPieces(app, game.name, free.state(), state.pieces).catch(() => false);
    if (!state.editable) state.pieces.clear();
    /* Cards that a game does not list: those that can be drawn, and those that lie there. */
    state.cards = [...new Set([...((start.pick && start.pick.next) || []).filter((one) => one.kind === "card").map((one) => one.part), ...free.state().scene.things.filter((thing) => thing.kind).map((thing) => thing.kind)])].sort();
    const places = state.editable ? await otherPlaces(app, game.name, free.state()).catch(() => []) : [];
    app.put(place_list, places.map((value) => el("option", { value })));
    how.textContent = app.words(!state.editable ? "setup.how-text" : places.length ? "setup.how-places" : "setup.how");
    drawTray();
    setSetting(state.editable);
    return () => {
        panel.unmount();
        free.done();
    };
}

export { firstCell, mount, piecesOf };
