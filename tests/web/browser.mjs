/* What the browser tests share: a server with a store of its own, Chromium, and pages that note every console
 * error and every request elsewhere. KIBITZ is the program; KIBITZ_URL a server that runs already. */

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = path.dirname(fileURLToPath(import.meta.url));
const KIBITZ = process.env.KIBITZ || ["release", "checked"].map((one) => path.resolve(here, "../../build", one, "cli/kibitz")).find(existsSync) || "kibitz";
const pageFolder = path.resolve(here, "../../web/page");

function chromiumPath() {
    const found = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((name) => name && existsSync(name));
    if (!found) {
        console.log("skipped: there is no Chromium");
        process.exit(77);
    }
    return found;
}

/* Starts `kibitz serve`; {url, token URL, stop(), restart()}. */
async function startServer(...options) {
    if (process.env.KIBITZ_URL) return { url: process.env.KIBITZ_URL, enter: process.env.KIBITZ_URL, stop: async () => {} };
    const folder = mkdtempSync(path.join(tmpdir(), "kibitz-web-"));
    const server = { folder };
    const run = (port) => new Promise((done, fail) => {
        const child = spawn(KIBITZ, ["serve", "--port", String(port), "--data", path.join(folder, "serve.db"), "--page", pageFolder, ...options], { stdio: ["ignore", "pipe", "pipe"] });
        server.child = child;
        let text = "";
        const read = (data) => {
            text += data;
            const url = /(http:\/\/[^\s#]+)(#\S+)?\n/.exec(text);
            if (!url) return;
            server.enter = url[2] ? url[0].trim() : null; /* with accounts there is no token */
            server.url = url[1].replace(/\/?$/, "/");
            done();
        };
        child.stdout.on("data", read);
        child.stderr.on("data", read);
        child.on("error", fail);
        child.on("exit", (code) => fail(new Error(`kibitz serve ended with ${code}: ${text}`)));
    });
    const end = () => new Promise((done) => {
        if (server.child.exitCode !== null) return done();
        server.child.removeAllListeners("exit");
        server.child.on("exit", done);
        server.child.kill("SIGTERM");
        return undefined;
    });
    await run(0);
    server.restart = async () => {
        await end();
        await run(new URL(server.url).port);
    };
    server.stop = async () => {
        await end();
        rmSync(folder, { recursive: true, force: true });
    };
    return server;
}

function launchOptions() {
    return { executablePath: chromiumPath(), args: ["--no-sandbox", "--disable-background-networking", "--disable-dev-shm-usage", "--disable-gpu", "--in-process-gpu", "--disable-smooth-scrolling"] };
}

/* A browser; with run.mjs the one of all files, of which close() ends only what this file opened. */
async function startBrowser() {
    return process.env.KIBITZ_BROWSER ? chromium.connect(process.env.KIBITZ_BROWSER) : chromium.launch(launchOptions());
}

/* Every page of a context has the board of its room as window.kibitzBoard, for the tests alone. */
async function reachBoards(context) {
    if (context.reaches) return;
    context.reaches = true;
    await context.addInitScript(() => addEventListener("DOMContentLoaded", async () => {
        const { boardAt } = await import("/board.js");
        Object.defineProperty(window, "kibitzBoard", { get: () => boardAt(document.querySelector(".board-place")) });
    }));
}

/* A page in a browser context; `problems` gathers what must not be there. */
async function openPage(context, server) {
    await reachBoards(context);
    const page = await context.newPage();
    page.problems = [];
    /* A browser notes every answer that is an error; what the interface refuses with a sentence is none of the page. */
    page.on("console", (message) => message.type() === "error" && !/status of 4(09|22|29)/.test(message.text()) && page.problems.push(message.text()));
    page.on("pageerror", (error) => page.problems.push(String(error.stack)));
    page.on("request", (request) => !request.url().startsWith(server.url) && !request.url().startsWith("data:") && !request.url().startsWith("blob:") && page.problems.push(`request to ${request.url()}`));
    page.setDefaultTimeout(30000);
    return page;
}

/* Comes in by the start token (once a server), then by the cookie. */
async function enter(context, server, fragment = "#/") {
    const page = await openPage(context, server);
    if (server.enter && !server.entered) {
        server.entered = true;
        await page.goto(server.enter);
        await page.waitForSelector(".gal .game");
        server.cookies = await context.cookies();
    } else if (server.cookies) await context.addCookies(server.cookies);
    await page.goto(server.url + fragment);
    return page;
}

/* A page that shows little, from which a test asks for what it needs. */
async function enterQuietly(context, server) {
    const page = await enter(context, server, "#/console");
    await page.waitForSelector(".console-out");
    return page;
}

/* Asks the server as the page does. */
async function api(page, method, route, body) {
    return page.evaluate(async ([how, where, what]) => {
        const { api: ask } = await import("/api.js");
        return ask(how, where, what);
    }, [method, route, body]);
}

async function makeRoom(page, game, seats, more = {}) {
    const { room } = await api(page, "POST", "/rooms", { game, players: seats.length, options: {}, seats, look: "link", undo: "free", clock: null, dice: "server", open_analysis: false, react_ms: 15000, handover: false, ...more });
    return room;
}

/* The middle of a cell or thing on the screen. */
async function spot(page, id) {
    const at = await page.evaluate((name) => {
        const board = window.kibitzBoard;
        const found = board.find(name);
        if (!found) return null;
        found.sheet.svg.scrollIntoView({ block: "nearest" });
        return board.to_screen(found.sheet, found.place.x + found.place.w / 2, found.place.y + found.place.h / 2);
    }, id);
    if (!at) throw new Error(`there is no ${id} on the board`);
    return at;
}

async function clickOn(page, id) {
    const at = await spot(page, id);
    await page.mouse.click(at.x, at.y);
}

async function noSideways(page) {
    return page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
}

/* Plays as a person who clicks something that can be clicked, until `enough(page)` is true. */
async function clickAlong(page, random, enough, weights = {}) {
    for (let n = 0; n < 4000; n++) {
        if (await enough(page)) return n;
        const hand = await page.$(".handover button");
        if (hand) {
            await hand.click().catch(() => {});
            continue;
        }
        const reward = await page.$("dialog[open] .reward");
        if (reward) {
            await reward.click().catch(() => {});
            continue;
        }
        if (await page.$(".ghost")) { /* a piece of Project L: somewhere on an open puzzle, turned somehow */
            const cells = await page.evaluate(() => window.kibitzBoard.sheets.flatMap((sheet) => [...sheet.found.keys()]).filter((id) => /^[WB]\d+\.[a-e]\d$/.test(id)));
            await page.focus(".sheets");
            for (let turns = Math.floor(random() * 4); turns > 0; turns--) await page.keyboard.press("r");
            if (cells.length) await clickOn(page, cells[Math.floor(random() * cells.length)]).catch(() => {});
            await page.waitForTimeout(60);
            if (await page.$(".ghost")) await page.keyboard.press("Escape");
            continue;
        }
        const choice = await page.evaluate(([x, weigh]) => {
            const board = window.kibitzBoard;
            if (!board || !board.scene || !board.pick || board.busy || !board.options_now.length) return null;
            const list = board.options_now.filter((one) => one.parts.length === 1);
            const weight = (one) => weigh[one.entry.part] || 1;
            let left = x * list.reduce((sum, one) => sum + weight(one), 0);
            const one = list.find((any) => (left -= weight(any)) <= 0) || list[list.length - 1];
            return one ? { part: one.entry.part, id: one.ids[0] || null } : null;
        }, [random(), weights]);
        if (!choice) {
            await page.waitForTimeout(40);
            continue;
        }
        if (choice.id) await clickOn(page, choice.id).catch(() => {});
        else await page.click(`.bar-pick [data-part="${choice.part}"]`, { timeout: 1000 }).catch(() => {});
    }
    throw new Error("the game does not end");
}

/* Numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed) {
    let x = seed >>> 0;
    return () => {
        x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
        return x / 4294967296;
    };
}

export { api, clickAlong, randomFrom, clickOn, enter, enterQuietly, launchOptions, makeRoom, noSideways, openPage, spot, startBrowser, startServer };
