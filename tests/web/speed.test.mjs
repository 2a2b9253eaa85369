/* How quick the page is, in Chromium's own numbers: when the first board is there, frames while a piece is dragged
 * (printed; no test depends on the speed of a machine), and that nothing moves when lines of an analysis come in. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { enter, enterQuietly, makeRoom, spot, startBrowser, startServer } from "./browser.mjs";

const LONG = process.env.WEB_ALL ? {} : { skip: "with WEB_ALL" };
const SIZE = { viewport: { width: 1280, height: 860 }, locale: "en-GB" };
const ANN = { kind: "person", name: "Ann" };
const BOT = { kind: "engine", level: 1 };
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

/* Notes when the first board is drawn, and what moved without a person's doing. */
function watch() {
    window.moved = [];
    const source = (one) => (one.node ? `${one.node.nodeName || ""}.${(one.node.className && one.node.className.baseVal) || one.node.className || ""}` : "?");
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) if (!one.hadRecentInput) window.moved.push({ value: one.value, at: Math.round(one.startTime), what: one.sources.map(source) });
    }).observe({ type: "layout-shift", buffered: true });
    new MutationObserver((_, me) => {
        if (!document.querySelector(".sheets .scene")) return;
        window.firstBoard = performance.now();
        me.disconnect();
    }).observe(document, { childList: true, subtree: true });
}

async function room(game, seats, more) {
    const context = await browser.newContext(SIZE);
    const page = await enterQuietly(context, server);
    const made = await makeRoom(page, game, seats, more);
    await context.close();
    const other = await browser.newContext(SIZE); /* nothing is cached there */
    await other.addInitScript(watch);
    const second = await enter(other, server, `#/room/${made.id}`);
    await second.waitForFunction(() => window.firstBoard);
    return { context: other, page: second };
}

test("the first board comes soon after the first byte", LONG, async (t) => {
    for (const [game, seats] of [["chess", [ANN, BOT]], ["azul", [ANN, BOT]], ["unicorns", [ANN, BOT, BOT]]]) {
        const { context, page } = await room(game, seats);
        const [ms, files, bytes] = await page.evaluate(() => {
            const [load] = performance.getEntriesByType("navigation");
            const all = performance.getEntriesByType("resource");
            return [window.firstBoard - load.responseStart, all.length, all.reduce((sum, one) => sum + one.transferSize, load.transferSize)];
        });
        t.diagnostic(`${game}: first board ${Math.round(ms)} ms after the first byte, ${files} requests, ${bytes} bytes`);
        assert.deepEqual(page.problems, []);
        await context.close();
    }
});

test("frames while a piece is dragged", LONG, async (t) => {
    const { context, page } = await room("chess", [ANN, ANN]);
    await page.waitForFunction(() => window.kibitzBoard && window.kibitzBoard.pick);
    const from = await spot(page, "e2");
    const to = await spot(page, "e5");
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y - 12);
    await page.waitForSelector(".ghost");
    await page.evaluate(() => {
        window.frames_ms = [];
        let last = performance.now();
        const next = (now) => {
            window.frames_ms.push(now - last);
            last = now;
            window.framing = requestAnimationFrame(next);
        };
        window.framing = requestAnimationFrame(next);
    });
    for (let lap = 0; lap < 3; lap++) {
        await page.mouse.move(to.x + 40 * lap, to.y, { steps: 30 });
        await page.mouse.move(from.x, from.y - 20, { steps: 30 });
    }
    const frames = await page.evaluate(() => {
        cancelAnimationFrame(window.framing);
        return window.frames_ms.slice(1);
    });
    await page.mouse.up();
    assert.ok(frames.length > 10);
    t.diagnostic(`${frames.length} frames, longest ${Math.max(...frames).toFixed(1)} ms, ${frames.filter((ms) => ms > 20).length} over 20 ms`);
    assert.deepEqual(page.problems, []);
    await context.close();
});

/* Waits until some lines came in after a click no longer counts as one's own doing. */
async function linesCome(page, before) {
    await page.waitForFunction((n) => document.querySelectorAll(".found .line .val").length >= 3 && performance.now() > n, before + 900);
}

test("nothing moves when lines of an analysis come in", LONG, async () => {
    const context = await browser.newContext(SIZE);
    await context.addInitScript(watch);
    for (const game of process.env.WEB_ALL ? ["chess", "azul"] : ["azul"]) { /* sentences take more room */
        const page = await enter(context, server, `#/analyse/${game}`);
        await page.waitForFunction(() => window.firstBoard && document.querySelector(".eng .pri"));
        await page.waitForTimeout(300);
        const before = await page.evaluate(() => {
            window.moved.length = 0;
            document.querySelector(".eng .pri").click();
            return performance.now();
        });
        await linesCome(page, before);
        assert.deepEqual(await page.evaluate(() => window.moved), [], game);
        assert.deepEqual(page.problems, []);
        await page.close();
    }
    await context.close();
});

test("nothing moves when lines come in beside a table", LONG, async () => {
    const { context, page } = await room("connect4", [ANN, ANN], { open_analysis: true });
    await page.waitForFunction(() => window.kibitzBoard && window.kibitzBoard.pick);
    await page.click("[data-more]");
    await page.click("button:has-text('Analyse')");
    await page.waitForSelector(".eng .pri");
    await page.waitForTimeout(700);
    const before = await page.evaluate(() => {
        window.moved.length = 0;
        const power = document.querySelector(".eng .pri");
        if (/Analyse/.test(power.textContent)) power.click();
        return performance.now();
    });
    await linesCome(page, before);
    assert.deepEqual(await page.evaluate(() => window.moved), []);
    assert.deepEqual(page.problems, []);
    await context.close();
});
