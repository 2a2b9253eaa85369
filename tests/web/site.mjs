/* A server with an empty store and a browser that is signed in, for tests that look at many pages: see browser.mjs. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { enter, noSideways, startBrowser, startServer } from "./browser.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/* site.open("analyse/chess") gives a page; site.close() ends all and finds what pages wrote to the console. */
async function openSite(given) {
    const server = given || (await startServer());
    const browser = await startBrowser();
    const context = await browser.newContext({ acceptDownloads: true, locale: "en-GB" });
    const pages = [];
    const site = { server, context, url: server.url };
    site.open = async (fragment = "", { width = 1280, height = 860, theme = "light" } = {}) => {
        const page = await enter(context, server, `#/${fragment}`);
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
        pages.push(page);
        return page;
    };
    site.close = async () => {
        await browser.close();
        await server.stop();
        assert.deepEqual(pages.flatMap((page) => page.problems), [], "nothing is wrong in the console");
    };
    return site;
}

/* No serious finding of axe-core. */
async function checkAccess(page) {
    await page.evaluate(AXE);
    const found = await page.evaluate(async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations
        .filter((one) => one.impact === "serious" || one.impact === "critical").map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary.split("\n")[1] || ""}`).join("; ")}`));
    assert.deepEqual(found, [], `axe at ${page.url()}`);
}

async function checkWidth(page) {
    assert.ok(await noSideways(page), `${page.url()} scrolls sideways`);
}

/* Clicks a cell of the board by its name, once it can be picked. */
async function clickCell(page, id) {
    const can = page.locator(`.sheets [data-can="${id}"]`).first();
    let box = null;
    while (!box) { // none where it is drawn anew in between
        await can.waitFor();
        box = await can.boundingBox();
    }
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

export { checkAccess, checkWidth, clickCell, openSite };
