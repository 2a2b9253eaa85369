/* The parts for study in a browser: analysis, review, rules, both editors, library, console. One server for all. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { api } from "./browser.mjs";
import { checkAccess, checkWidth, clickCell, openSite } from "./site.mjs";

const PGN = `[Event "Coffee house"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
`;

const ALL = Boolean(process.env.WEB_ALL); /* tests/web/all; else what ./test has time for */
const LONG = ALL ? {} : { skip: "with WEB_ALL" };

let site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

/* Waits until a test of the page's own words holds. */
function says(page, selector, words) {
    return page.locator(selector, { hasText: words }).first().waitFor();
}

async function chooseValue(page, label, value) {
    await page.locator("label.field", { hasText: label }).locator("select").first().selectOption(value);
}

async function download(page, link) {
    const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
    const folder = mkdtempSync(path.join(tmpdir(), "kibitz-file-"));
    await file.saveAs(path.join(folder, "file"));
    const text = readFileSync(path.join(folder, "file"), "utf8");
    rmSync(folder, { recursive: true });
    return text;
}

test("analysis: lines come, are walked, included and left out", async () => {
    const page = await site.open("analyse/chess");
    await page.locator(".scene").first().waitFor();
    await clickCell(page, "e2");
    await clickCell(page, "e4");
    await says(page, ".status", "Black to move");
    await page.locator(".search-settings summary").click();
    await chooseValue(page, "Time", "1000");
    await page.locator(".eng .pri").click();
    await page.locator(".found .line .val").nth(2).waitFor();
    assert.equal(await page.locator(".found > li").count(), 3, "as many lines as were asked for");
    await page.locator(".eng .pri", { hasText: "Analyse" }).waitFor();
    assert.ok((await page.locator(".over .arrow").count()) >= 2, "arrows for the lines");
    assert.match(await page.locator(".over .arrow-words").first().textContent(), /^\d+$/);
    assert.match(await page.locator(".seat .pts").first().textContent(), /%/);
    const first = (await page.locator(".found .tok").first().textContent()).trim();
    await page.locator(".found .line").first().locator(".step").nth(1).click();
    await page.locator('.found .step[aria-pressed="true"]').waitFor();
    await page.locator('.found .step[aria-pressed="true"]').click();
    await says(page, ".status", "Black to move");
    await page.locator(".found .line").first().locator(".tools button").nth(1).click();
    await says(page, ".chip-word.no", first);
    await page.locator(".eng .pri").click();
    await page.locator(".found .line .val").nth(1).waitFor();
    await page.locator(".eng .pri", { hasText: "Analyse" }).waitFor();
    assert.ok(!(await page.locator(".found .tok").allTextContents()).includes(first), "what is left out is not searched");
    await page.locator(".found .line").first().locator(".tools button").first().click();
    await page.locator(".chip-word.yes").waitFor();
    await page.keyboard.press("Home");
    await says(page, ".status", "White to move");
    await checkAccess(page);
    await page.close();
});

test("analysis: more than two seats, hidden cards and why", LONG, async () => {
    const page = await site.open("analyse/unicorns");
    await page.locator(".scene").first().waitFor();
    assert.equal(await page.locator(".sharebar rect").count(), await page.locator(".seat-list .seat").count(), "a share for each seat");
    const open = await page.locator(".thing").count();
    await chooseValue(page, "Seen by", "public");
    await page.waitForFunction((n) => document.querySelectorAll(".thing").length !== n || document.querySelector(".back"), open);
    await page.getByRole("button", { name: "What may be hidden?" }).click();
    await page.locator(".belief td.num").first().waitFor();
    await page.close();
    const pig = await site.open("analyse/tictactoe");
    await pig.locator(".scene").first().waitFor();
    await pig.locator(".search-settings summary").click();
    await pig.getByLabel("Why").check();
    await chooseValue(pig, "Time", "1000");
    await pig.locator(".eng .pri").click();
    await pig.locator(".why p").waitFor();
    await pig.close();
});

