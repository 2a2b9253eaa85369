/* What an event did, one thing after the other: each step moves what it moved and says so; one may stop, go back
 * and go on. */

import { el, put } from "./el.js";

const STEP_MS = 850;

function points(words) {
    const gain = /for (\d+) points?/.exec(words);
    const cost = /costs (\d+) points?/.exec(words);
    return gain ? `+${gain[1]}` : cost ? `−${cost[1]}` : "";
}

function createSteps(model) {
    const { app } = model;
    const place = el("div", {});
    let running = 0;
    let now = null;   /* what is shown */
    let waiters = []; /* those who wait for its end */

    /* Shows the steps of the scene that the board has. */
    const run = async (scene) => {
        const board = model.board;
        const list = (scene.since || []).filter((one) => one.words);
        if (list.length < 2 || board.motion.still() || document.hidden) return;
        const mine = ++running;
        const state = { at: 0, paused: false, wake: null };
        now = state;
        const wake = () => state.wake && state.wake();
        const nodeOf = (id) => board.sheets.map((sheet) => [...sheet.svg.querySelectorAll(".thing")].find((node) => node.dataset.id === id)).find(Boolean);
        const button = (key, words, fn, more) => el("button", { type: "button", "aria-label": app.words(key), title: app.words(key), onclick: fn, ...more }, words);
        const draw = () => {
            const step = list[state.at];
            put(place, el("section", { class: "steps", "aria-label": app.words("uni.happened") }, el("b", {}, step.words), el("span", { class: "sp" }), el("span", { class: "soft" }, app.words("uni.step", state.at + 1, list.length)),
                button("room.back", "◀", () => {
                    Object.assign(state, { at: Math.max(0, state.at - 1), paused: true, moved: true });
                    show(false);
                    wake();
                }), button(state.paused ? "room.resume" : "uni.pause", state.paused ? "▶" : "❚❚", () => {
                    state.paused = !state.paused;
                    draw();
                    wake();
                }), button("room.on", "▶|", () => {
                    state.skip = true;
                    wake();
                })));
        };
        const show = (moves) => {
            const step = list[state.at];
            list.forEach((one, i) => {
                const node = one.thing && nodeOf(one.thing);
                if (node) node.classList.toggle("later", i > state.at && one.to !== undefined);
            });
            board.badges(points(step.words) && (step.to || step.from) ? [{ at: step.to || step.from, words: points(step.words), kind: /costs/.test(step.words) ? "bad" : "" }] : []);
            board.held = step.thing && board.find(step.thing) ? step.thing : step.to || step.from || null;
            board.draw_over();
            const from = step.from && board.find(step.from);
            if (moves && step.thing && from) board.motion.move(step.thing, board.to_screen(from.sheet, from.place.x + from.place.w / 2, from.place.y + from.place.h / 2), 320);
            draw();
        };
        for (; state.at < list.length && !state.skip && mine === running && model.stage.isConnected; ) {
            state.moved = false;
            show(true);
            await new Promise((done) => {
                const timer = setTimeout(() => !state.paused && done(), STEP_MS);
                state.wake = () => {
                    if (state.paused && !state.skip) return clearTimeout(timer);
                    clearTimeout(timer);
                    return done();
                };
            });
            if (!state.moved) state.at++;
        }
        if (mine !== running) return;
        for (const one of list) {
            const node = one.thing && nodeOf(one.thing);
            if (node) node.classList.remove("later");
        }
        put(place);
        if (board.scene) {
            board.held = null;
            board.badges([]);
        }
        end();
    };
    const end = () => {
        now = null;
        for (const done of waiters.splice(0)) done();
    };
    return { place, run, stop() {
        running++;
        put(place);
        end();
    },
    /* A person has stopped them to look: what comes meanwhile waits. */
    paused: () => Boolean(now && now.paused),
    ended: () => new Promise((done) => waiters.push(done)) };
}

export { createSteps };
