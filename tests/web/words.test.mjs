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

test("each string is there in both languages, with the same places", () => {
    for (const [key, words] of Object.entries(WORDS)) {
        assert.equal(words.length, 2, key);
        const places = words.map((one) => [...new Set(one.match(/\{\d\}/g) || [])].sort().join(""));
        assert.ok(words[0] && words[1], key);
        assert.equal(places[0], places[1], key);
    }
});

test("no module writes HTML or style attributes", () => {
    for (const name of modules) {
        const text = readFileSync(new URL(name, folder), "utf8");
        assert.ok(!/innerHTML|outerHTML|insertAdjacentHTML|document\.write|setAttribute\("style"|\bstyle: "/.test(text), name);
    }
});