test("a PGN is imported, read, reviewed and exported", LONG, async () => {
    const page = await site.open("library");
    await page.locator("summary", { hasText: "Take in games" }).click();
    await page.locator(".file-box textarea").fill(PGN);
    await page.getByRole("button", { name: "Take in" }).click();
    const row = page.locator("tbody tr", { hasText: "Ann" });
    await row.waitFor();
    await row.locator("a").first().click();
    await page.locator(".played .event").nth(6).waitFor();
    await page.keyboard.press("Home");
    await says(page, ".status", "White to move");
    await page.keyboard.press("ArrowRight");
    await says(page, ".status", "Black to move");
    assert.match(await download(page, page.locator('a[download="game.pgn"]')), /1\. ?e4 e5/);
    await page.getByRole("button", { name: "Review" }).click();
    await page.locator(".graphs .graph").first().waitFor({ timeout: 60000 });
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowUp");
    await says(page, ".verdict em", "blunder");
    await says(page, ".verdict", "Better was");
    assert.match(await page.locator(".seats tbody").textContent(), /Ann.*%.*Bob.*%/s);
    await checkAccess(page);
    assert.match(await download(page, page.getByRole("link", { name: "Page" })), /^<!doctype html>/);
    assert.match(await download(page, page.getByRole("link", { name: "Record" })), /^game: chess/m);
    assert.match(await download(page, page.getByRole("link", { name: "PGN" })), /\[White "Ann"\]/);

    await chooseValue(page, "Whose", { label: "Bob" });
    await page.getByRole("button", { name: "Begin" }).click();
    await says(page, ".learning", "What is better?");
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".over .arrow, .over .ring").first().waitFor();
    await page.getByRole("button", { name: "Hint" }).click();
    await says(page, ".learning", "It was");
    await clickCell(page, "g7");
    await clickCell(page, "g6");
    await says(page, ".learning", /Yes|as good|gives only/);
    await page.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("button", { name: "Play on from here" }).click();
    await page.waitForURL(/#\/room\//);
    await page.close();
});

