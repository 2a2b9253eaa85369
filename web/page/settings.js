/* Settings: how it looks, sounds and reads; the account with its sessions, tokens and data. */

import { el, put } from "./el.js";
import { languages } from "./words.js";
import { sound } from "./sound.js";

function row(app, key, input) {
    return el("p", { class: "field" }, el("label", { for: input.id }, app.words(key)), input);
}

function pickOne(app, name, values, words) {
    return row(app, `set.${name}`, el("select", { id: `set-${name}`, onchange: (event) => app.set({ [name]: event.target.value }) },
        values.map((value) => el("option", { value, selected: app.settings[name] === value }, words(value)))));
}

function tick(app, name, after) {
    return row(app, `set.${name}`, el("input", { id: `set-${name}`, type: "checkbox", checked: app.settings[name], onchange: (event) => {
        app.set({ [name]: event.target.checked });
        if (after) after(event.target.checked);
    } }));
}

function lookPart(app, again) {
    return el("section", { class: "panel" }, el("h2", {}, app.words("set.look")),
        pickOne(app, "theme", ["system", "light", "dark", "contrast"], (value) => app.words(`set.theme.${value}`)),
        pickOne(app, "board", ["wood", "green", "blue", "grey"], (value) => app.words(`set.board.${value}`)),
        pickOne(app, "pieces", ["plain", "letters"], (value) => app.words(`set.pieces.${value}`)), tick(app, "patterns"), pickOne(app, "notation", ["short", "token"], (value) => app.words(`set.notation.${value}`)), tick(app, "animation"), tick(app, "sound", (on) => on && sound("turn")), tick(app, "big"),
        row(app, "set.size", el("input", { id: "set-size", type: "range", min: 85, max: 150, step: 5, value: app.settings.size, onchange: (event) => app.set({ size: Number(event.target.value) }) })),
        row(app, "set.language", el("select", { id: "set-language", onchange: async (event) => {
            await app.set({ language: event.target.value });
            again();
        } }, Object.entries(languages).map(([value, words]) => el("option", { value, selected: app.language() === value }, words)))));
}

async function sessionsPart(app, again) {
    const { sessions } = await app.api("GET", "/me/sessions");
    const when = (ms) => new Date(ms).toLocaleString(app.language());
    const end = async (id) => {
        try {
            await app.api("DELETE", `/me/sessions/${id}`);
            again();
        } catch (problem) {
            app.note(problem.message, "bad");
        }
    };
    return el("section", { class: "panel" }, el("h2", {}, app.words("set.sessions")), el("ul", { class: "plain" }, sessions.map((one) =>
        el("li", { class: "rowb" }, el("span", {}, app.words("set.seen", when(one.seen))), one.this ? el("b", {}, app.words("set.this")) : el("button", { type: "button", onclick: () => end(one.id) }, app.words("set.end"))))));
}

async function tokensPart(app, again) {
    if (app.person.kind === "guest") return null;
    const { tokens } = await app.api("GET", "/tokens");
    const when = (ms) => new Date(ms).toLocaleDateString(app.language());
    const guard = (fn) => async (event) => {
        event.preventDefault();
        try {
            await fn(event);
            again();
        } catch (problem) {
            app.note(problem.message, "bad");
        }
    };
    const make = guard(async (event) => {
        const given = new FormData(event.target);
        const { token } = await app.api("POST", "/tokens", { name: given.get("name"), days: Number(given.get("days")) });
        await app.ask({ title: app.words("set.maketoken"), body: el("div", {}, el("p", {}, el("code", { class: "token" }, token)), el("p", {}, app.words("set.tokenshown"))) });
    });
    const words = (one) => [one.name, app.words("set.tokenends", when(one.ends)), one.used ? app.words("set.tokenused", when(one.used)) : ""].filter(Boolean).join(" · ");
    return el("section", { class: "panel tokens" }, el("h2", {}, app.words("set.tokens")), el("p", { class: "soft" }, app.words("set.tokenwords")),
        el("ul", { class: "plain" }, tokens.map((one) => el("li", { class: "rowb" }, el("span", {}, words(one)),
            el("button", { type: "button", onclick: guard(() => app.api("DELETE", `/tokens/${one.id}`)) }, app.words("set.revoke"))))),
        el("form", { onsubmit: make }, el("p", { class: "field" }, el("label", { for: "tokenname" }, app.words("sign.name")), el("input", { id: "tokenname", name: "name", required: true, maxlength: 60 })),
            el("p", { class: "field" }, el("label", { for: "tokendays" }, app.words("set.tokendays")), el("input", { id: "tokendays", name: "days", type: "number", min: 1, max: 366, value: 90 })),
            el("p", { class: "rowb" }, el("button", { type: "submit" }, app.words("set.maketoken")))));
}

