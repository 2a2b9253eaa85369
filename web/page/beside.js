/* Beside the board: seats with points, counts and clocks; the log in words; chat; offers. */

import { el, put } from "./el.js";
import { sceneColours } from "./scene.js";
import { spriteColour } from "./sprites.js";

function clockWords(ms) {
    const s = Math.max(0, Math.ceil(ms / 1000));
    const two = (x) => String(x).padStart(2, "0");
    return s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}

function createBeside(model) {
    const { app } = model;
    const seats = el("ul", { class: "seats-now" });
    const offer = el("div", {});
    const log = el("ol", { class: "log", tabindex: "0", "aria-label": app.words("log") });
    const filter = el("select", { "aria-label": app.words("log.filter"), onchange: () => drawLog() });
    const chatList = el("ol", { class: "chat", tabindex: "0", "aria-label": app.words("chat") });
    const state = { chips: [], rows: [], filter: "", after: 0, clocks: [], since: 0, room: null, loading: false, again: false, thinks: new Map(), hidden: false };
    let timer = 0;

    /* --- seats --- */

    const clockOf = (seat, acts) => {
        if (seat.clock_ms === null || seat.clock_ms === undefined) return null;
        const given = state.clocks[seat.seat - 1] ?? seat.clock_ms;
        const gone = acts && state.room.state === "playing" && !state.room.react ? performance.now() - state.since : 0;
        return el("span", { class: `clock${given - gone < 20000 ? " low" : ""}`, "data-seat": seat.seat }, clockWords(given - gone));
    };
    const drawSeats = (room, scene) => {
        const words = sceneColours(scene);
        state.chips = scene.seats.map((seat) => spriteColour(seat.colour, words));
        put(seats, room.seats.map((seat, i) => {
            const drawn = scene.seats[i] || {};
            const acts = scene.now.seats.includes(seat.seat) && room.state === "playing";
            const counts = (drawn.counts || []).map(([name, value]) => `${name} ${value}`).join(" · ");
            const more = [seat.kind === "engine" && !/level/.test(seat.name) ? (seat.engine || app.words("table.engine")).replace(/^auto level=/, "level ") : "", seat.out ? app.words("room.out") : "", seat.away && !seat.you && seat.kind !== "open" ? app.words("room.away") : "", seat.away && seat.seen > 90000 ? app.words("room.seen", Math.round(seat.seen / 60000)) : "", counts].filter(Boolean).join(" · ");
            return el("li", { class: acts ? "acts" : "", "data-seat": seat.seat }, el("span", { class: `chip ${spriteColour(drawn.colour, words)}` }),
                el("span", { class: "grow" }, el("b", {}, model.seat_words(seat.seat), seat.you ? el("span", { class: "you" }, app.words("room.you")) : null), more ? el("small", {}, more) : null,
                    room.engine_values && seat.kind === "engine" && room.state === "playing" ? el("small", { class: "thinks", "data-seat": seat.seat }, thinking(seat.seat)) : null),
                room.maker && seat.kind !== "open" && !seat.you && seat.away && room.state === "playing" ? el("button", { type: "button", onclick: () => model.replace(seat.seat) }, app.words("room.replace")) : null,
                clockOf(seat, acts), drawn.points === null || drawn.points === undefined ? null : el("b", { class: "pts" }, String(drawn.points)));
        }));
        if (room.react && room.you.length) return;
        clearInterval(timer);
        if (room.seats.some((seat) => seat.clock_ms !== null && seat.clock_ms !== undefined) && room.state === "playing")
            timer = setInterval(() => {
                for (const node of seats.querySelectorAll(".acts .clock")) {
                    const k = Number(node.dataset.seat);
                    const left = (state.clocks[k - 1] ?? room.seats[k - 1].clock_ms) - (performance.now() - state.since);
                    node.textContent = clockWords(left);
                    node.classList.toggle("low", left < 20000);
                }
            }, 250);
    };

    /* What an engine expects while it thinks; forgotten with the next event. */
    const thinking = (k) => {
        const said = state.hidden ? null : state.thinks.get(k);
        const line = said && (said.lines || [])[0];
        if (!line) return "";
        const share = line.values ? `${Math.round(100 * line.values[k - 1])} %` : "";
        return [share, line.words || line.token, said.depth ? app.words("analysis.depth", said.depth) : ""].filter(Boolean).join(" · ");
    };
    const drawThinks = () => {
        for (const row of seats.querySelectorAll(".thinks")) row.textContent = thinking(Number(row.dataset.seat));
    };

    /* --- offers --- */

    const drawOffer = (room) => {
        put(offer);
        if (!room.offer) return;
        const { kind, from, agreed } = room.offer;
        const mine = room.you.includes(from);
        const answer = (yes) => model.other(kind, { answer: yes });
        const done = room.you.every((k) => (agreed || []).includes(k));
        put(offer, el("section", { class: "offer", role: "status" }, el("p", {}, mine ? app.words(`offer.mine.${kind}`) : app.words(`offer.${kind}`, model.seat_words(from))),
            mine || !room.you.length || done ? null : el("p", { class: "rowb" }, el("button", { type: "button", class: "pri", onclick: () => answer("yes") }, app.words("offer.yes")), el("button", { type: "button", onclick: () => answer("no") }, app.words("offer.no")))));
    };

    /* --- the log --- */

    /* What a seat may not see is a token "?p2": the card of seat 2. */
    const hiddenWords = (words) => {
        if (!/^\?/.test(words)) return words;
        const [, k] = /^\?p(\d+)/.exec(words) || [];
        return k ? app.words("log.unseen.seat", model.seat_words(Number(k))) : app.words("log.unseen");
    };
    const item = (row) => {
        const said = [row.words || row.token || ""].flat().filter(Boolean).map((words) => hiddenWords(words));
        const words = app.settings.notation === "token" && row.token ? row.token : said.length ? model.names({ words: said.join("; ") }).words : app.words(`log.${row.kind}`);
        if (row.ply === undefined) return el("li", { class: "soft" }, words);
        return el("li", { class: row.undone ? "undone" : row.seat ? "" : "chance" }, el("button", { type: "button", class: "event", "data-ply": row.ply, onclick: () => model.look(row.ply) },
            el("span", { class: row.seat ? `chip ${state.chips[row.seat - 1] || ""}` : "chip none" }), el("span", {}, words)));
    };
    const drawLog = () => {
        const value = filter.value;
        const list = state.rows.filter((row) => !value || String(row.seat) === value);
        const low = log.scrollTop + log.clientHeight >= log.scrollHeight - 30;
        put(log, list.map(item));
        if (low || !log.scrollTop) log.scrollTop = log.scrollHeight;
    };
    const load = async () => {
        if (state.loading) return void (state.again = true);
        state.loading = true;
        try {
            do {
                state.again = false;
                const { log: rows } = await app.api("GET", `/rooms/${model.id}/log`);
                state.rows = rows.filter((row) => row.kind !== "chat");
                for (const row of rows) if (row.kind === "chat" && row.row > state.after) chat(row);
                state.after = Math.max(state.after, ...rows.map((row) => row.row));
            } while (state.again);
            drawLog();
        } catch {
            /* with the next event */
        }
        state.loading = false;
        return undefined;
    };

    /* --- chat --- */

    const chat = (data) => {
        const text = data.text || [data.words || ""].flat().join(" ");
        if (!text) return;
        chatList.append(el("li", {}, el("b", {}, data.name || (data.seat ? model.seat_words(data.seat) : "")), " ", text));
        chatList.scrollTop = chatList.scrollHeight;
    };
    const chatForm = el("form", { class: "chatform", onsubmit: async (event) => {
        event.preventDefault();
        const field = event.target.elements.text;
        const text = field.value.trim();
        if (!text) return;
        try {
            await app.api("POST", `/rooms/${model.id}/chat`, { text });
            field.value = "";
        } catch (problem) {
            app.note(problem.message, "bad");
        }
    } }, el("input", { name: "text", type: "text", maxlength: 500, autocomplete: "off", placeholder: app.words("chat.say"), "aria-label": app.words("chat.say") }), el("button", { type: "submit" }, app.words("chat.send")));

    const rest = el("div", { class: "rest" }, offer, el("section", { class: "panel logbox" }, el("div", { class: "row" }, el("h2", {}, app.words("log")), el("span", { class: "sp" }), filter), log),
        el("details", { class: "panel fold" }, el("summary", {}, app.words("chat")), chatList, chatForm));

    return {
        seats,
        rest,
        load,
        chat,
        show(room, scene) {
            if (state.room && state.room.at !== room.at) state.thinks.clear();
            state.room = room;
            state.clocks = [];
            state.since = performance.now();
            drawSeats(room, scene);
            drawOffer(room);
            const value = filter.value;
            put(filter, el("option", { value: "" }, app.words("log.all")), room.seats.map((seat) => el("option", { value: seat.seat, selected: String(seat.seat) === value }, model.seat_words(seat.seat))));
        },
        clocks(data) {
            state.clocks = data.clocks || [];
            state.since = performance.now();
        },
        thinks(data) {
            state.thinks.set(data.seat, data);
            drawThinks();
        },
        values_hidden: () => state.hidden,
        hide_values(on) {
            state.hidden = on;
            drawThinks();
        },
        current(ply) {
            for (const old of log.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
            const now = log.querySelector(`[data-ply="${ply}"]`);
            if (now) now.setAttribute("aria-current", "true");
        },
        /* Hand-over: nothing that one seat alone may see stays here. */
        blank(hidden) {
            clearInterval(timer);
            put(offer);
            put(seats);
            state.room = null;
            state.thinks.clear();
            if (!hidden) return;
            state.rows = [];
            put(log);
        },
        end: () => clearInterval(timer),
    };
}

export { createBeside };
