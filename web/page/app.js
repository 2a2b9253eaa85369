/* The shell of the page: who is here, where one is (the fragment of the URL), the menu, and what every part
 * is handed: `app`.
 *
 *   app.api(method, path, body)   asks the server (path without /api/1); gives the body or throws an ApiError
 *   app.key(), app.query(fields)  a random word for an act; "?a=1&b=2"
 *   app.events.listen(topic, fn)  fn(kind, data) for "room:ID", "analysis:ID", "review:ID"; gives back how to end it
 *   app.go(fragment)              "#/room/ID"; app.link("room", id) makes such a fragment
 *   app.person, app.me            who is here ({id, name, kind} or null), the answer of GET /me
 *   app.settings, app.set(patch)  settings of this person; kept by the server, or in the browser without one
 *   app.words(key, ...)           a string in the language of the settings; {0}, {1} are filled in
 *   app.el(tag, attrs, ...)       an element; app.put(place, ...) replaces what is in a place
 *   app.board(place, options)     a board (board.js)
 *   app.say(words)                spoken by a screen reader (app.hush() forgets it); app.note(words, "bad") is shown for some seconds too
 *   app.ask({title, body, buttons: [[words, value, "pri"]]})   a dialog; gives the value (null: Escape)
 *   app.store                     {state, update(patch), watch(fn)}
 *   app.title(words)              the name of the page
 *
 * Each part of the page is a module with `mount(place, app, params)`, which may be async and may give back a
 * function that is called when one leaves; params are the words of the fragment by the names below. */

import { api, ApiError, apiKey, apiQuery } from "./api.js";
import { el, put } from "./el.js";
import { createEvents } from "./events.js";
import { languages, translate } from "./words.js";

/* Fragment and module; NAMES are params, those with ? may be missing. */
const ROUTES = [
    ["", "home"],
    ["table/GAME", "table"],
    ["room/ID", "room"],
    ["join/ID/INVITE", "sign"],
    ["start/TOKEN", "sign"],
    ["sign", "sign"],
    ["p/GAME/POSITION", "analysis"],
    ["analyse/GAME?", "analysis"],
    ["review/ID?", "reviews"],
    ["rules/GAME", "rules"],
    ["write/NAME?", "editor"],
    ["setup/GAME/POSITION?", "setup"],
    ["library/ID?", "library"],
    ["console", "console"],
    ["settings/PART?", "settings"],
];
const MENU = [["", "menu.home"], ["analyse", "menu.analyse"], ["library", "menu.library"], ["write", "menu.write"]];

/* --- the store --- */

function createStore(first) {
    const watchers = new Set();
    const store = {
        state: first,
        update(patch) {
            store.state = { ...store.state, ...patch };
            for (const fn of [...watchers]) fn(store.state, patch);
        },
        watch(fn) {
            watchers.add(fn);
            return () => watchers.delete(fn);
        },
    };
    return store;
}

/* --- settings --- */

const DEFAULTS = { theme: "system", patterns: true, notation: "short", animation: true, sound: false, size: 100, language: "", board: "wood", pieces: "plain", big: false };
const KEPT = "kibitz-settings";

function keptSettings() {
    try {
        return JSON.parse(localStorage.getItem(KEPT)) || {};
    } catch {
        return {};
    }
}

function keepSettings(settings) {
    try {
        localStorage.setItem(KEPT, JSON.stringify(settings));
    } catch {
        /* a browser that keeps nothing */
    }
}

function language(settings) {
    if (languages[settings.language]) return settings.language;
    const wanted = (navigator.languages || []).map((tag) => tag.slice(0, 2)).find((tag) => languages[tag]);
    return wanted || "en";
}

/* Theme, patterns and text size are attributes of the document; the style sheets do the rest. */
function wearSettings(settings) {
    const root = document.documentElement;
    const wear = (name, value) => (value ? root.setAttribute(name, value) : root.removeAttribute(name));
    wear("data-theme", settings.theme === "system" ? "" : settings.theme);
    wear("data-board", settings.board);
    wear("data-patterns", settings.patterns ? "" : "off");
    wear("data-still", settings.animation ? "" : "on");
    wear("lang", language(settings));
    root.style.fontSize = `${settings.size || 100}%`;
}

