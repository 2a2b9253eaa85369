/* What the parts for study share: numbers as words, bars of shares, files, and a board with a position that
 * is at no table. */
import { reviewBar, reviewPercent, reviewSigned } from "./review.js";
import { sceneColours } from "./scene.js";
import { spriteColour } from "./sprites.js";
import { treeElement } from "./tree.js";

const MAX_TEXT = 8 << 20;

function tree(place, ...trees) {
    place.replaceChildren(...trees.map((one) => treeElement(document, one)));
}

/* The classes of the seats' colours. */
function seatColours(scene) {
    const words = sceneColours(scene);
    return (scene.seats || []).map((seat) => spriteColour(seat.colour, words));
}

function capital(words) {
    const text = String(words || "");
    return text.charAt(0).toUpperCase() + text.slice(1);
}

/* A bar of shares; lying, or upright. */
function shareBar(shares, classes, upright) {
    return treeElement(document, reviewBar(shares, classes, upright));
}

/* Who is how likely to win: for two seats upright beside the board where there is room, else above it. */
function drawBar(app, bar, shares, classes) {
    const upright = shares.length === 2 && innerWidth >= 820;
    bar.className = upright ? "evalbar" : "sharebar";
    app.put(bar, shares.length > 1 ? shareBar(shares, classes, upright) : null);
}

/* An upright bar is as high as the board, and next to it. */
function fitBar(bar, hold) {
    const fit = () => {
        const board = hold.querySelector("svg.scene");
        const upright = board && bar.classList.contains("evalbar");
        bar.style.left = upright ? `${Math.max(0, Math.round(board.getBoundingClientRect().left - hold.getBoundingClientRect().left))}px` : "";
        bar.style.height = upright ? `${Math.round(board.getBoundingClientRect().height)}px` : "";
    };
    if (!bar.fits) {
        bar.fits = new ResizeObserver(fit);
        bar.fits.observe(hold);
    }
    fit();
}

/* 1234567 as "1.2 M". */
function large(n) {
    if (n >= 1e9) return `${(n / 1e9).toFixed(1)} G`;
    if (n >= 1e6) return `${(n / 1e6).toFixed(1)} M`;
    return n >= 1e4 ? `${(n / 1e3).toFixed(0)} k` : String(n);
}

/* A control with its words. */
function field(app, words, control, kind = "") {
    return app.el("label", { class: `field ${kind}` }, app.el("span", {}, words), control);
}

function choice(app, values, chosen, onchange, attributes = {}) {
    const select = app.el("select", { ...attributes, onchange: () => onchange(select.value) },
        values.map(([value, words]) => app.el("option", { value, selected: String(value) === String(chosen) }, words)));
    return select;
}

function button(app, words, onclick, look = "", more = {}) {
    return app.el("button", { type: "button", class: look, onclick, ...more }, words);
}

/* Runs what may fail; what the server says against it is shown. */
async function tried(app, work) {
    try {
        return await work();
    } catch (problem) {
        if (!(problem instanceof app.ApiError)) console.error(problem);
        app.note(problem.message, "bad");
        return null;
    }
}

/* What the server knows of a game; its name may be "me/NAME". */
function gameOf(app, name) {
    return app.api("GET", `/games/${name.split("/").map(encodeURIComponent).join("/")}`);
}

/* --- files --- */

