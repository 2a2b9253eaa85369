/* The game editor: a rules text with line numbers and marks where the checker complains, its sentences, and
 * the board beside it, playable after each check. Texts are one's own (`me/NAME`), shared by a link that
 * holds the whole text, or downloaded. */
import { button, choice, copy, download, field, fileButton, freeBoard, packText, tried, unpackText } from "./study.js";

const PAUSE = 500; /* milliseconds without a key before a check */
const LINK = "text.";

/* --- the text with its marks --- */

/* Offsets of the beginnings of lines. */
function lineStarts(text) {
    const out = [0];
    for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) out.push(i + 1);
    return out;
}

/* The letters that a problem is about: from its column to `end`, else to the end of the word. */
function problemRange(text, starts, problem) {
    const line = Math.max(1, Math.min(starts.length, problem.line || 1));
    const from = starts[line - 1];
    const to = line < starts.length ? starts[line] - 1 : text.length;
    const begin = Math.min(to, from + Math.max(0, (problem.column || 1) - 1));
    const word = /^\w+|^\S/.exec(text.slice(begin, to));
    const end = problem.end ? from + problem.end - 1 : begin + (word ? word[0].length : 1);
    return [begin, Math.max(begin, Math.min(to, end))];
}

/* A text area over a copy of its text that carries the marks, with numbers beside it. */
function textBox(app, changed) {
    const { el } = app;
    const area = el("textarea", { class: "code", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", "aria-label": app.words("editor.text") });
    const under = el("pre", { class: "code under", "aria-hidden": "true" });
    const numbers = el("pre", { class: "numbers", "aria-hidden": "true" });
    const node = el("div", { class: "code-box" }, numbers, el("div", { class: "code-stack" }, under, area));
    let problems = [];

    function draw() {
        const text = area.value;
        const starts = lineStarts(text);
        const worst = new Map();
        for (const one of problems) if (worst.get(one.line) !== "error") worst.set(one.line, one.severity);
        app.put(numbers, starts.map((_, i) => el("span", { class: worst.get(i + 1) ? `bad-${worst.get(i + 1)}` : "" }, `${i + 1}\n`)));
        const ranges = problems.map((one) => [...problemRange(text, starts, one), one.severity]).sort((a, b) => a[0] - b[0]);
        const pieces = [];
        let at = 0;
        for (const [from, to, severity] of ranges) {
            if (from < at) continue;
            pieces.push(text.slice(at, from), el("mark", { class: `bad-${severity}` }, text.slice(from, to) || " "));
            at = to;
        }
        app.put(under, pieces, `${text.slice(at)}\n`);
        scroll();
    }

    function scroll() {
        under.scrollTop = area.scrollTop;
        under.scrollLeft = area.scrollLeft;
        numbers.scrollTop = area.scrollTop;
    }

    area.addEventListener("input", () => {
        problems = [];
        draw();
        changed();
    });
    area.addEventListener("scroll", scroll);
    /* Tab leaves the box, as everywhere; new lines keep the indent. */
    area.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.isComposing) return;
        const before = area.value.slice(0, area.selectionStart);
        const line = before.slice(before.lastIndexOf("\n") + 1);
        const indent = /^\s*/.exec(line)[0] + (/\{\s*$/.test(line) ? "    " : "");
        if (!indent) return;
        event.preventDefault();
        area.setRangeText(`\n${indent}`, area.selectionStart, area.selectionEnd, "end");
        area.dispatchEvent(new Event("input"));
    });
    return {
        node,
        area,
        text: () => area.value,
        set(text) {
            area.value = text;
            problems = [];
            draw();
        },
        mark(list) {
            problems = list;
            draw();
        },
        goTo(problem) {
            const [from, to] = problemRange(area.value, lineStarts(area.value), problem);
            area.focus();
            area.setSelectionRange(from, to);
            area.scrollTop = Math.max(0, (problem.line - 5) * parseFloat(getComputedStyle(area).lineHeight));
        },
    };
}

/* --- the page --- */