/* --- the fragment --- */

function matchRoute(fragment) {
    const given = fragment.replace(/^#?\/?/, "").split("/").filter(Boolean).map((word) => {
        try {
            return decodeURIComponent(word);
        } catch {
            return word;
        }
    });
    for (const [pattern, module] of ROUTES) {
        const wanted = pattern.split("/").filter(Boolean);
        if (given.length > wanted.length) continue;
        const params = {};
        const fits = wanted.every((word, i) => {
            if (!/^[A-Z]/.test(word)) return word === given[i];
            if (given[i] !== undefined) params[word.replace("?", "").toLowerCase()] = given[i];
            return given[i] !== undefined || word.endsWith("?");
        });
        if (fits) return { pattern, module, params };
    }
    return null;
}

function link(...words) {
    return `#/${words.filter((word) => word !== undefined && word !== "").map(encodeURIComponent).join("/")}`;
}

/* --- dialogs and notes --- */

function ask(app, { title, body, buttons, kind }) {
    return new Promise((done) => {
        const before = document.activeElement;
        const end = (value) => {
            box.close();
            box.remove();
            if (before && before.isConnected) before.focus();
            done(value);
        };
        const box = el("dialog", { class: `ask ${kind || ""}`, "aria-labelledby": "ask-title", oncancel: (event) => { event.preventDefault(); end(null); } },
            el("h2", { id: "ask-title" }, title), body,
            el("div", { class: "rowb" }, (buttons || [[app.words("ok"), true, "pri"]]).map(([words, value, look]) =>
                el("button", { type: "button", class: look || "", onclick: () => end(typeof value === "function" ? value(box) : value) }, words))));
        document.body.append(box);
        box.showModal();
        (box.querySelector("[autofocus]") || box.querySelector(".pri") || box.querySelector("button")).focus();
        app.closers.add(() => box.isConnected && end(null));
    });
}

function note(app, words, kind) {
    const one = el("div", { class: `note ${kind || ""}` }, words);
    document.getElementById("notes").append(one);
    app.say(words);
    setTimeout(() => one.remove(), 6000);
}

/* --- the shell --- */

const EYE = ["M2 12c4-7 16-7 20 0-4 7-16 7-20 0z"];