function passwordForm(app) {
    const problem = el("p", { class: "refusal", role: "alert" });
    return el("form", { onsubmit: async (event) => {
        event.preventDefault();
        try {
            await app.api("POST", "/accounts/password", Object.fromEntries(new FormData(event.target)));
            event.target.reset();
            problem.textContent = "";
            app.note(app.words("set.changed"));
        } catch (error) {
            problem.textContent = error.message;
        }
    } }, el("p", { class: "field" }, el("label", { for: "old" }, app.words("set.old")), el("input", { id: "old", name: "old", type: "password", required: true, autocomplete: "current-password" })),
    el("p", { class: "field" }, el("label", { for: "new" }, app.words("set.new")), el("input", { id: "new", name: "new", type: "password", required: true, minlength: 8, autocomplete: "new-password" })),
    problem, el("p", { class: "rowb" }, el("button", { type: "submit" }, app.words("set.password"))));
}

async function exportData(app) {
    const data = await app.api("GET", "/me/export");
    const text = typeof data === "string" ? data : JSON.stringify(data, null, 1);
    const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: "kibitz.json" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function accountPart(app) {
    const person = app.person;
    const member = person.kind === "member" || app.me.mode === "accounts" && person.kind !== "guest";
    const field = el("input", { type: "password", "aria-label": app.words("sign.password"), autocomplete: "current-password", autofocus: true });
    const guard = (fn) => async () => {
        try {
            await fn();
        } catch (problem) {
            app.note(problem.message, "bad");
        }
    };
    const out = async () => {
        await app.api("DELETE", "/session");
        await app.meet();
        app.go("#/sign");
    };
    const remove = async () => {
        const sure = await app.ask({ title: app.words("set.delete"), body: el("div", {}, el("p", {}, app.words("set.deletewords")), member ? field : null), buttons: [[app.words("cancel"), null, "pri"], [app.words("set.delete"), true]] });
        if (!sure) return;
        await app.api("DELETE", "/accounts/me", { password: field.value });
        await app.meet();
        app.go("#/sign");
    };
    const invite = async () => {
        const { invitation } = await app.api("POST", "/invitations", {});
        await app.ask({ title: app.words("set.invite"), body: el("p", {}, el("code", {}, invitation)) });
    };
    return el("section", { class: "panel" }, el("h2", {}, app.words("set.account")), el("p", {}, el("b", {}, person.name), " · ", app.words(`set.kind.${person.kind}`)),
        member ? passwordForm(app) : null,
        el("p", { class: "rowb" }, el("button", { type: "button", onclick: guard(() => exportData(app)) }, app.words("set.export")),
            app.me.mode === "accounts" && app.me.register === "invite" ? el("button", { type: "button", onclick: guard(invite) }, app.words("set.invite")) : null,
            el("button", { type: "button", onclick: guard(out) }, app.words("set.out")), member ? el("button", { type: "button", class: "bad", onclick: guard(remove) }, app.words("set.delete")) : null));
}

async function mount(place, app) {
    app.title(app.words("menu.settings"));
    const draw = async () => {
        const [sessions, tokens] = await Promise.all([sessionsPart(app, draw).catch(() => null), tokensPart(app, draw).catch(() => null)]);
        put(place, el("div", { class: "page narrow settings" }, el("h1", {}, app.words("menu.settings")), lookPart(app, draw), accountPart(app), sessions, tokens,
            el("section", { class: "panel" }, el("h2", {}, app.words("set.more")), el("p", { class: "rowb" }, el("a", { class: "btn", href: app.link("console") }, app.words("set.console"))), el("p", { class: "soft" }, `Kibitz ${app.me.version || ""}`))));
    };
    await draw();
}

export { mount };