test("a rules text is written, broken, mended and played", async () => {
    const page = await site.open("write");
    await says(page, ".verdict-line", "can be played");
    await page.locator("textarea.code").fill('game corners "Corners" {\n  players X O\n  board rect 3 3\n  piece mark\n  turn place mark on emty else draw\n  end { when run(mine, last) >= 3 win }\n}\n');
    await says(page, ".verdict-line", "to mend");
    await page.locator(".problems li").first().waitFor();
    assert.match(await page.locator(".problems b").first().textContent(), /^5:/, "the line is named");
    assert.match(await page.locator(".code.under mark").first().textContent(), /emty/, "the word is marked");
    assert.equal(await page.locator(".numbers .bad-error").first().textContent(), "5\n");
    assert.ok(await page.getByRole("button", { name: "Play it" }).isDisabled());
    await page.locator("textarea.code").fill((await page.locator("textarea.code").inputValue()).replace("emty", "empty"));
    await says(page, ".verdict-line", "Corners can be played");
    await clickCell(page, "b2");
    await page.locator('.sheets [data-id="on.b2"]').waitFor();
    await checkAccess(page);
    await page.getByLabel("Name").fill("corners");
    await page.getByRole("button", { name: "Save" }).click();
    await says(page, ".note", "me/corners");
    assert.match(await download(page, page.getByRole("button", { name: "Download" })), /^game corners/);
    await page.getByRole("button", { name: "Play it" }).click();
    await page.waitForURL(/#\/table\/me/);
    await page.close();
});

test("a rules text is shared by a link that holds it", LONG, async () => {
    const page = await site.open("write");
    await says(page, ".verdict-line", "can be played");
    await site.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const text = await page.locator("textarea.code").inputValue();
    await page.getByRole("button", { name: "Share by link" }).click();
    await says(page, ".note", "Copied");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await site.open(link.split("#/")[1]);
    await says(other, ".verdict-line", "can be played");
    assert.equal(await other.locator("textarea.code").inputValue(), text);
    await other.close();
    await page.close();
});

test("a position is set up by dragging, by keys and as text", async () => {
    const page = await site.open("setup/chess");
    await page.locator(".tray-piece").nth(11).waitFor();
    await page.getByRole("button", { name: "Clear all" }).click();
    await page.locator(".verdict-line.down").waitFor();
    const put = async (piece, cell) => {
        await page.locator(`.tray-piece[aria-label="${piece}"]`).focus();
        await page.keyboard.press("Enter");
        await page.getByLabel("Place").fill(cell);
        await page.getByRole("button", { name: "Put" }).click();
        await page.locator(`.sheets [data-id="on.${cell}"]`).waitFor();
        await page.locator(`.tray-piece[aria-label="${piece}"]`).focus();
        await page.keyboard.press("Enter");
    };
    await put("white king", "e1");
    await put("black king", "e8");
    await says(page, ".verdict-line", "can be played");
    const from = await page.locator('.tray-piece[aria-label="white queen"]').boundingBox();
    const board = await page.locator(".sheets svg").first().boundingBox();
    const king = await page.locator('.sheets [data-id="on.e1"]').boundingBox();
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(board.x + board.width / 2, board.y + board.height / 2, { steps: 5 });
    const cell = king.width / 2 + 2;
    await page.mouse.move(king.x + king.width / 2 - cell * 0, king.y + king.height / 2 - (board.height / 9) * 3, { steps: 5 });
    await page.mouse.up();
    await page.waitForFunction(() => /Q/.test(document.querySelector("textarea").value));
    await chooseValue(page, "To move", { label: "Black" });
    await page.waitForFunction(() => / b /.test(document.querySelector("textarea").value));
    await page.getByRole("button", { name: "What would you do here?" }).click();
    await page.locator(".found .line .val").first().waitFor();
    await page.getByLabel("Position as text").fill("8/8/8/8/8/8/8/8 w - - 0 1");
    await page.getByRole("button", { name: "Show this text" }).click();
    await page.locator(".verdict-line.down").waitFor();
    assert.ok((await page.locator(".verdict-line").textContent()).length > 8, "it says what is wrong");
    await checkAccess(page);
    await page.close();
});

/* Sets up one thing: a place, and what is put there (a button of what is offered, or typed). */
async function putThere(page, place, what, typed) {
    await page.getByLabel("Place").fill(place);
    await page.keyboard.press("Tab");
    if (typed) {
        await page.getByLabel("What", { exact: true }).fill(what);
        await page.keyboard.press("Enter");
    } else await page.locator(".offered button", { hasText: new RegExp(`^${what}$`) }).click();
}

const textHas = (page, pattern) => page.waitForFunction((words) => new RegExp(words).test(document.querySelector("textarea").value), pattern);

test("hands are set up by their places", LONG, async () => {
    const leduc = await site.open("setup/leduc");
    await leduc.locator("#setup-places option").first().waitFor({ state: "attached" });
    /* A click on a hand chooses it; what can be there is offered. */
    const hand = await leduc.locator('.sheets [data-id="p1.hand"]').first().boundingBox();
    await leduc.mouse.click(hand.x + hand.width / 2, hand.y + hand.height / 2);
    await leduc.locator(".offered button", { hasText: "king" }).click();
    await textHas(leduc, "hands=K");
    await putThere(leduc, "p2.hand", "queen");
    await textHas(leduc, "hands=K,Q");
    await checkAccess(leduc);
    await leduc.close();
});

test("points and dice are set up by their places", LONG, async () => {
    const pig = await site.open("setup/pig");
    await pig.locator("#setup-places option[value='p2.points']").waitFor({ state: "attached" });
    await putThere(pig, "p2.points", "40", true);
    await textHas(pig, "40");
    await putThere(pig, "die", "rolls");
    await says(pig, ".chance h3", "What fell?");
    await pig.close();
});

test("supplies, displays and cards are set up by their places", LONG, async () => {
    for (const [game, place, what, typed, pattern] of [["projectl", "p1.pieces", "T", false, ""], ["projectl", "p1.points", "5", true, ""], ["azul", "d1", "2 red", true, "R2"], ["azul", "p2.points", "12", true, "12"], ["unicorns", "p1.hand", "basic-unicorn", false, "P0=[^ ]*basic-unicorn"]]) {
        const page = await site.open(`setup/${game}`);
        await page.locator("#setup-places option").first().waitFor({ state: "attached" });
        await page.waitForFunction(() => document.querySelector("textarea").value);
        const before = await page.locator("textarea").inputValue();
        await putThere(page, place, what, typed);
        await page.waitForFunction((text) => document.querySelector("textarea").value !== text, before);
        if (pattern) await textHas(page, pattern);
        assert.equal(await page.locator(".note.bad").count(), 0, `${game} ${place}`);
        await page.close();
    }
});

test("dice of a real table are typed in", LONG, async () => {
    const page = await site.open("setup/pig");
    await page.locator("#setup-places option").first().waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Play moves" }).click();
    await page.locator(".bar-pick button", { hasText: /roll/i }).first().click();
    await says(page, ".chance h3", "What fell?");
    await page.getByLabel("Outcome").fill("4");
    await page.keyboard.press("Enter");
    await page.locator(".chance h3").waitFor({ state: "detached" });
    await page.close();
});

test("rules: the text, a legend and examples", LONG, async () => {
    const page = await site.open("rules/chess");
    await says(page, ".rules-text h2", "Pieces");
    assert.ok((await page.locator(".legend li").count()) >= 12, "each kind of piece is shown");
    await page.locator(".example").nth(2).waitFor();
    await checkAccess(page);
    await page.close();
    const azul = await site.open("rules/azul");
    await says(azul, ".rules-text h2", "Tiling");
    await says(azul, "h2", "Controls");
    await azul.close();
});

test("library: marked positions, a match and a tuning run", LONG, async () => {
    const page = await site.open("analyse/tictactoe");
    await page.locator(".scene").first().waitFor();
    await page.getByRole("button", { name: "Mark this position" }).click();
    await page.locator("dialog input").fill("the middle first");
    await page.locator("dialog .pri").click();
    await says(page, ".note", "Marked");
    await page.goto(`${site.url}#/library/marks`);
    await says(page, ".marks li", "the middle first");
    await page.locator(".marks .scene").first().waitFor();
    await checkAccess(page);
    await page.goto(`${site.url}#/library/matches`);
    await page.locator(".file-box textarea").fill(readFileSync(new URL("data/small.match", import.meta.url), "utf8"));
    await page.getByRole("button", { name: "Take in" }).click();
    await page.locator(".grid-table tbody tr").nth(1).waitFor();
    await page.locator(".graph").waitFor();
    await page.goto(`${site.url}#/library/tunes`);
    await page.locator(".file-box textarea").fill(readFileSync(new URL("data/small.tsv", import.meta.url), "utf8"));
    await page.getByRole("button", { name: "Take in" }).click();
    await page.locator(".graph").first().waitFor();
    await page.close();
});

test("console: lines of the allow-list, no others", LONG, async () => {
    const page = await site.open("console");
    await page.getByLabel("A line of the protocol").fill("perft 2");
    await page.keyboard.press("Enter");
    await says(page, ".console-out", "400");
    await page.getByLabel("A line of the protocol").fill("load /etc/passwd");
    await page.keyboard.press("Enter");
    await page.locator(".console-out .down").waitFor();
    await page.getByLabel("A line of the protocol").press("ArrowUp");
    assert.equal(await page.getByLabel("A line of the protocol").inputValue(), "load /etc/passwd");
    await checkAccess(page);
    await page.close();
});

test("narrow screens: no sideways scrolling, in light and dark", LONG, async () => {
    const all = ["analyse/chess", "write", "library", "setup/chess", "analyse", "analyse/azul", "rules/projectl", "library/matches", "review", "console"];
    for (const theme of ALL ? ["light", "dark"] : ["light"])
        for (const fragment of ALL ? all : all.slice(0, 3)) {
            const page = await site.open(fragment, { width: 360, height: 740, theme });
            await page.locator(".study h1, .study .scene").first().waitFor();
            await page.waitForTimeout(300);
            await checkWidth(page);
            if (theme === "dark") await checkAccess(page);
            await page.close();
        }
});

test("every game of the catalogue has rules and can be looked at", LONG, async () => {
    const page = await site.open("");
    const { games } = await api(page, "GET", "/games");
    assert.ok(games.length > 20);
    for (const { name } of games) {
        await page.goto(`${site.url}#/rules/${encodeURIComponent(name)}`);
        await page.locator(".rules-text h2").first().waitFor();
        await page.goto(`${site.url}#/analyse/${encodeURIComponent(name)}`);
        await page.locator(".grid3 .scene").first().waitFor();
    }
    await page.close();
});
