/* Whole games at a table: by mouse, by drag, by keyboard alone, by finger; reload in the middle. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clickOn, enter, enterQuietly, makeRoom, noSideways, spot, startBrowser, startServer } from "./browser.mjs";

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

const LONG = process.env.WEB_ALL ? {} : { skip: "with WEB_ALL" };
const ANN = { kind: "person", name: "Ann" };
const BOB = { kind: "person", name: "Bob" };

async function table(context, game, seats, more) {
    const page = await enterQuietly(context, server);
    const room = await makeRoom(page, game, seats, more);
    await page.goto(`${server.url}#/room/${room.id}`);
    await page.waitForSelector(".sheets .scene");
    return { page, room };
}

/* Waits until the status line says something. */
async function says(page, words) {
    await page.waitForFunction((text) => new RegExp(text, "i").test(document.querySelector(".status").textContent), words);
}

test("a game of chess by mouse and by drag", async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
    const { page } = await table(context, "chess", [ANN, BOB]);
    await says(page, "white to move");
    for (const [from, to] of [["f2", "f3"], ["e7", "e5"]]) {
        await clickOn(page, from);
        await page.waitForSelector(`[data-can="${to}"]`);
        await clickOn(page, to);
        await page.waitForFunction((id) => window.kibitzBoard.scene.things.some((thing) => thing.at === id), to);
    }
    const from = await spot(page, "g2");
    const to = await spot(page, "g4");
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y - 30);
    await page.waitForSelector(".ghost");
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await says(page, "black to move");
    /* What cannot be picked says why. */
    await page.waitForFunction(() => window.kibitzBoard.pick);
    await clickOn(page, "a8");
    await page.waitForFunction(() => document.querySelector(".refusal").textContent.length > 5);
    await clickOn(page, "d8");
    await page.waitForSelector('[data-can="h4"]');
    await clickOn(page, "h4");
    await page.waitForSelector(".end");
    assert.match(await page.textContent(".end"), /wins/);
    assert.deepEqual(page.problems, []);
    await context.close();
});

test("places between squares are thin, and can be clicked", async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
    const { page } = await table(context, "quoridor", [ANN, BOB], { options: { size: "5" } });
    const has = (...ids) => page.waitForFunction((all) => all.every((id) => window.kibitzBoard.scene.things.some((thing) => thing.at === id)), ids);
    await page.waitForSelector('[data-can="b2n"]');
    await clickOn(page, "b2n");
    await has("b2n", "b2ne", "c2n");
    await says(page, "north to move");
    await page.waitForSelector('[data-can="c5"]');
    await clickOn(page, "c5");
    await page.waitForSelector('[data-can="c4"]');
    await clickOn(page, "c4");
    await has("c4");
    const [square, edge] = await page.evaluate(() => ["c4", "c4e"].map((id) => window.kibitzBoard.find(id).place));
    assert.ok(edge.w < square.w / 3 && edge.h === square.h && edge.x >= square.x + square.w - 0.01);
    await context.close();
});

test("a game by keyboard alone, typed and with the cursor", async () => {
    const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
    const { page } = await table(context, "tictactoe", [ANN, BOB]);
    await page.waitForFunction(() => window.kibitzBoard && window.kibitzBoard.pick);
    await page.focus(".sheets");
    await page.keyboard.press("ArrowRight");
    assert.ok(await page.$(".cursor"));
    const names = await page.evaluate(() => window.kibitzBoard.pick.next.map((one) => one.part));
    for (const cell of [names[0], names[3], names[1], names[4]]) {
        const ply = await page.evaluate(() => window.kibitzBoard.scene.ply);
        await page.keyboard.press("Escape").catch(() => {});
        if (await page.$("dialog[open]")) await page.keyboard.press("Escape");
        await page.focus(".sheets");
        for (let i = 0; i < 12; i++) {
            if (await page.evaluate((id) => window.kibitzBoard.cursor.at() === id, cell)) break;
            await page.keyboard.press("n");
        }
        await page.keyboard.press("Enter");
        await page.waitForFunction((n) => window.kibitzBoard.scene && window.kibitzBoard.scene.ply > n, ply);
    }
    await page.focus(".sheets");
    await page.waitForFunction(() => window.kibitzBoard.pick);
    await page.keyboard.type(names[2]);
    assert.equal(await page.inputValue("#typed"), names[2]);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".end");
    assert.deepEqual(page.problems, []);
    await context.close();
});

