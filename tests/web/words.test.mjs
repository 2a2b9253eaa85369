/* Every string that a module asks for is there, in both languages, with the same places to fill in. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { WORDS } from "../../web/page/words.js";

const folder = new URL("../../web/page/", import.meta.url);
const modules = readdirSync(folder).filter((name) => name.endsWith(".js"));

test("each string that is asked for exists", () => {
    for (const name of modules) {
        const text = readFileSync(new URL(name, folder), "utf8");
        for (const [, key] of text.matchAll(/\bwords\("([^"]+)"/g)) assert.ok(WORDS[key], `${name} asks for ${key}`);
    }
});

const scripts = modules.filter((name) => !name.startsWith("words")).map((name) => readFileSync(new URL(name, folder), "utf8")).join("\n");

test("each string is asked for, by its name or by the beginning of it", () => {
    const begins = [...scripts.matchAll(/`([a-z]+[.\w-]*)\$\{/g)].map((match) => match[1]);
    for (const key of Object.keys(WORDS)) assert.ok(scripts.includes(`"${key}"`) || begins.some((one) => key.startsWith(one)), `nobody asks for ${key}`);
});

test("what is said twice has one name", () => {
    const twice = new Set(["home.player", "kind.kit", "room.rules", "set.board"]); /* other things that are called the same */
    const names = new Map();
    for (const [key, words] of Object.entries(WORDS)) {
        const said = words.join("|");
        assert.ok(!names.has(said) || twice.has(key), `${key} says what ${names.get(said)} says`);
        if (!names.has(said)) names.set(said, key);
    }
});

test("each class of the style sheets is in a script or a page", () => {
    const pages = ["index.html", "review.html"].map((name) => readFileSync(new URL(name, folder), "utf8")).join("\n");
    const words = new Set((scripts + pages).match(/[\w-]+/g));
    const made = /^(q-|sh-|sp-|mark-|arrow-|part-|is-|bad-|fault-|line\d)/; /* put together from a prefix and a name */
    for (const name of readdirSync(folder).filter((one) => one.endsWith(".css"))) {
        const rules = readFileSync(new URL(name, folder), "utf8").replace(/\/\*[^]*?\*\//g, "").replace(/\{[^{}]*\}/g, "{}");
        for (const [, one] of rules.matchAll(/\.([a-zA-Z][\w-]*)/g)) assert.ok(made.test(one) || words.has(one), `${name}: .${one} is nowhere`);
    }
});

test("each string is there in both languages, with the same places", () => {
    for (const [key, words] of Object.entries(WORDS)) {
        assert.equal(words.length, 2, key);
        const places = words.map((one) => [...new Set(one.match(/\{\d\}/g) || [])].sort().join(""));
        assert.ok(words[0] && words[1], key);
        assert.equal(places[0], places[1], key);
    }
});

test("what every page needs is named in the frame, so that it comes at once", () => {
    const needs = new Set();
    const follow = (name) => {
        if (needs.has(name)) return;
        needs.add(name);
        for (const [, next] of readFileSync(new URL(name, folder), "utf8").matchAll(/^import .* from "\.\/([\w.]+)";$/gm)) follow(next);
    };
    follow("app.js");
    follow("board.js");
    needs.delete("app.js");
    const named = [...readFileSync(new URL("index.html", folder), "utf8").matchAll(/rel="modulepreload" href="([\w.]+)"/g)].map((match) => match[1]);
    assert.deepEqual(named.sort(), [...needs].sort());
});

test("no module writes HTML or style attributes", () => {
    for (const name of modules) {
        const text = readFileSync(new URL(name, folder), "utf8");
        assert.ok(!/innerHTML|outerHTML|insertAdjacentHTML|document\.write|setAttribute\("style"|\bstyle: "/.test(text), name);
    }
});
