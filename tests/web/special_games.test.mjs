/* Project L, Azul and Unstable Unicorns at one device: what is special for each. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { api, clickAlong, clickOn, enterQuietly, makeRoom, randomFrom, spot, startBrowser, startServer } from "./browser.mjs";

const LONG = process.env.WEB_ALL ? {} : { skip: "with WEB_ALL" };
let server;
let browser;
before(async () => {
    server = await startServer();
    browser = await startBrowser();
});
after(async () => {
    if (browser) await browser.close();
    if (server) await server.stop();
});

const ROWS = ["!W22", "!W31", "!W20", "!W3", "!B6", "!B11", "!B4", "!B14"]; /* the puzzles of Project L that lie there at first */
const ANN = { kind: "person", name: "Ann" };
const BOB = { kind: "person", name: "Bob" };

async function table(game, seats, more = {}, size = { width: 1280, height: 900 }) {
    const context = await browser.newContext({ viewport: size, reducedMotion: "reduce" });
    const page = await enterQuietly(context, server);
    const room = await makeRoom(page, game, seats, more);
    await page.goto(`${server.url}#/room/${room.id}`);
    await page.waitForSelector(".sheets .scene, .handover");
    return { context, page, room };
}

/* All strings of the page's memory. */
async function heapText(page) {
    const session = await page.context().newCDPSession(page);
    const chunks = [];
    session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
    await session.send("HeapProfiler.collectGarbage");
    await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
    await session.detach();
    return JSON.parse(chunks.join("")).strings.map((text) => JSON.stringify(text)).join("\n");
}

const canPick = (page) => page.waitForFunction(() => window.kibitzBoard && window.kibitzBoard.pick && !window.kibitzBoard.busy);
const ply = (page) => page.evaluate(() => window.kibitzBoard.scene.ply);
const later = (page, before) => page.waitForFunction((n) => window.kibitzBoard.scene && window.kibitzBoard.scene.ply > n, before);

test("Project L: take, drag, turn, recycle", async () => {
    const { context, page, room } = await table("projectl", [ANN], { moves: ROWS });
    await canPick(page);
    /* A puzzle is taken by a click, without the verb. */
    const puzzle = "W20";
    let now = await ply(page);
    await page.waitForSelector(`[data-can="${puzzle}"]`);
    await clickOn(page, puzzle);
    await later(page, now);
    await canPick(page);
    assert.ok(await page.evaluate((id) => /^p1/.test(window.kibitzBoard.scene.things.find((thing) => thing.id === id).at), puzzle));

    /* A piece is dragged onto an open square; the shadow shows where it lands. */
    now = await ply(page);
    const from = await spot(page, "p1.O1");
    const open = await page.evaluate((id) => [...window.kibitzBoard.sheets[0].found.keys()].find((name) => name.startsWith(`${id}.`) && /\.[a-e]\d$/.test(name)), puzzle);
    const to = await spot(page, open);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x + 3, to.y + 3, { steps: 5 });
    await page.waitForSelector(".shadow:not(.not)");
    await page.mouse.up();
    await later(page, now);

    /* r turns what is held; Escape drops it. */
    await canPick(page);
    if (await page.evaluate(() => Boolean(window.kibitzBoard.find("p1.I2")))) {
        await clickOn(page, "p1.I2");
        await page.waitForSelector(".ghost");
        const wide = await page.$eval(".ghost", (node) => node.getAttribute("viewBox"));
        await page.focus(".sheets");
        await page.keyboard.press("r");
        assert.notEqual(await page.$eval(".ghost", (node) => node.getAttribute("viewBox")), wide);
        await page.keyboard.press("Escape");
        assert.equal(await page.$(".ghost"), null);
    }

    /* A piece that is exchanged is chosen, not held. */
    if (await page.evaluate(() => Boolean(window.kibitzBoard.find("p1.I2")))) {
        await page.click('.bar-pick [data-part="change"]');
        await page.waitForFunction(() => window.kibitzBoard.chosen[0] === "change");
        if ((await page.evaluate(() => window.kibitzBoard.chosen.length)) === 1) await clickOn(page, "p1.I2");
        await page.waitForFunction(() => window.kibitzBoard.chosen.join() === "change,I2");
        assert.equal(await page.$(".ghost"), null);
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
        await page.waitForFunction(() => !window.kibitzBoard.chosen.length);
        if (await page.$("dialog[open]")) await page.keyboard.press("Escape");
    }

    /* A recycle with an order of its own. */
    const left = await page.evaluate(() => window.kibitzBoard.first.next.some((one) => one.part === "recycle"));
    if (left) {
        await page.click('.bar-pick [data-part="recycle"]');
        await page.click('.bar-pick [data-part="black"]');
        await page.waitForSelector(".order li:nth-child(4)");
        const first = await page.$eval(".order li", (node) => node.dataset.part);
        await page.click(".order li:first-child button:last-child");
        assert.equal(await page.$eval(".order li:nth-child(2)", (node) => node.dataset.part), first);
        now = await ply(page);
        await page.click('[data-part="recycle-all"]');
        await later(page, now);
    }
    await canPick(page);
    assert.ok(room.id);
    assert.deepEqual(page.problems, []);
    await context.close();
});

