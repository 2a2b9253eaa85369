/* Home, the table before a game, settings, and all of them without a serious finding of axe. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clickOn, enter, enterQuietly, makeRoom, startBrowser, startServer } from "./browser.mjs";
import { checkAccess, checkWidth } from "./site.mjs";

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

test("three clicks from home to the first action", async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
    const page = await enter(context, server);
    await page.waitForSelector(".gal .game .scene");
    await page.fill("input[type=search]", "tic-tac");
    await page.waitForFunction(() => document.querySelectorAll(".gal:last-of-type .game").length >= 1);
    await page.fill("input[type=search]", "");
    await page.click('.game[data-game="connect4"]');
    await page.click("#play");
    await page.waitForFunction(() => window.kibitzBoard && window.kibitzBoard.pick);
    await clickOn(page, await page.evaluate(() => window.kibitzBoard.options_now[0].ids[0]));
    await page.waitForFunction(() => window.kibitzBoard.scene.ply >= 1);
    assert.deepEqual(page.problems, []);
    await context.close();
});

test("filters, players, seats, options", LONG, async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
    const page = await enter(context, server);
    await page.waitForSelector(".gal .game .scene");
    const all = await page.$$eval(".gal .game[data-game]", (list) => list.length);
    await page.click("text=Cards");
    const cards = await page.$$eval(".gal .game[data-game]", (list) => list.map((one) => one.dataset.game));
    assert.ok(cards.length < all && cards.includes("unicorns"));
    await page.goto(`${server.url}#/table/azul`);
    await page.waitForSelector("#play");
    assert.equal(await page.$$eval(".display.off", (list) => list.length), 4);
    await page.click('[aria-label="One player more"]');
    assert.equal(await page.$$eval(".seatrow", (list) => list.length), 3);
    assert.equal(await page.$$eval(".display.off", (list) => list.length), 2);
    await page.click("text=Options, clocks");
    await page.selectOption("#table-undo", "ask");
    await page.selectOption(".seatrow:nth-child(2) select", "open");
    await page.click("#play");
    await page.waitForSelector("#invite");
    assert.match(await page.inputValue("#invite"), /#\/join\//);
    assert.deepEqual(page.problems, []);
    await context.close();
});

test("settings are kept; the other language", async () => {
    const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, locale: "en-GB" });
    const page = await enter(context, server, "#/settings");
    let late = 1; /* the first request is slow: the second must not overtake it */
    await page.route("**/api/1/me", async (route) => {
        if (route.request().method() === "PATCH" && late-- > 0) await new Promise((done) => setTimeout(done, 100));
        await route.continue();
    });
    await page.selectOption("#set-theme", "dark");
    await page.selectOption("#set-language", "de");
    await page.waitForSelector("text=Einstellungen");
    await page.waitForTimeout(200);
    await page.reload();
    await page.waitForSelector("text=Einstellungen");
    assert.equal(await page.getAttribute("html", "data-theme"), "dark");
    await page.selectOption("#set-language", "en");
    await page.selectOption("#set-theme", "system");
    await page.waitForSelector("h1:has-text('Settings')");
    await page.waitForTimeout(200);
    assert.deepEqual(page.problems, []);
    await context.close();
});

test("a token is made, shown once, listed and revoked", async () => {
    const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, locale: "en-GB" });
    const page = await enter(context, server, "#/settings");
    await page.fill("#tokenname", "my assistant");
    await page.click("text=New token");
    const word = await page.textContent("dialog code");
    assert.match(word, /^[\w-]{40,}$/);
    await page.click("dialog button");
    await page.waitForSelector(".tokens li:has-text('my assistant')");
    assert.equal(await page.locator(`text=${word}`).count(), 0);
    await page.click(".tokens li:has-text('my assistant') button");
    await page.waitForSelector(".tokens li", { state: "detached" });
    assert.deepEqual(page.problems, []);
    await context.close();
});

test("no serious finding, no sideways scrolling, light and dark", async () => {
    for (const colorScheme of process.env.WEB_ALL ? ["light", "dark"] : ["light"]) {
        const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme });
        const page = await enterQuietly(context, server);
        const rooms = [];
        for (const [game, n] of process.env.WEB_ALL ? [["chess", 2], ["azul", 3], ["projectl", 2], ["unicorns", 3]] : [["projectl", 2], ["unicorns", 3]])
            rooms.push(`#/room/${(await makeRoom(page, game, [...Array(n).keys()].map((k) => (k ? { kind: "engine", level: 1 } : { kind: "person", name: "Ann" })))).id}`);
        for (const fragment of ["#/", "#/table/azul", "#/settings", ...rooms]) {
            await page.goto(server.url + fragment);
            await page.waitForSelector(fragment === "#/settings" ? ".settings" : fragment.startsWith("#/table") ? "#play" : "#main .scene");
            await page.waitForTimeout(250);
            await checkAccess(page);
            await checkWidth(page);
        }
        assert.deepEqual(page.problems, []);
        await context.close();
    }
});

test("thirty tabs have one stream", LONG, async () => {
    const context = await browser.newContext({ viewport: { width: 800, height: 600 } });
    const first = await enter(context, server);
    await first.waitForSelector(".gal .game");
    const room = await makeRoom(first, "tictactoe", [{ kind: "person", name: "Ann" }, { kind: "person", name: "Bob" }]);
    let streams = 0;
    context.on("request", (request) => request.url().includes("/api/1/events") && streams++);
    const tabs = [];
    for (let i = 0; i < 30; i++) {
        const tab = await context.newPage();
        await tab.goto(`${server.url}#/room/${room.id}`);
        tabs.push(tab);
    }
    await tabs[29].waitForFunction(() => window.kibitzBoard && window.kibitzBoard.pick);
    await tabs[29].bringToFront();
    await clickOn(tabs[29], await tabs[29].evaluate(() => window.kibitzBoard.options_now[0].ids[0]));
    for (const tab of tabs) await tab.waitForFunction(() => window.kibitzBoard && window.kibitzBoard.scene.ply === 1);
    assert.ok(streams <= 4, `${streams} streams`);
    /* The tab that holds the stream closes: another one takes over. */
    await first.close();
    await tabs[0].close();
    await tabs[28].bringToFront();
    await tabs[28].waitForFunction(() => window.kibitzBoard.pick);
    await clickOn(tabs[28], await tabs[28].evaluate(() => window.kibitzBoard.options_now[0].ids[0]));
    await tabs[5].waitForFunction(() => window.kibitzBoard.scene.ply === 2);
    await context.close();
});
