/* The end of a game: places, points, tie-breaks; a return match, a review, or back to the menu. */

import { el, put } from "./el.js";
import { playOnFrom } from "./roomtools.js";

/* Why a game ended; that somebody won is no reason. */
function endReason(result) {
    const words = String(result.reason || "").replace(/[-_]/g, " ");
    return words === "win" ? "" : words;
}

function endWords(app, result) {
    return [app.words("room.over"), endReason(result)].filter(Boolean).join(": ");
}

function endPanel(model) {
    const { app, room } = model;
    const result = room.result || (room.scene && room.scene.result) || {};
    const seats = room.seats.map((seat, i) => ({ seat: seat.seat, name: model.seat_words(seat.seat), rank: (result.ranks || [])[i] || 1, points: (result.points || [])[i], tie: (result.ties || result.tiebreak || [])[i] }));
    seats.sort((a, b) => a.rank - b.rank);
    const scored = seats.some((one) => one.points !== undefined && one.points !== null);
    const draw = seats.length > 1 && seats.every((one) => one.rank === seats[0].rank);
    const winners = seats.filter((one) => one.rank === seats[0].rank).map((one) => one.name);
    const again = async () => {
        try {
            const game = room.game;
            const turned = [...room.seats.slice(1), room.seats[0]];
            const { room: next } = await app.api("POST", "/rooms", { game: game.name, players: room.seats.length, options: game.options || {}, undo: room.undo, clock: room.clock, look: room.look, dice: room.dice, open_analysis: room.open_analysis, handover: room.handover, react_ms: room.react_ms,
                seats: turned.map((seat) => {
                    const level = /^(?:auto )?level[ =](\d+)$/.exec(seat.engine || "");
                    if (seat.kind === "engine") return level ? { kind: "engine", level: Number(level[1]) } : { kind: "engine", engine: seat.engine };
                    return seat.you ? { kind: "person", name: seat.name } : { kind: "open" };
                }) });
            app.go(app.link("room", next.id));
        } catch (problem) {
            app.note(problem.message, "bad");
        }
    };
    const review = async () => {
        try {
            const answer = await app.api("POST", "/reviews", { room: room.id });
            app.go(app.link("review", answer.review));
        } catch (problem) {
            app.note(problem.message, "bad");
        }
    };
    const can = new Set(room.can || []);
    const file = (format, words) => el("a", { class: "btn", href: `/api/1/rooms/${room.id}/record?format=${format}`, download: `game.${{ page: "html", record: "rec" }[format] || format}` }, words);
    const files = el("p", { class: "rowb files" }, el("span", { class: "soft" }, app.words("end.export")), can.has("play_on") ? file("page", app.words("review.page")) : null, file("record", app.words("review.record")));
    model.formats().then((list) => files.append(...list.filter((one) => /^(pgn|sgf|pdn|ggf)$/i.test(one)).map((one) => file(one.toLowerCase(), one.toUpperCase()))));
    const title = draw ? app.words("end.draw") : seats.length === 1 ? app.words("room.over") : app.words(winners.length > 1 ? "end.share" : "end.wins", winners.join(", "));
    const panel = el("section", { class: "end", tabindex: "-1", "aria-label": app.words("room.over") }, el("h2", {}, title), endReason(result) ? el("p", { class: "soft" }, endReason(result)) : null,
        el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, app.words("end.place")), el("th", { scope: "col" }, app.words("sign.name")), scored ? el("th", { scope: "col" }, app.words("end.points")) : null, seats.some((one) => one.tie !== undefined) ? el("th", { scope: "col" }, app.words("end.ties")) : null)),
            el("tbody", {}, seats.map((one) => el("tr", {}, el("td", {}, String(one.rank)), el("td", {}, one.name), scored ? el("td", {}, String(one.points ?? "–")) : null, one.tie !== undefined ? el("td", {}, String(one.tie)) : null)))),
        el("p", { class: "rowb" }, el("button", { type: "button", class: "pri", onclick: again }, app.words("end.again")), app.person && app.person.kind !== "guest" ? el("button", { type: "button", onclick: review }, app.words("end.review")) : null,
            can.has("play_on") && room.ply ? el("button", { type: "button", onclick: () => playOnFrom(model) }, app.words("study.play-on")) : null,
            el("a", { class: "btn", href: "#/" }, app.words("menu")), el("button", { type: "button", class: "ic", "aria-label": app.words("end.close"), onclick: () => put(model.end_place) }, "×")),
        files);
    put(model.end_place, panel);
    panel.focus();
    app.say(title);
}

export { endPanel, endWords };
