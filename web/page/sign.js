/* Coming in: by the start token of the owner, by name and password, or as a guest by a room's link. */

import { el, put } from "./el.js";

function field(app, name, type, key, more) {
    const id = `sign-${name}`;
    return el("p", { class: "field" }, el("label", { for: id }, app.words(key)), el("input", { id, name, type, required: true, ...more }));
}

function form(app, key, fields, send) {
    const problem = el("p", { class: "refusal", role: "alert" });
    return el("form", { class: "panel", onsubmit: async (event) => {
        event.preventDefault();
        const given = Object.fromEntries(new FormData(event.target));
        problem.textContent = "";
        try {
            await send(given);
        } catch (error) {
            problem.textContent = error.message;
        }
    } }, el("h2", {}, app.words(key)), fields, problem, el("p", { class: "rowb" }, el("button", { type: "submit", class: "pri" }, app.words(key))));
}

async function enter(app, body, to) {
    await app.meet(await app.api("POST", "/session", body));
    app.go(to || (app.store.state.wanted && !/^#\/(start|join|sign)/.test(app.store.state.wanted) ? app.store.state.wanted : "#/"));
}

async function mount(place, app, { token, id, invite }) {
    app.title(app.words("menu.sign"));
    const forms = [];
    if (token) {
        history.replaceState(null, "", "#/sign"); /* the token works once and is not kept */
        try {
            return void (await enter(app, { token }, "#/"));
        } catch (problem) {
            if (app.person) return void app.go("#/");
            forms.push(el("p", { class: "refusal", role: "alert" }, problem.message));
        }
    }
    if (id && app.person) {
        await app.api("POST", "/session", { room: id, invite }).catch(() => {});
        app.store.update({ invite: { ...(app.store.state.invite || {}), [id]: invite } });
        return void app.go(app.link("room", id));
    }
    if (id) forms.push(form(app, "sign.guest", [field(app, "name", "text", "sign.name", { maxlength: 32, autocomplete: "nickname", autofocus: true })], async ({ name }) => {
        app.store.update({ invite: { ...(app.store.state.invite || {}), [id]: invite } });
        await enter(app, { room: id, invite, name }, app.link("room", id));
    }));
    if (app.me.mode === "accounts") {
        const password = (kind) => field(app, "password", "password", "sign.password", { autocomplete: kind, minlength: 8 });
        const name = () => field(app, "name", "text", "sign.name", { maxlength: 32, autocomplete: "username" });
        forms.push(form(app, "menu.sign", [name(), password("current-password")], (given) => enter(app, given)));
        if (app.me.register !== "off")
            forms.push(form(app, "sign.register", [name(), password("new-password"), app.me.register === "invite" ? field(app, "invitation", "text", "sign.invitation") : null].map((one, i) => {
                for (const input of one ? one.querySelectorAll("input") : []) input.id += "-new";
                for (const label of one ? one.querySelectorAll("label") : []) label.htmlFor += "-new";
                return one && i >= 0 ? one : null;
            }), async (given) => {
                await app.api("POST", "/accounts", given);
                await enter(app, { name: given.name, password: given.password });
            }));
    } else if (!id) forms.push(el("p", {}, app.words("sign.owner")));
    put(place, el("section", { class: "page narrow" }, el("h1", {}, app.words("sign.title")), forms));
    return undefined;
}

export { mount };