function drawMenu(app, place) {
    const here = (word) => (app.route && app.route.pattern.split("/")[0] === word ? "page" : null);
    const items = MENU.map(([word, key]) => el("a", { href: link(word), "aria-current": here(word) }, app.words(key)));
    const who = app.person ? el("span", { class: "who" }, app.person.name) : app.me && app.me.mode === "accounts" ? el("a", { href: link("sign") }, app.words("menu.sign")) : null;
    put(place, el("a", { class: "brand", href: "#/" }, el("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, el("path", { d: EYE[0] }), el("circle", { cx: 12, cy: 12, r: 3.4 })), el("span", {}, "Kibitz")),
        el("nav", { id: "nav", "aria-label": app.words("menu") }, items),
        el("span", { class: "sp" }), who,
        el("a", { class: "ic", href: link("settings"), "aria-label": app.words("menu.settings"), title: app.words("menu.settings"), "aria-current": here("settings") },
            el("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, el("path", { d: "M4 7h9m4 0h3M4 17h3m4 0h9" }), el("circle", { cx: 15, cy: 7, r: 2.2 }), el("circle", { cx: 9, cy: 17, r: 2.2 }))),
        el("button", { type: "button", class: "ic burger", "aria-expanded": "false", "aria-controls": "nav", "aria-label": app.words("menu"),
            onclick: (event) => event.currentTarget.setAttribute("aria-expanded", String(place.classList.toggle("open"))) },
            el("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, el("path", { d: "M4 7h16M4 12h16M4 17h16" }))));
    place.classList.remove("open");
}

function showProblem(app, place, problem) {
    put(place, el("section", { class: "page narrow" }, el("h1", {}, app.words("problem")), el("p", {}, problem.message || String(problem)),
        el("p", { class: "rowb" }, el("a", { class: "btn pri", href: "#/" }, app.words("menu.home")))));
}

/* Goes where the fragment says. */
async function visit(app) {
    const route = matchRoute(location.hash);
    const turn = (app.turn = (app.turn || 0) + 1);
    const place = document.getElementById("main");
    for (const close of [...app.closers]) close();
    app.closers.clear();
    if (app.leave) app.leave();
    app.leave = null;
    if (!route) return app.go("#/");
    if (!app.person && route.module !== "sign") {
        app.store.update({ wanted: location.hash });
        return app.go(link("sign"));
    }
    app.route = route;
    app.store.update({ route });
    drawMenu(app, document.getElementById("menu"));
    const inner = el("div", { class: `part part-${route.module}` });
    put(place, inner);
    if (turn > 1) place.focus({ preventScroll: true });
    scrollTo(0, 0);
    try {
        const module = await import(`./${route.module}.js`);
        if (turn !== app.turn) return undefined;
        const leave = await module.mount(inner, app, route.params);
        if (turn !== app.turn) return typeof leave === "function" && leave();
        app.leave = typeof leave === "function" ? leave : null;
    } catch (problem) {
        if (!(problem instanceof ApiError)) console.error(problem);
        if (turn === app.turn) showProblem(app, inner, problem);
    }
    return undefined;
}

/* Asks who is here, and what they like. */
async function meet(app, me) {
    app.me = me || (await app.api("GET", "/me"));
    app.person = app.me.person;
    app.settings = { ...DEFAULTS, ...keptSettings(), ...(app.me.settings || {}) };
    keepSettings(app.settings);
    wearSettings(app.settings);
    app.store.update({ person: app.person, settings: app.settings });
}

function createApp() {
    const app = { api, key: apiKey, query: apiQuery, ApiError, el, put, link, closers: new Set(), me: null, person: null, settings: { ...DEFAULTS, ...keptSettings() }, store: createStore({}) };
    app.words = (key, ...args) => translate(language(app.settings), key, args);
    app.language = () => language(app.settings);
    app.events = createEvents(app);
    app.go = (fragment) => (location.hash === fragment ? visit(app) : void (location.hash = fragment));
    app.title = (words) => (document.title = words ? `${words} – Kibitz` : "Kibitz");
    app.say = (words) => {
        const live = document.getElementById("live");
        live.append(el("p", {}, words));
        while (live.childNodes.length > 4) live.firstChild.remove();
    };
    app.hush = () => put(document.getElementById("live"));
    app.note = (words, kind) => note(app, words, kind);
    app.ask = (what) => ask(app, what);
    app.meet = (me) => meet(app, me);
    app.board = (place, options) => app.makeBoard(place, app, options || {});
    /* All settings go at once, so an earlier request that overtakes a later one would undo it: one after the other. */
    let sent = Promise.resolve();
    const send = () => (sent = sent.then(() => app.api("PATCH", "/me", { settings: app.settings })).catch((problem) => app.note(problem.message, "bad")));
    app.set = async (patch) => {
        app.settings = { ...app.settings, ...patch };
        keepSettings(app.settings);
        wearSettings(app.settings);
        app.store.update({ settings: app.settings });
        drawMenu(app, document.getElementById("menu"));
        if (app.person) await send();
    };
    return app;
}

async function start() {
    const app = createApp();
    wearSettings(app.settings);
    /* What the first page needs comes at the same time. */
    const first = matchRoute(location.hash);
    if (first) import(`./${first.module}.js`).catch(() => {});
    try {
        const [{ createBoard }] = await Promise.all([import("./board.js"), app.meet()]);
        app.makeBoard = createBoard;
    } catch (problem) {
        showProblem(app, document.getElementById("main"), problem);
        return;
    }
    addEventListener("hashchange", () => visit(app));
    await visit(app);
}

start();