function download(app, name, text, type = "text/plain") {
    const url = URL.createObjectURL(new Blob([text], { type }));
    const link = app.el("a", { href: url, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/* The text of a file that a person chose; null: too large. */
async function fileText(app, file) {
    if (file.size > MAX_TEXT) {
        app.note(app.words("study.too-large"), "bad");
        return null;
    }
    return file.text();
}

/* A button that asks for a file and gives its text and name. */
function fileButton(app, take, accept) {
    const input = app.el("input", { type: "file", class: "unseen", accept, onchange: async () => {
        const [file] = input.files;
        const text = file && (await fileText(app, file));
        if (text) take(text, file.name);
    } });
    return app.el("label", { class: "btn" }, app.words("library.file"), input);
}

async function copy(app, text) {
    try {
        await navigator.clipboard.writeText(text);
        app.note(app.words("study.copied"));
    } catch {
        await app.ask({ title: app.words("study.copy"), body: app.el("p", {}, app.el("input", { class: "wide", value: text, readonly: true, autofocus: true, "aria-label": app.words("study.copy") })) });
    }
}

/* Text as one word of a link: packed where the browser can, letters that need no escapes. */
async function packText(text) {
    const bytes = new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
    let letters = "";
    for (const byte of bytes) letters += String.fromCharCode(byte);
    return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

async function unpackText(word) {
    const letters = atob(word.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(letters, (one) => one.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

/* --- a board for a position outside of tables --- */

/* Steps from one position on: what was played can be walked back and forth. options: `game`, its name (or
 * `text`, its rules); `roll`: the server rolls dice and draws cards; `changed(state)` after each change; `may(token, words)`: false keeps a token from being played; `idle()`: nothing can be
 * picked now; `others`: a place for the boards of the other seats. */
function freeBoard(place, app, options = {}) {
    const free = { states: [], at: 0, seat: undefined, of: options.text ? { text: options.text } : options.game ? { game: options.game } : {} };
    const board = app.board(place, {
        ask: async (parts) => (await app.api("POST", "/scene/pick", { ...free.of, position: free.state().position, parts })).pick,
        done: ({ token, words }) => free.play(token, words),
        ...(options.others ? { others: options.others } : {}),
    });
    free.board = board;
    free.state = () => free.states[free.at];

    function acting(scene) {
        return ((scene.now && scene.now.seats) || [])[0] || 0;
    }
    free.draw = (animate) => {
        const { scene, pick } = free.state();
        board.show(scene, { pick: options.idle && options.idle() ? null : pick, seat: acting(scene), mine: free.seat || acting(scene), animate: animate && app.settings.animation });
    };
    function keep(state) {
        free.states.push(state);
        free.at = free.states.length - 1;
    }
    function changed(animate) {
        board.arrows([]);
        board.badges([]);
        free.draw(animate);
        if (options.changed) options.changed(free.state());
    }

    const seen = () => (free.seat === undefined ? {} : { seat: free.seat });
    const played = (position, token, roll) => app.api("POST", "/scene/play", { ...free.of, position, token, ...seen(), roll: Boolean(roll) });

    /* A new beginning: the fields of POST /scene. */
    free.open = async (what) => {
        const state = await app.api("POST", "/scene", { ...free.of, ...what, ...seen(), roll: Boolean(options.roll) });
        free.adopt(state);
        return state;
    };
    /* The same with an answer that is there. */
    free.adopt = (state) => {
        free.states = [];
        keep(state);
        changed();
    };
    free.play = async (token, words) => {
        if (options.may && options.may(token, words) === false) {
            free.draw();
            return;
        }
        const state = await played(free.state().position, token, options.roll);
        free.states.length = free.at + 1;
        const said = String(((state.scene.since || [])[0] || {}).words || words || token);
        keep({ ...state, token, words: said.replace(/^[^:]{1,20}: /, "") });
        changed(true);
    };
    free.go = (to) => {
        const next = Math.max(0, Math.min(free.states.length - 1, to));
        if (next === free.at) return;
        free.at = next;
        changed();
    };
    /* The position after some tokens, shown for a while without going there. */
    free.peek = async (tokens) => {
        let { position, scene } = free.state();
        for (let i = 0; i < tokens.length; i++) ({ position, scene } = await played(position, tokens[i], !/^!/.test(tokens[i + 1] || "")));
        if (tokens.length) board.show(scene, { mine: acting(free.state().scene) });
        else free.draw();
    };
    free.point = (arrows, badges) => {
        board.arrows(arrows);
        board.badges(badges);
    };
    /* The same position as another seat sees it. */
    free.look = async (seat) => {
        free.seat = seat;
        const from = free.state();
        const { scene } = await app.api("POST", "/scene", { ...free.of, position: from.position, seat });
        free.states[free.at] = { ...from, scene };
        free.draw();
    };
    free.done = () => board.destroy();
    return free;
}

/* Keys that step through something; gives back how to end it. */
function stepKeys(steps) {
    const press = (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
        if (event.target.closest && event.target.closest("input, select, textarea, dialog, [role=grid], [role=application]")) return;
        if (!steps[event.key]) return;
        event.preventDefault();
        steps[event.key]();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
}

export { button, capital, choice, copy, download, drawBar, field, fileButton, fitBar, freeBoard, gameOf, large, packText, reviewPercent as percent, reviewSigned as signed, seatColours, shareBar, stepKeys, tree, tried, unpackText };
