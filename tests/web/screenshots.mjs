/* Makes the pictures of README.md: node tests/web/screenshots.mjs [FOLDER] (docs/pictures unless given). */
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { clickCell, openSite } from "./site.mjs";

const folder = process.argv[2] || fileURLToPath(new URL("../../docs/pictures", import.meta.url));
const SIZE = { width: 900, height: 560 };
const WIDE = { width: 1120, height: 600 };
mkdirSync(folder, { recursive: true });

async function picture(page, name) {
    await page.evaluate(() => document.activeElement && document.activeElement.blur());
    const path = join(folder, `${name}.png`);
    await page.screenshot({ path });
    console.log(path, `${Math.round(statSync(path).size / 1024)} KiB`);
    await page.close();
}

const site = await openSite();

const home = await site.open("", SIZE);
await home.locator(".game .scene").nth(7).waitFor();
await picture(home, "home");

const analysis = await site.open("analyse/chess", WIDE);
for (const [from, to] of [["e2", "e4"], ["e7", "e5"], ["g1", "f3"], ["b8", "c6"]]) {
    await clickCell(analysis, from);
    await clickCell(analysis, to);
    await analysis.locator(`.sheets [data-id="on.${to}"]`).waitFor();
}
await analysis.locator(".eng .pri").click();
await analysis.locator(".found .line .val").nth(2).waitFor();
await analysis.locator(".eng .pri", { hasText: "Analyse" }).waitFor();
await picture(analysis, "analysis");

const azul = await site.open("analyse/azul", { ...WIDE, theme: "dark" });
await azul.locator(".scene").first().waitFor();
await azul.locator(".eng .pri").click();
await azul.locator(".found .line .val").nth(2).waitFor();
await azul.locator(".eng .pri", { hasText: "Analyse" }).waitFor();
await picture(azul, "azul-dark");

await site.close();