test("by finger at 360 px, with the magnifier on a large board; a reload in the middle", async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const { page } = await table(context, "chess", [ANN, BOB]);
    await page.waitForFunction(() => window.kibitzBoard && window.kibitzBoard.pick);
    const cell = await page.evaluate(() => {
        const [sheet] = window.kibitzBoard.sheets;
        return Math.abs(sheet.svg.getScreenCTM().a);
    });
    assert.ok(cell >= 44, `cells of ${cell} px`);
    for (const id of ["e2", "e4"]) {
        const at = await spot(page, id);
        await page.touchscreen.tap(at.x, at.y);
        if (id === "e2") await page.waitForSelector('[data-can="e4"]');
    }
    await says(page, "black to move");
    await page.reload();
    await page.waitForSelector(".sheets .scene");
    await says(page, "black to move");
    assert.ok(await noSideways(page));
    assert.deepEqual(page.problems, []);

    const other = await table(context, "go", [ANN, BOB], { options: { size: 19 } });
    await other.page.waitForFunction(() => window.kibitzBoard && window.kibitzBoard.pick);
    const at = await spot(other.page, "d4");
    await other.page.touchscreen.tap(at.x, at.y);
    await other.page.waitForFunction(() => window.kibitzBoard.held === "d4");
    assert.equal(await other.page.evaluate(() => window.kibitzBoard.scene.ply), 0);
    await other.page.touchscreen.tap(at.x, at.y);
    await other.page.waitForFunction(() => window.kibitzBoard.scene.ply === 1);
    assert.deepEqual(other.page.problems, []);
    await context.close();
});

test("against an engine; undo; the log goes to a ply; Escape asks", async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
    const { page } = await table(context, "connect4", [ANN, { kind: "engine", level: 1 }]);
    await page.waitForFunction(() => window.kibitzBoard && window.kibitzBoard.pick);
    const first = await page.evaluate(() => window.kibitzBoard.options_now[0].ids[0]);
    await clickOn(page, first);
    await page.waitForFunction(() => window.kibitzBoard.scene.ply >= 2 && window.kibitzBoard.pick);
    await page.click('.log .event[data-ply="1"]');
    await page.waitForFunction(() => /1/.test(document.querySelector(".status").textContent) && window.kibitzBoard.scene.ply === 1);
    await page.click('[aria-label="To the present"]');
    await page.waitForFunction(() => window.kibitzBoard.pick);
    await page.click('[data-do="undo"]');
    await page.waitForFunction(() => window.kibitzBoard.scene.ply < 2);
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog[open]");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("dialog[open]"));
    assert.deepEqual(page.problems, []);
    await context.close();
});

test("standing up opens the seat again", LONG, async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: "en-GB" });
    const { page } = await table(context, "tictactoe", [ANN, BOB]);
    await page.click("[data-more]");
    await page.click('[data-do="stand"]');
    await page.click("dialog[open] button:has-text('Bob')");
    await page.waitForSelector("text=Put an engine here");
    await page.click("text=Put an engine here");
    await says(page, "to move");
    assert.deepEqual(page.problems, []);
    await context.close();
});

test("at the end: files, a page, playing on from an earlier ply", LONG, async (t) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: "en-GB" });
    const { page, room } = await table(context, "chess", [ANN, BOB], { moves: ["f2f3", "e7e5", "g2g4", "d8h4"] });
    await page.waitForSelector(".end .files");
    const fetched = (format) => page.evaluate(async (href) => (await fetch(href)).text(), `/api/1/rooms/${room.id}/record?format=${format}`);
    assert.match(await fetched("record"), /^game: chess/m);
    assert.match(await fetched("pgn"), /Qh4#/);
    assert.deepEqual(page.problems, []);
    if (!(room.can || []).includes("play_on")) {
        await context.close();
        return t.skip("this server has no playing on");
    }
    assert.match(await page.getAttribute(".end .files a", "href"), /format=page/);
    assert.match(await fetched("page"), /<!doctype html/i);
    await page.click('[aria-label="One step back"], [aria-label="Back"]').catch(() => {});
    await page.click(".end >> text=Play on from here");
    await page.waitForFunction((id) => !location.hash.includes(id) && window.kibitzBoard && window.kibitzBoard.scene, room.id);
    await page.waitForFunction(() => window.kibitzBoard.scene.ply >= 3);
    assert.deepEqual(page.problems, []);
    await context.close();
    return undefined;
});

