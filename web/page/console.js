/* The expert console: lines of the protocol that only look, on a position one may see. */
import { button, field } from "./study.js";

const LINES = ["legal", "status", "d", "fen", "state", "eval", "scene", "pick", "perft 3", "chance", "view seat 1", "verify e2e4"];

async function mount(place, app) {
    const { el } = app;
    app.title(app.words("set.console"));
    const past = [];
    let at = 0;
    const out = el("pre", { class: "console-out mono", tabindex: "0", role: "log", "aria-label": app.words("console.answers") });
    const line = el("input", { class: "mono", autocomplete: "off", spellcheck: "false", autocapitalize: "off", "aria-label": app.words("console.line"), list: "console-lines" });
    const position = el("input", { class: "mono", placeholder: "chess", autocomplete: "off", spellcheck: "false", value: app.store.state.consoleAt || "chess" });
    const games = (await app.api("GET", "/games")).games.map((one) => one.name);
    const rooms = await app.api("GET", "/rooms?mine").then((answer) => answer.rooms, () => []);

    /* A name of a game is its start, "room:ID" a table, anything else a position in one word. */
    async function where() {
        const word = position.value.trim();
        app.store.update({ consoleAt: word });
        if (word.startsWith("room:")) return { room: word.slice(5) };
        if (games.includes(word) || word.startsWith("me/")) return { position: (await app.api("POST", "/scene", { game: word })).position };
        return { position: word };
    }

    async function send() {
        const words = line.value.trim();
        if (!words) return;
        past.push(words);
        at = past.length;
        line.value = "";
        const say = (text, kind) => out.append(el("span", { class: kind }, `${text}\n`));
        say(`> ${words}`, "asked");
        try {
            const answer = await app.api("POST", "/console", { line: words, ...(await where()) });
            for (const one of answer.lines) say(one, "");
        } catch (problem) {
            say(problem.message, "down");
        }
        out.scrollTop = out.scrollHeight;
    }

    line.addEventListener("keydown", (event) => {
        if (event.key === "Enter") send();
        else if (event.key === "ArrowUp" && at > 0) line.value = past[--at];
        else if (event.key === "ArrowDown") line.value = past[++at < past.length ? at : (at = past.length)] || "";
        else return;
        event.preventDefault();
    });
    app.put(place, el("section", { class: "page study console" }, el("h1", {}, app.words("set.console")), el("p", { class: "soft" }, app.words("console.about")),
        field(app, app.words("console.where"), position, "wide"), el("datalist", { id: "console-lines" }, LINES.map((one) => el("option", { value: one }))),
        rooms.length ? el("div", { class: "rowb" }, rooms.slice(0, 5).map((room) => button(app, room.title || room.game.title, () => (position.value = `room:${room.id}`), "soft"))) : null,
        out, el("div", { class: "rowb line-row" }, el("span", { class: "mono", "aria-hidden": "true" }, ">"), line, button(app, app.words("chat.send"), send, "pri"))));
    line.focus();
}

export { mount };