/* Drags a piece so that its middle is at a point of the board. */
async function drag(page, piece, x, y, keys = "") {
    const from = await spot(page, piece);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 12, from.y - 12, { steps: 3 });
    await page.focus(".sheets");
    for (const key of keys) await page.keyboard.press(key);
    await page.mouse.move(x, y, { steps: 5 });
    await page.waitForSelector(".shadow:not(.not)");
    await page.mouse.up();
}

test("Project L: a turned piece completes a puzzle; a reward that is missing is chosen in a dialog", async () => {
    const moves = [...ROWS, "take:W22", "!W1", "change:O1>I2", "basic", "change:O1>I2", "basic", "change:O1>I2"];
    const { context, page } = await table("projectl", [ANN], { options: { reserve: 4 }, moves });
    await canPick(page);
    const [a, b] = [await spot(page, "W22.c3"), await spot(page, "W22.c4")];
    await drag(page, "p1.I2", (a.x + b.x) / 2, (a.y + b.y) / 2, "r");
    await page.waitForSelector("dialog[open] .reward");
    const now = await ply(page);
    await page.click("dialog[open] .reward");
    await later(page, now);
    assert.equal(await page.$("dialog[open]"), null);
    assert.deepEqual(page.problems, []);
    await context.close();
});

test("Project L: a master gathers placements and sends them together", LONG, async () => {
    const moves = [...ROWS, "take:W31", "!W1", "take:W20", "!W2", "basic"];
    const { context, page } = await table("projectl", [ANN], { moves });
    await canPick(page);
    await page.click('.bar-pick [data-part="master"]');
    await page.waitForFunction(() => window.kibitzBoard.chosen[0] === "master");
    const now = await ply(page);
    for (const [puzzle, cell] of [["W31", "W31.b3"], ["W20", null]]) {
        const id = cell || (await page.evaluate((name) => [...window.kibitzBoard.sheets[0].found.keys()].find((one) => one.startsWith(`${name}.`) && /\.[a-e]\d$/.test(one)), puzzle));
        const at = await spot(page, id);
        const n = await page.evaluate(() => window.kibitzBoard.chosen.length);
        await drag(page, "p1.O1", at.x, at.y);
        await page.waitForFunction((before) => window.kibitzBoard.chosen.length >= before + 4 || window.kibitzBoard.pick === null || !window.kibitzBoard.chosen.length, n);
    }
    assert.equal(await ply(page), now, "nothing is sent before it is confirmed");
    await page.click('.bar-pick [data-part="done"]');
    await later(page, now);
    const placed = await page.evaluate(() => window.kibitzBoard.scene.things.filter((thing) => thing.sprite === "poly" && /^(W31|W20)\.[a-e]\d/.test(thing.at)).length);
    assert.equal(placed, 2);
    assert.deepEqual(page.problems, []);
    await context.close();
});