test("what an engine expects is shown while it thinks, and can be hidden", LONG, async (t) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: "en-GB" });
    const page = await enterQuietly(context, server);
    if (!("engine_values" in (await makeRoom(page, "chess", [ANN, BOB])))) {
        await context.close();
        return t.skip("this server does not tell");
    }
    const room = await makeRoom(page, "chess", [{ kind: "engine", level: 10 }, ANN], { engine_values: true });
    await page.goto(`${server.url}#/room/${room.id}`);
    await page.waitForFunction(() => /%/.test((document.querySelector(".thinks") || {}).textContent || ""));
    await page.click("[data-more]");
    await page.click("text=What engines expect");
    assert.equal(await page.textContent(".thinks").catch(() => ""), "");
    assert.deepEqual(page.problems, []);
    await context.close();
    return undefined;
});

test("a browser without Web Locks and BroadcastChannel asks again and again", LONG, async () => {
    const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, locale: "en-GB" });
    await context.addInitScript(() => {
        delete globalThis.BroadcastChannel;
        Object.defineProperty(Navigator.prototype, "locks", { get: () => undefined });
    });
    let streams = 0;
    context.on("request", (request) => request.url().includes("/api/1/events") && streams++);
    const { page } = await table(context, "tictactoe", [ANN, BOB]);
    const other = await enter(context, server, page.url().slice(server.url.length));
    for (const one of [page, other]) await one.waitForFunction(() => window.kibitzBoard && window.kibitzBoard.pick);
    for (const [mine, seen, ply] of [[page, other, 1], [other, page, 2]]) {
        await mine.bringToFront();
        await clickOn(mine, await mine.evaluate(() => window.kibitzBoard.options_now[0].ids[0]));
        await seen.waitForFunction((n) => window.kibitzBoard.scene.ply === n && window.kibitzBoard.pick, ply);
    }
    await other.click("text=Chat");
    await other.fill(".chatform input", "no stream here");
    await other.click(".chatform button");
    await page.waitForSelector(".chat li:has-text('no stream here')", { state: "attached" });
    assert.equal(streams, 0);
    assert.deepEqual([...page.problems, ...other.problems], []);
    await context.close();
});

test("the server restarts in the middle", LONG, async () => {
    if (!server.restart) return;
    const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
    const { page } = await table(context, "tictactoe", [ANN, BOB]);
    await page.waitForFunction(() => window.kibitzBoard && window.kibitzBoard.pick);
    await clickOn(page, await page.evaluate(() => window.kibitzBoard.options_now[0].ids[0]));
    await page.waitForFunction(() => window.kibitzBoard.scene.ply === 1 && window.kibitzBoard.pick);
    await server.restart();
    await page.waitForFunction(() => document.querySelector(".offline").hidden);
    /* The same page goes on, and so does what comes by the stream. */
    await clickOn(page, await page.evaluate(() => window.kibitzBoard.options_now[0].ids[0]));
    await page.waitForFunction(() => window.kibitzBoard.scene.ply === 2 && window.kibitzBoard.pick);
    const other = await enter(context, server, page.url().slice(server.url.length));
    await other.waitForFunction(() => window.kibitzBoard && window.kibitzBoard.pick);
    await clickOn(other, await other.evaluate(() => window.kibitzBoard.options_now[0].ids[0]));
    await page.waitForFunction(() => window.kibitzBoard.scene.ply === 3);
    const real = page.problems.filter((words) => !/ERR_(CONNECTION|INCOMPLETE|EMPTY)|status of 503/.test(words));
    assert.deepEqual(real, []);
    await context.close();
});
