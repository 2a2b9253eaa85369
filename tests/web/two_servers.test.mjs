/* Two servers on one PostgreSQL database, a browser at each, one game between them. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { api, makeRoom, openPage, startBrowser, startServer } from "./browser.mjs";

const script = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../support/postgres");
const folder = mkdtempSync(path.join(tmpdir(), "kibitz-pg-"));
const postgres = (verb, ...more) => spawnSync("sh", [script, verb, folder, ...more], { encoding: "utf8" });
const servers = [];
let missing = "";
let browser;

before(async () => {
    chmodSync(folder, 0o755);
    const started = postgres("start", "fsync=off");
    if (started.status === 77 && !process.env.CI) {
        missing = started.stdout.trim();
        return;
    }
    assert.equal(started.status, 0, started.stdout + started.stderr);
    const store = started.stdout.trim();
    for (let i = 0; i < 2; i++) servers.push(await startServer("--accounts", "open", "--store", store));
    browser = await startBrowser();
});

after(async () => {
    if (browser) await browser.close();
    for (const server of servers) await server.stop();
    postgres("remove");
});

async function visit(server, fragment = "") {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", locale: "en-GB" });
    const page = await openPage(context, server);
    await page.goto(server.url + fragment);
    return page;
}

const choose = async (page, parts, ply) => {
    await page.waitForFunction((n) => window.kibitzBoard && window.kibitzBoard.pick && window.kibitzBoard.scene.ply === n, ply);
    await page.evaluate((list) => window.kibitzBoard.choose(list, []), parts);
};

test("a game between two servers", async (t) => {
    if (missing) {
        t.skip(missing);
        return;
    }
    const ann = await visit(servers[0]);
    await ann.fill("#sign-name-new", "Ann");
    await ann.fill("#sign-password-new", "correct horse battery");
    await ann.click("form:has(#sign-name-new) button[type=submit]");
    await ann.waitForSelector(".gal .game");
    const room = await makeRoom(ann, "chess", [{ kind: "person", name: "Ann" }, { kind: "open" }], { undo: "ask" });
    await ann.goto(`${servers[0].url}#/room/${room.id}`);
    await ann.waitForSelector("#invite");

    const bob = await visit(servers[1], `#/join/${room.id}/${room.invite}`);
    await bob.fill("#sign-name", "Bob");
    await bob.click("form button[type=submit]");
    await bob.click("text=Sit here");

    await choose(ann, ["e2", "e4"], 0);
    await choose(bob, ["e7", "e5"], 1);
    await bob.click("text=Chat");
    await bob.fill(".chatform input", "hello from afar");
    await bob.click(".chatform button");
    await ann.click("text=Chat");
    await ann.waitForSelector(".chat li:has-text('hello from afar')");
    await choose(ann, ["f1", "c4"], 2);
    await choose(bob, ["b8", "c6"], 3);
    await choose(ann, ["d1", "h5"], 4);
    await bob.waitForFunction(() => window.kibitzBoard.pick && window.kibitzBoard.scene.ply === 5);

    /* The server of one browser ends and comes back: its page goes on by itself. */
    await servers[1].restart();
    await bob.waitForFunction(() => window.kibitzBoard.pick && window.kibitzBoard.scene.ply === 5);
    await choose(bob, ["g8", "f6"], 5);
    await choose(ann, ["h5", "f7"], 6);
    for (const page of [ann, bob]) {
        await page.waitForSelector(".end");
        assert.match(await page.textContent(".end"), /Ann/);
    }
    const log = async (page) => (await api(page, "GET", `/rooms/${room.id}/log`)).log;
    const [one, other] = [await log(ann), await log(bob)];
    assert.ok(one.length >= 7);
    assert.deepEqual(one, other);
    assert.deepEqual(ann.problems, []);
    assert.deepEqual(bob.problems.filter((said) => !/ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY/.test(said)), []);
});
