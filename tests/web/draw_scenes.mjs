/* Draws every scene of tests/web/scenes with the modules of web/page, without a browser, and checks that
 * nothing is lost: each thing is drawn once, with its words, in a picture of finite size.
 * node draw_scenes.mjs PAGE-FOLDER SCENE-FOLDER [PICTURE-FOLDER [WIDTH [light|dark]]] */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";

const [, , page, folder, gallery, width = "1000", theme = "light"] = process.argv;
const names = ["tree", "sprites", "grid", "scene", "graph"];
const joined = names.map((name) => readFileSync(`${page}/${name}.js`, "utf8").replace(/^(import|export) .*\n/gm, "")).join("");
const parts = new Function(`${joined}; return { treeText, spriteColour, spriteSize, spriteTree, sceneColours, sceneTree, graphTree };`)();
let bad = 0;

function check(ok, words) {
    if (ok) return;
    bad++;
    console.log(words);
}

function checkDrawing(name, scene, svg) {
    check(!/NaN|undefined|Infinity|\[object/.test(svg), `${name}: a number is none: ${(/.{60}(NaN|undefined|Infinity|\[object).{20}/.exec(svg) || [""])[0]}`);
    check(!/ style=/.test(svg), `${name}: a style attribute`);
    for (const thing of scene.things) {
        const found = svg.split(` data-id="${thing.id}"`).length - 1;
        check(found === 1, `${name}: ${thing.id} is drawn ${found} times`);
    }
    for (const thing of scene.things)
        check(svg.includes(`<title>${parts.treeText(thing.label)}`), `${name}: ${thing.id} has no words`);
    for (const area of scene.areas) check(svg.includes(` data-id="${area.id}"`), `${name}: no area ${area.id}`);
}

let shown = 0;
const css = ["tokens.css", "scene.css", "review.css"].map((one) => readFileSync(`${page}/${one}`, "utf8")).join("");
for (const file of readdirSync(folder).filter((one) => one.endsWith(".json")).sort()) {
    const scene = JSON.parse(readFileSync(`${folder}/${file}`, "utf8"));
    for (const size of [{ width: Number(width), height: 0 }, { width: 340, height: 0 }, { width: 800, height: 600, turned: true }]) {
        const svg = parts.treeText(parts.sceneTree(scene, parts, { ...size, arrows: [{ from: scene.areas[0].id, to: scene.things[0].at, kind: "better" }] }));
        checkDrawing(`${file} ${size.width}`, scene, svg);
        check(svg === parts.treeText(parts.sceneTree(scene, parts, { ...size, arrows: [{ from: scene.areas[0].id, to: scene.things[0].at, kind: "better" }] })), `${file}: drawn twice, not alike`);
    }
    shown++;
    if (!gallery) continue;
    const svg = parts.treeText(parts.sceneTree(scene, parts, { width: Number(width), height: width > 600 ? 780 : 0 }));
    writeFileSync(`${gallery}/${file.replace(".json", ".html")}`,
        `<!doctype html><html data-theme="${theme}"><meta charset="utf-8"><style>${css}</style><body>${svg}`);
}
console.log(bad ? `${bad} faults` : `${shown} scenes are drawn`);
process.exit(bad ? 1 : 0);