async function mount(place, app, params) {
    const { el } = app;
    app.title(app.words("menu.write"));
    const [own, examples] = await Promise.all([app.api("GET", "/texts"), app.api("GET", "/texts/examples")]);
    const books = Array.isArray(examples) ? examples : examples.examples || [];
    const state = { timer: 0, turn: 0, ok: false, saved: "", game: null };
    const list = el("ol", { class: "problems", "aria-label": app.words("editor.problems") });
    const verdict = el("p", { class: "verdict-line", role: "status" });
    const shown = el("div", { class: "board-hold" });
    const free = freeBoard(shown, app, { roll: true });
    const name = el("input", { maxlength: 40, pattern: "[A-Za-z0-9_\\-]+", placeholder: "my_game", autocomplete: "off", spellcheck: "false" });
    const box = textBox(app, () => {
        clearTimeout(state.timer);
        verdict.textContent = app.words("board.sending");
        state.timer = setTimeout(check, PAUSE);
    });

    function drawProblems(problems) {
        app.put(list, problems.map((one) => el("li", { class: `bad-${one.severity || "error"}` }, el("button", { type: "button", class: "event", onclick: () => box.goTo(one) },
            el("b", {}, `${one.line}:${one.column || 1}`), ` ${one.code || ""} `, one.sentence))));
    }

    async function check() {
        clearTimeout(state.timer);
        const turn = ++state.turn;
        const text = box.text();
        if (!text.trim()) return;
        const answer = await tried(app, () => app.api("POST", "/texts/check", { text, ...(name.value ? { name: name.value } : {}) }));
        if (!answer || turn !== state.turn) return;
        const problems = answer.problems || [];
        state.ok = answer.ok;
        state.game = answer.game;
        box.mark(problems);
        drawProblems(problems);
        const errors = problems.filter((one) => one.severity === "error").length || (answer.ok ? 0 : 1);
        verdict.textContent = answer.ok ? app.words("editor.good", (answer.game && answer.game.title) || "") : app.words("editor.bad", errors);
        verdict.className = `verdict-line ${answer.ok ? "up" : "down"}`;
        play.disabled = !answer.ok;
        play.title = answer.ok ? "" : app.words("editor.first-mend");
        if (answer.ok && answer.game && !name.value) name.value = String(answer.game.name || "").replace(/^me\//, "");
        if (!answer.ok) return;
        free.of = { text };
        await tried(app, () => free.open({}));
    }

    async function save() {
        if (!name.value || !name.checkValidity()) {
            app.note(app.words("editor.needs-name"), "bad");
            name.focus();
            return false;
        }
        const done = await tried(app, () => app.api("PUT", `/texts/${encodeURIComponent(name.value)}`, { text: box.text() }));
        if (!done) return false;
        state.saved = box.text();
        app.note(app.words("editor.saved", `me/${name.value}`));
        if (!own.texts.some((one) => one.name === name.value)) own.texts.push({ name: name.value, title: name.value });
        drawOwn();
        return true;
    }

    async function share() {
        const word = await packText(box.text());
        await copy(app, `${location.origin}${location.pathname}#/write/${LINK}${word}`);
    }

    async function remove() {
        const sure = await app.ask({ title: app.words("editor.remove", name.value), buttons: [[app.words("cancel"), false], [app.words("editor.delete"), true, "pri"]] });
        if (!sure) return;
        await tried(app, () => app.api("DELETE", `/texts/${encodeURIComponent(name.value)}`));
        own.texts = own.texts.filter((one) => one.name !== name.value);
        drawOwn();
    }

    const play = button(app, app.words("editor.play"), async () => {
        if (state.ok && (await save())) app.go(app.link("table", `me/${name.value}`));
    }, "pri", { disabled: true });
    const mine = el("span", {});
    function drawOwn() {
        app.put(mine, field(app, app.words("editor.mine"), choice(app, [["", "–"], ...own.texts.map((one) => [one.name, one.title || one.name])], "", (one) => one && app.go(app.link("write", one)))));
    }
    function begin(text) {
        box.set(text);
        return check();
    }

    const file = fileButton(app, (text) => begin(text), ".game,.txt,text/plain");
    const starts = field(app, app.words("editor.examples"), choice(app, [["", "–"], ...books.map((one, i) => [i, one.title || one.name])], "", (one) => {
        if (one === "") return;
        name.value = "";
        begin(books[Number(one)].text);
    }));
    drawOwn();
    app.put(place, el("div", { class: "editor study" }, el("h1", {}, app.words("menu.write")),
        el("div", { class: "fields" }, starts, mine, field(app, app.words("sign.name"), name), file),
        el("div", { class: "editor-sides" },
            el("section", { class: "editor-left", "aria-label": app.words("editor.text") }, box.node, verdict, list,
                el("div", { class: "rowb" }, button(app, app.words("editor.check"), check), button(app, app.words("editor.save"), save), button(app, app.words("editor.share"), () => tried(app, share)),
                    button(app, app.words("editor.download"), () => download(app, `${name.value || "game"}.game`, box.text())), button(app, app.words("editor.delete"), remove))),
            el("section", { class: "panel-box editor-right", "aria-label": app.words("set.board") }, shown,
                el("div", { class: "rowb" }, play, button(app, app.words("study.start-again"), () => free.go(0)), button(app, app.words("study.back"), () => free.go(free.at - 1)),
                    button(app, app.words("room.rules"), () => state.game && app.ask({ title: state.game.title, kind: "wide", body: el("pre", { class: "mono rules-pre", tabindex: "0" }, state.game.rules || "") })))))));
    const word = params.name || "";
    if (word.startsWith(LINK)) await tried(app, async () => begin(await unpackText(word.slice(LINK.length))));
    else if (word) {
        name.value = word;
        const { text } = await app.api("GET", `/texts/${encodeURIComponent(word)}`);
        await begin(text);
    } else {
        const first = books.find((one) => /tictactoe/.test(one.name)) || books[0];
        await begin(first ? first.text : "game ");
    }
    state.saved = box.text();
    return () => {
        clearTimeout(state.timer);
        state.turn = -1;
        free.done();
    };
}

export { lineStarts, mount, problemRange };
