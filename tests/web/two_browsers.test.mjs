/* Two people in two browsers: an account and a guest by a link. Azul, Project L and Unicorns to their ends. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clickAlong, makeRoom, openPage, randomFrom, startBrowser, startServer } from "./browser.mjs";

const LONG = process.env.WEB_ALL ? {} : { skip: "with WEB_ALL" };
let server;
let browser;
let ann; /* a page with an account */
before(async () => {
    server = await startServer("--accounts", "open");
    browser = await startBrowser();
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", locale: "en-GB" });
    ann = await openPage(context, server);
    await ann.goto(server.url);
    await ann.fill("#sign-name-new", "Ann");
    await ann.fill("#sign-password-new", "correct horse battery");
    await ann.click("form:has(#sign-name-new) button[type=submit]");
    await ann.waitForSelector(".gal .game");
});
after(async () => {
    if (browser) await browser.close();
    if (server) await server.stop();
});

/* A guest who comes by the link of a room and sits down. */
async function guest(room, name) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", locale: "en-GB" });
    const page = await openPage(context, server);
    await page.goto(`${server.url}#/join/${room.id}/${room.invite}`);
    await page.fill("#sign-name", name);
    await page.click("form button[type=submit]");
    await page.click("text=Sit here");
    await page.waitForFunction(() => window.kibitzBoard && window.kibitzBoard.scene);
    return page;
}

async function meet(game, more, guestName = "Bob") {
    const room = await makeRoom(ann, game, [{ kind: "person", name: "Ann" }, { kind: "open" }], { undo: "ask", ...more });
    await ann.goto(`${server.url}#/room/${room.id}`);
    await ann.waitForSelector("#invite");
    return { room, bob: await guest(room, guestName) };
}

const over = (page) => page.evaluate(() => Boolean(window.kibitzBoard && window.kibitzBoard.scene && window.kibitzBoard.scene.now.over));

async function toTheEnd(pages, seed, weights) {
    const random = randomFrom(seed);
    await Promise.all(pages.map((page) => clickAlong(page, random, over, weights)));
    for (const page of pages) await page.waitForSelector(".end");
}

test("chess by two: chat, an undo that is asked for, a draw", async () => {
    const { bob } = await meet("chess");
    await ann.waitForFunction(() => window.kibitzBoard && window.kibitzBoard.pick);
    await ann.evaluate(() => window.kibitzBoard.choose(["e2", "e4"], []));
    await bob.waitForFunction(() => window.kibitzBoard.pick);
    await bob.click("text=Chat");
    await bob.fill(".chatform input", "hello <b>there</b>");
    await bob.click(".chatform button");
    await ann.click("text=Chat");
    await ann.waitForSelector(".chat li:has-text('hello <b>there</b>')");
    await bob.evaluate(() => window.kibitzBoard.choose(["e7", "e5"], []));
    await ann.waitForFunction(() => window.kibitzBoard.pick && window.kibitzBoard.scene.ply === 2);
    await bob.click('[data-do="undo"]');
    await ann.click("text=Agree");
    await bob.waitForFunction(() => window.kibitzBoard.scene.ply === 1 && window.kibitzBoard.pick);
    await bob.evaluate(() => window.kibitzBoard.choose(["c7", "c5"], []));
    await ann.waitForFunction(() => window.kibitzBoard.pick && window.kibitzBoard.scene.ply === 2);
    await ann.click("[data-more]");
    await ann.click('[data-do="draw"]');
    await bob.click("text=Agree");
    await ann.waitForSelector(".end");
    await bob.waitForSelector(".end");
    assert.match(await bob.textContent(".end"), /draw/i);
    assert.deepEqual([...ann.problems, ...bob.problems], []);
    await bob.context().close();
});

test("Azul to the end", LONG, async () => {
    const { bob } = await meet("azul", { options: { maxrounds: 2 } });
    await toTheEnd([ann, bob], 3);
    assert.match(await bob.textContent(".end"), /Ann/);
    assert.deepEqual([...ann.problems, ...bob.problems], []);
    await bob.context().close();
});

test("Unicorns to the end, with reactions", LONG, async () => {
    const { bob } = await meet("unicorns", { react_ms: 3000, options: { max_turns: 12 } });
    await toTheEnd([ann, bob], 5);
    assert.deepEqual([...ann.problems, ...bob.problems], []);
    await bob.context().close();
});

test("Project L to the end", LONG, async () => {
    const { bob } = await meet("projectl", { options: { rounds: 3 } });
    await toTheEnd([ann, bob], 7, { place: 12, take: 6, done: 4, recycle: 0.5 });
    assert.deepEqual([...ann.problems, ...bob.problems], []);
    await bob.context().close();
});
