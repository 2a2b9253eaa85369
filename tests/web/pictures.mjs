/* A picture of every page, wide and narrow, light and dark, for people to look at:
 *   node tests/web/pictures.mjs FOLDER [WORD...]     only pages whose name has one of the words
 * Files are NAME-SIZE-THEME.png. The server and its store are in a folder of their own. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { api, makeRoom, openPage, randomFrom, startServer } from "./browser.mjs";
import { clickCell, openSite } from "./site.mjs";

const [folder, ...only] = process.argv.slice(2);
if (!folder) {
    console.log("usage: node tests/web/pictures.mjs FOLDER [WORD...]");
    process.exit(2);
}
mkdirSync(folder, { recursive: true });

const SIZES = { wide: { width: 1280, height: 860 }, narrow: { width: 360, height: 740 } };
const TALLEST = 2600; /* of a narrow page, in pixels */
const ANN = { kind: "person", name: "Ann" };
const BOT = { kind: "engine", level: 1 };
const wanted = (name) => !only.length || only.some((word) => name.includes(word));

/* Pictures of a page as it is now. */
async function pictures(page, name) {
    for (const size of Object.keys(SIZES)) {
        await page.setViewportSize(SIZES[size]);
        await page.waitForTimeout(350);
        for (const theme of ["light", "dark"]) {
            await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
            await page.evaluate(() => document.activeElement && !document.querySelector("dialog[open]") && document.activeElement.blur());
            const tall = await page.evaluate(() => document.documentElement.scrollHeight);
            const all = size === "narrow" ? { fullPage: true, clip: { x: 0, y: 0, width: 360, height: Math.min(tall, TALLEST) } } : {};
            await page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`), ...all });
        }
    }
    console.log(name);
}

/* Plays acts of the person until `n` were played. */
async function playSome(page, room, n, seed) {
    const random = randomFrom(seed);
    for (let done = 0, tries = 0; done < n && tries < 400; tries++) {
        const { room: now } = await api(page, "GET", `/rooms/${room.id}`);
        if (now.state !== "playing") return;
        const seat = now.pick_seat;
        if (!seat) {
            await page.waitForTimeout(50);
            continue;
        }
        const { legal } = await api(page, "GET", `/rooms/${room.id}/legal?seat=${seat}`);
        const useful = legal.filter((one) => !/^(pass|recycle|none)/.test(one.token));
        const list = useful.length ? useful : legal;
        await api(page, "POST", `/rooms/${room.id}/act`, { at: now.at, seat, token: list[Math.floor(random() * list.length)].token, key: `k${seed}x${tries}` }).catch(() => {});
        done++;
    }
}

const site = await openSite();
const home = await site.open("");
await home.locator(".game .scene").nth(3).waitFor();

/* A page that cannot be made is named, and the others follow. */
async function attempt(name, make) {
    if (!wanted(name)) return;
    try {
        const page = await make();
        await page.waitForTimeout(300);
        await pictures(page, name);
        await page.close();
    } catch (problem) {
        console.log(`${name}: ${String(problem.message).split("\n")[0]}`);
        process.exitCode = 1;
    }
}

/* A room in the middle of a game. */
function room(name, game, seats, { acts = 0, seed = 1, more = {}, then } = {}) {
    return attempt(name, async () => {
        const made = await makeRoom(home, game, seats, more);
        await playSome(home, made, acts, seed);
        const page = await site.open(`room/${made.id}`);
        await page.locator(".sheets .scene, .handover").first().waitFor();
        await page.waitForFunction(() => document.querySelector(".handover, .end, #invite") || (window.kibitzBoard && window.kibitzBoard.pick), null, { timeout: 8000 }).catch(() => {});
        if (then) await then(page, made);
        return page;
    });
}

/* A page of its own, once something is there. */
function place(name, fragment, there, then) {
    return attempt(name, async () => {
        const page = await site.open(fragment);
        page.setDefaultTimeout(8000);
        await page.locator(there).first().waitFor();
        if (then) await then(page);
        return page;
    });
}

async function lines(page) {
    await page.locator(".eng .pri").click();
    await page.locator(".found .line .val").nth(2).waitFor();
    await page.locator(".eng .pri", { hasText: "Analyse" }).waitFor();
}

await room("room-chess", "chess", [ANN, BOT], { acts: 5, seed: 3, more: { clock: { main_ms: 600000, increment_ms: 5000 } } });
await place("home", "", ".game .scene");
await place("table-azul", "table/azul", "#play");
await place("table-unicorns", "table/unicorns", "#play", (page) => page.locator("#main summary:visible").last().click());
await room("room-azul", "azul", [ANN, BOT], { acts: 7, seed: 5 });
await room("room-azul-four", "azul", [ANN, BOT, BOT, BOT], { acts: 4, seed: 6 });
await room("room-projectl", "projectl", [ANN, BOT], { acts: 14, seed: 8 });
await room("room-unicorns", "unicorns", [ANN, BOT, BOT], { acts: 5, seed: 9, more: { react_ms: 3000 } });
await room("room-unicorns-eight", "unicorns", [ANN, BOT, BOT, BOT, BOT, BOT, BOT, BOT], { acts: 2, seed: 9, more: { react_ms: 2000 } });
await room("room-go", "go", [ANN, BOT], { acts: 12, seed: 2 });
await room("room-hex", "hex", [ANN, BOT], { acts: 9, seed: 2 });
await room("room-chaturaji", "chaturaji", [ANN, BOT, BOT, BOT], { acts: 3, seed: 4 });
await room("room-ludo", "ludo", [ANN, BOT, BOT, BOT], { acts: 4, seed: 4, more: { options: { seats: 4 } } });
await room("room-leduc", "leduc", [ANN, BOT], { acts: 1, seed: 4 });
await room("room-pig", "pig", [ANN, BOT, BOT], { acts: 3, seed: 4 });
await room("room-morris", "morris", [ANN, BOT], { acts: 6, seed: 4 });
await room("room-crazyhouse", "crazyhouse", [ANN, BOT], { acts: 9, seed: 4 });
await room("room-open", "connect4", [ANN, { kind: "open" }]);
await room("room-text", "othello", [ANN, BOT], { acts: 3, seed: 4, then: async (page) => {
    await page.click("[data-more]");
    await page.getByRole("button", { name: "Text" }).click();
} });
await room("room-looked", "connect4", [ANN, BOT], { acts: 3, seed: 1, more: { open_analysis: true }, then: async (page) => {
    await page.click("[data-more]");
    await page.getByRole("button", { name: "Analyse" }).first().click();
    await page.locator(".found .line .val").first().waitFor({ timeout: 8000 }).catch(() => page.locator(".eng .pri").click());
    await page.waitForTimeout(1500);
} });
await room("handover", "azul", [ANN, { kind: "person", name: "Bob" }]);
await room("dialog", "chess", [ANN, BOT], { then: (page) => page.keyboard.press("Escape") });
const MATE = ["f2f3", "e7e5", "g2g4", "d8h4"];
await room("end", "chess", [ANN, BOT], { more: { moves: MATE } });
await room("end-azul", "azul", [ANN, BOT, BOT], { acts: 400, seed: 3, more: { options: { maxrounds: 1 } } });
await place("analysis-chess", "analyse/chess", ".scene", async (page) => {
    for (const [from, to] of [["e2", "e4"], ["e7", "e5"], ["g1", "f3"]]) {
        await clickCell(page, from);
        await clickCell(page, to);
        await page.locator(`.sheets [data-id="on.${to}"]`).waitFor();
    }
    await lines(page);
});
await place("analysis-azul", "analyse/azul", ".scene", lines);
await place("analysis-unicorns", "analyse/unicorns", ".scene", lines);
await place("analysis-projectl", "analyse/projectl", ".scene", lines);
await place("analysis-games", "analyse", ".study");
await place("rules-azul", "rules/azul", ".rules-text h2");
await place("rules-chess", "rules/chess", ".rules-text h2");
await place("rules-unicorns", "rules/unicorns", ".rules-text h2");
await place("editor", "write", ".verdict-line");
await place("editor-broken", "write", ".verdict-line", async (page) => {
    const text = page.locator("textarea.code");
    await text.fill((await text.inputValue()).replace("empty", "emty").replace("win", "wni"));
    await page.locator(".verdict-line.down").waitFor({ timeout: 5000 }).catch(() => {});
});
for (const game of ["chess", "azul", "projectl", "unicorns", "pig", "leduc", "go"]) await place(`setup-${game}`, `setup/${game}`, ".scene");
if (wanted("review") || wanted("library")) {
    await api(home, "POST", "/library", { text: '[Event "Coffee house"]\n[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n', format: "pgn" });
    const { review } = await api(home, "POST", "/reviews", { library: (await api(home, "GET", "/library")).games[0].id, time_ms: 60 });
    for (let n = 0; n < 100 && (await api(home, "GET", `/reviews/${review}`)).state === "running"; n++) await home.waitForTimeout(100);
    await place("review", `review/${review}`, ".graph", (page) => page.keyboard.press("ArrowDown"));
    await place("review-list", "review", ".study");
    await place("library", "library", ".study");
    const { games } = await api(home, "GET", "/library");
    await place("library-game", `library/${games[0].id}`, ".scene");
}
await place("library-matches", "library/matches", ".file-box", async (page) => {
    await page.locator(".file-box textarea").fill(readFileSync(new URL("data/small.match", import.meta.url), "utf8"));
    await page.getByRole("button", { name: "Take in" }).click();
    await page.locator(".graph").waitFor();
});
await place("console", "console", ".study", async (page) => {
    await page.getByLabel("A line of the protocol").fill("perft 2");
    await page.keyboard.press("Enter");
    await page.waitForTimeout(500);
});
await place("settings", "settings", ".settings");
if (wanted("german")) {
    await home.evaluate(() => localStorage.setItem("kibitz-settings", JSON.stringify({ language: "de" })));
    await api(home, "PATCH", "/me", { settings: { language: "de" } });
    await room("german-room", "azul", [ANN, BOT, BOT], { acts: 3, seed: 5 });
    await room("german-projectl", "projectl", [ANN, BOT], { acts: 6, seed: 8 });
    await place("german-home", "", ".game .scene");
    await place("german-table", "table/chess", "#play", (page) => page.locator("#main summary:visible").last().click());
    await place("german-analysis", "analyse/chess", ".scene");
    await place("german-setup", "setup/chess", ".tray-piece");
    await place("german-editor", "write", ".verdict-line");
    await place("german-settings", "settings", ".settings");
}
await site.close();

if (wanted("sign")) { /* a server with accounts, and a guest who comes by a link */
    const site2 = await openSite(await startServer("--accounts", "open"));
    const page = await openPage(site2.context, site2.server);
    await page.goto(site2.url);
    await page.waitForSelector("#sign-name-new");
    await pictures(page, "sign");
    await page.goto(`${site2.url}#/join/abcdefghijkl/word`);
    await page.waitForTimeout(500);
    await pictures(page, "sign-guest");
    await site2.close();
}