test("Azul: hand-over in both phases, colours, lines, floor", async () => {
    const { context, page } = await table("azul", [ANN, BOB]);
    for (const name of ["Ann", "Bob", "Ann"]) {
        await page.waitForSelector(".handover");
        assert.match(await page.textContent(".handover h1"), new RegExp(name));
        assert.equal(await page.$(".sheets .scene"), null);
        await page.click(".handover button");
        await canPick(page);
        /* A tile is clicked: display and colour at once. */
        const tile = await page.evaluate(() => window.kibitzBoard.scene.things.find((thing) => /^d\d/.test(thing.at) && thing.part).id);
        await clickOn(page, tile);
        await page.waitForFunction(() => window.kibitzBoard.chosen.length === 2);
        await page.waitForSelector(".bar-pick .hand-tiles");
        const line = await page.evaluate(() => window.kibitzBoard.options_now.find((one) => /line/.test(one.entry.part)).ids[0]);
        const at = await spot(page, line);
        await page.mouse.move(at.x, at.y, { steps: 3 });
        await page.waitForSelector(".ghost.hand-tiles");
        assert.ok(await page.$(".tag.bad"), "the floor says what it costs");
        await page.mouse.click(at.x, at.y);
        await page.waitForFunction(() => document.querySelector(".handover"));
    }
    assert.deepEqual(page.problems, []);
    await context.close();
});

test("Unicorns at one device: nothing hidden while the device is handed over", async () => {
    const { context, page, room } = await table("unicorns", [ANN, BOB, { kind: "engine", level: 1 }]);
    await page.waitForSelector(".handover");
    const text = await page.evaluate(() => document.body.innerHTML);
    assert.doesNotMatch(text, /p\d\.hand\.\d/);
    assert.equal(await page.evaluate(() => Boolean(window.kibitzBoard.scene)), false);
    await page.click(".handover button");
    await canPick(page);
    const hand = await page.evaluate(() => window.kibitzBoard.scene.things.filter((thing) => /hand/.test(thing.at) && thing.face !== "down").length);
    assert.ok(hand >= 5);
    const mine = await page.evaluate(() => window.kibitzBoard.scene.things.filter((thing) => /p1\.hand/.test(thing.at)).map((thing) => thing.label));
    const others = await page.evaluate(() => window.kibitzBoard.scene.things.filter((thing) => !/p1\.hand/.test(thing.at)).map((thing) => thing.label));
    /* A name may be a part of another: the Narwhal in hand, and a Baby Narwhal that all see. */
    const secret = mine.filter((label) => !others.some((other) => other && other.includes(label)));
    /* Something is played: a card that goes somewhere, or nothing. */
    const before = (await api(page, "GET", `/rooms/${room.id}`)).room.ply;
    await page.click('.bar-pick [data-part="pass"]');
    await page.waitForFunction(() => document.querySelector(".handover") || (window.kibitzBoard.pick && window.kibitzBoard.scene.ply > 0), null, { timeout: 20000 });
    await page.waitForSelector(".handover");
    const heap = await heapText(page);
    assert.ok(heap.includes("Hand the device to") && secret.length > 0);
    const page_text = await page.evaluate(() => document.documentElement.outerHTML);
    for (const label of secret) assert.ok(!heap.includes(label) && !page_text.includes(label), `${label} is still in memory`);
    assert.ok((await api(page, "GET", `/rooms/${room.id}`)).room.ply > before);
    assert.deepEqual(page.problems, []);
    await context.close();
});

/* Where things are: the bar beside the board and not over it, tools in one row, nothing below the fold. */
async function checkPlaces(page, name) {
    const at = await page.evaluate(() => {
        const box = (selector) => document.querySelector(selector).getBoundingClientRect().toJSON();
        return { board: box(".sheets .scene"), bar: box(".bar-pick"), tools: box(".tools"), high: document.documentElement.scrollHeight, window: innerHeight };
    });
    assert.ok(at.bar.left >= at.board.right, `${name}: the bar is beside the board`);
    assert.ok(at.tools.height < 50, `${name}: tools are one row, ${at.tools.height} px`);
    assert.ok(at.board.bottom <= at.window && at.high <= at.window + 1, `${name}: all of the board is in sight`);
    assert.ok(at.board.width * at.board.height > 0.24 * 1280 * 860, `${name}: the board is large`);
}

test("at 1280 px the whole board and hand are in sight", LONG, async () => {
    for (const [game, seats] of [["unicorns", [ANN, { kind: "engine", level: 1 }, { kind: "engine", level: 1 }]], ...(process.env.WEB_ALL ? [["chess", [ANN, BOB]], ["azul", [ANN, ...Array(3).fill({ kind: "engine", level: 1 })]], ["projectl", [ANN, { kind: "engine", level: 1 }]]] : [])]) {
        const { context, page } = await table(game, seats, {}, { width: 1280, height: 860 });
        await canPick(page);
        await checkPlaces(page, game);
        const names = await page.$$eval(".seats-now b:not(.pts)", (list) => list.map((one) => one.textContent));
        assert.equal(new Set(names).size, names.length, "seats are told apart");
        await context.close();
    }
});

test("at 360 px what lies beside a board comes below it; long rows are bent", LONG, async () => {
    for (const [game, cell] of [["chaturaji", 40], ["ludo", 40]]) {
        const { context, page } = await table(game, Array(4).fill(0).map((_, k) => ({ kind: "person", name: `P${k + 1}` })), game === "ludo" ? { options: { seats: 4 } } : {}, { width: 360, height: 740 });
        await canPick(page);
        const wide = await page.evaluate(() => Math.abs(window.kibitzBoard.sheets[0].svg.getScreenCTM().a));
        assert.ok(wide >= cell, `${game}: cells of ${wide} px`);
        assert.ok((await page.evaluate(() => document.querySelector(".tools").getBoundingClientRect().height)) < 50);
        await context.close();
    }
});

test("Azul: the wall is filled step by step, with the points; one may stop and go back", LONG, async () => {
    const { context, page } = await table("azul", [ANN, { kind: "engine", level: 1 }]);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await clickAlong(page, randomFrom(4), (one) => one.$(".steps"));
    await page.click('.steps [aria-label="Pause"]');
    const before = await page.textContent(".steps .soft");
    assert.match(before, / of \d+/);
    await page.waitForTimeout(1500); /* what the engine does meanwhile does not end what one looks at */
    assert.equal(await page.textContent(".steps .soft"), before);
    await page.click('.steps [aria-label="One step back"]');
    await page.waitForFunction((words) => words[0] === "1" || document.querySelector(".steps .soft").textContent !== words, before);
    await page.click('.steps [aria-label="Go on"]');
    await page.waitForFunction(() => !document.querySelector(".steps") && window.kibitzBoard.pick);
    assert.deepEqual(page.problems, []);
    await context.close();
});

test("Azul: the grey wall by clicking a column", LONG, async () => {
    const { context, page } = await table("azul", [ANN, { kind: "engine", level: 1 }], { options: { wall: "g" } });
    const tiling = (one) => one.evaluate(() => Boolean(window.kibitzBoard && window.kibitzBoard.pick && window.kibitzBoard.pick.next.every((any) => /\.w\d\d$/.test(any.part))));
    await clickAlong(page, randomFrom(6), tiling);
    const now = await ply(page);
    await clickOn(page, await page.evaluate(() => window.kibitzBoard.pick.next[0].part));
    await later(page, now);
    assert.deepEqual(page.problems, []);
    await context.close();
});
