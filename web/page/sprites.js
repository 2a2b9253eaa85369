/* Sprites: one thing of a scene as a tree, in a box of 1 x 1 around (0, 0), so that it can be put on any
 * cell. Colours are classes of the palette (q-p1, q-c1, q-white ...) that set `color`; what must not
 * depend on hue has a sign as well. Drawings are our own. */

/* How much room a sprite takes, width and height, where nothing else decides. */
const SPRITE_SIZES = { card: [1.5, 2.1], wall: [1, 0.3] };
const SPRITE_COLOURS = new Set(["white", "black", "red", "blue", "green", "yellow", "orange", "purple", "brown", "grey",
    "teal", "pink"]);

/* Chess pieces on a square of 45 x 45. */
const SPRITE_CHESS = {
    pawn: "M22.5 10a5.5 5.5 0 0 0-3.6 9.6c-3 1.6-4.9 4.8-4.9 8.4 0 1.2.2 2.3.6 3.4H30.4c.4-1.1.6-2.2.6-3.4 0-3.6-2-6.8-4.9-8.4A5.5 5.5 0 0 0 22.5 10zM13 34h19v4H13z",
    knight: "M17 9l2 3c7 0 13 5 13 15v11H14c0-7 6-8 6-14-3 2-6 3-8 2l-2-4 7-8z",
    bishop: "M22.5 6a2.8 2.8 0 0 1 1.8 5c4.5 3 7.2 7 7.2 11.5 0 3-1.5 5.5-3.5 7l2 4H15l2-4c-2-1.5-3.5-4-3.5-7 0-4.5 2.7-8.5 7.2-11.5a2.8 2.8 0 0 1 1.8-5zM12 35h21v3H12z",
    rook: "M12 9h5v3h3.5V9h4v3H28V9h5v8l-3 3v10l3 4v4H12v-4l3-4V20l-3-3z",
    queen: "M9 13l6 10 3-13 4.5 12L27 10l3 13 6-10-3 19H12zM12 34h21v4H12z",
    king: "M21 5h3v3h3v3h-3v3c6-3 12 1 11 8-1 5-4 8-6 10H16c-2-2-5-5-6-10-1-7 5-11 11-8v-3h-3V8h3zM13 34h19v4H13z",
    elephant: "M10 20c0-7 5-11 12-11 8 0 13 5 13 12v17h-6v-7h-8v7h-6V28c-1 3 0 6-2 8l-4-1c2-3 1-9 1-15z",
    ferz: "M22.5 8l6 8-4 4 6 10H14.5l6-10-4-4zM13 33h19v5H13z",
    wazir: "M16 10h13v9l-3 3 4 9H15l4-9-3-3zM13 33h19v5H13z",
};

/* Signs of the palette in a box of 2 x 2: lines, so that they show on light and dark. */
const SPRITE_SIGNS = {
    p2: "M0-.55A.55.55 0 1 1 0 .55.55.55 0 1 1 0-.55z",
    p3: "M-.45-.45.45.45M.45-.45-.45.45",
    p4: "M-.5 0H.5M0-.5V.5",
    p5: "M0-.6.52.3H-.52z",
    p6: "M-.42-.42h.84v.84h-.84z",
    p7: "M-.55-.25H.55M-.55.25H.55",
    p8: "M-.25-.55V.55M.25-.55V.55",
    c1: "M0-.58A.58.58 0 1 1 0 .58.58.58 0 1 1 0-.58zM0-.24A.24.24 0 1 1 0 .24.24.24 0 1 1 0-.24z",
    c2: "M0-.68C.1-.2.2-.1.68 0 .2.1.1.2 0 .68-.1.2-.2.1-.68 0-.2-.1-.1-.2 0-.68z",
    c3: "M0-.64.64 0 0 .64-.64 0z",
    c4: "M-.52-.52.52.52M.52-.52-.52.52",
    c5: "M0-.64V.64M-.56-.32.56.32M-.56.32.56-.32",
    c6: "M-.5.4 0-.55.5.4z",
    c7: "M-.6-.3c.3-.4.5.4.8 0s.3 0 .4 0M-.6.3c.3-.4.5.4.8 0s.3 0 .4 0",
    c8: "M-.45-.45h.9v.9h-.9z",
    c9: "M-.55 0H.55M0-.55V.55",
};

/* Pips of a die, on a grid of 3 x 3. */
const SPRITE_PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/* The class of a colour; `seats` names those seats whose colour has a word of its own. */
function spriteColour(name, seats = {}) {
    if (!name) return "q-none";
    const known = seats[name] || name;
    return /^[pc][1-9]$/.test(known) || SPRITE_COLOURS.has(known) ? `q-${known}` : "q-none";
}

function spriteSign(name, size) {
    const path = SPRITE_SIGNS[name];
    return path ? [["path", { d: path, class: "sign", transform: `scale(${size})` }]] : [];
}

function spriteLabel(words, size, kind = "inked") {
    return ["text", { class: kind, "font-size": size, y: size * 0.36, "text-anchor": "middle" }, words];
}

/* Rows of bits, turned and flipped as the thing lies. */
function spriteMask(thing) {
    const rows = Array.isArray(thing.mask) ? thing.mask.map(String) : String(thing.mask || "1").split("/");
    let bits = rows.map((row) => [...row].map((bit) => bit !== "0" && bit !== "."));
    if (thing.flip) bits = bits.map((row) => [...row].reverse());
    for (let i = 0; i < (thing.turn || 0); i++)
        bits = bits[0].map((_, col) => bits.map((row) => row[col]).reverse());
    return bits;
}

/* How wide and high a thing wants to be. */
function spriteSize(thing) {
    if (thing.sprite === "poly") {
        const bits = spriteMask(thing);
        return [Math.max(...bits.map((row) => row.length)), bits.length];
    }
    return SPRITE_SIZES[thing.sprite] || [1, 1];
}

/* Words in lines of at most `most` letters, and no more than `rows` of them. */
function spriteLines(words, most, rows) {
    const out = [];
    let line = "";
    for (const word of String(words).split(/\s+/)) {
        if (line && line.length + 1 + word.length > most) {
            out.push(line);
            line = word;
        } else {
            line = line ? `${line} ${word}` : word;
        }
    }
    if (line) out.push(line);
    if (out.length <= rows) return out;
    const kept = out.slice(0, rows);
    if (rows > 0) kept[rows - 1] = `${kept[rows - 1].slice(0, Math.max(1, most - 1))}…`;
    return kept;
}

function spriteChess(thing, name) {
    return ["path", { d: SPRITE_CHESS[name], class: "man", transform: "scale(.0218) translate(-22.5 -22.5)" }];
}

function spritePoly(thing) {
    const bits = spriteMask(thing);
    const [wide, high] = spriteSize(thing);
    const has = (col, row) => Boolean(bits[row] && bits[row][col]);
    let cells = "";
    let inner = "";
    let outer = "";
    for (let row = 0; row < high; row++)
        for (let col = 0; col < wide; col++) {
            if (!has(col, row)) continue;
            cells += `M${col} ${row}h1v1h-1z`;
            outer += has(col, row - 1) ? "" : `M${col} ${row}h1`;
            outer += has(col - 1, row) ? "" : `M${col} ${row}v1`;
            if (has(col, row + 1)) inner += `M${col + 0.15} ${row + 1}h.7`;
            else outer += `M${col} ${row + 1}h1`;
            if (has(col + 1, row)) inner += `M${col + 1} ${row + 0.15}v.7`;
            else outer += `M${col + 1} ${row}v1`;
        }
    return ["g", { transform: `translate(${-wide / 2} ${-high / 2})` },
        ["path", { d: cells, class: "flat" }], ["path", { d: inner, class: "seam" }], ["path", { d: outer, class: "rim" }]];
}

/* A card that other cells lie on, or one with a mask (a puzzle): its colour, its open squares, its text and
 * its id below. */
function spriteBase(thing, box, ink) {
    const out = ["g", {}, ["rect", { ...box, class: "base" }]];
    const bits = thing.mask ? spriteMask(thing) : [];
    const wide = Math.max(0, ...bits.map((row) => row.length));
    const deep = /\bblack\b/.test(`${thing.colour} ${thing.tags}`) ? "deep" : "pale";
    bits.forEach((row, y) => row.forEach((bit, x) => {
        if (bit) out.push(["rect", { x: x - wide / 2 + 0.03, y: box.y + 0.4 + y + 0.03, width: 0.94, height: 0.94, rx: 0.12, class: `slot pit ${deep}` }]);
    }));
    const words = (thing.text && thing.text.length <= 12 ? thing.text : thing.tags) || "";
    const line = { y: box.y + box.height - ink * 0.6 };
    out.push(["text", { ...line, "font-size": +(ink * 1.3).toFixed(4), x: box.x + ink * 0.6, class: "ink strong" }, words],
        ["text", { ...line, "font-size": ink, x: box.x + ink * (1.3 + 0.8 * words.length), class: "ink" }, String(thing.id)]);
    return out;
}

/* A card of w x h with its name and, where there is room for letters of `ink` size, its words. */
function spriteCard(thing, look) {
    const [w, h] = look.size;
    const ink = Math.min(look.ink || 0.16, h / 7);
    const box = { x: -w / 2, y: -h / 2, width: w, height: h, rx: Math.min(w, h) * 0.09 };
    if (thing.face === "down")
        return ["g", {}, ["rect", { ...box, class: "back" }],
            ["path", { class: "weave", d: `M${-w * 0.3} 0 0 ${-h * 0.3} ${w * 0.3} 0 0 ${h * 0.3}zM${-w * 0.15} 0 0 ${-h * 0.15} ${w * 0.15} 0 0 ${h * 0.15}z` }]];
    if (look.under || thing.mask) return spriteBase(thing, box, ink);
    const front = ["rect", { ...box, class: "card" }];
    const name = String(thing.text && thing.text.length <= 3 ? thing.text : thing.label || "");
    if (name.length <= 3)
        return ["g", {}, front, spriteLabel(name, Math.min(w, h) * 0.5, "ink")];
    const said = (thing.text && thing.text.length > 3 ? thing.text : look.words) || "";
    const body = said.toLowerCase() === name.toLowerCase() ? "" : said;
    if (!body && !thing.tags) return ["g", {}, front, spriteLabel(name, Math.min(h * 0.3, (w * 1.4) / name.length), "ink")];
    const longest = Math.max(...name.split(/\s+/).map((word) => word.length));
    const big = Math.min(ink, (w - ink * 0.6) / (longest * 0.68));
    const title = spriteLines(name, Math.max(longest, Math.floor((w - ink * 0.6) / (big * 0.62))), 3);
    const top = -h / 2 + ink * 1.7;
    const out = ["g", {}, front,
        ["rect", { x: -w / 2, y: -h / 2, width: w, height: ink * 0.5, class: "band", rx: ink * 0.2 }]];
    title.forEach((line, i) =>
        out.push(["text", { class: "ink strong", "font-size": +big.toFixed(4), x: -w / 2 + ink * 0.4, y: top + i * ink * 1.15 }, line]));
    const small = ink * 0.88;
    const from = top + title.length * ink * 1.15 + ink * 0.25;
    const tags = thing.tags ? 1.3 * small : 0;
    const rows = Math.floor((h / 2 - tags - from + small * 0.6) / (small * 1.2));
    spriteLines(body, Math.floor((w - ink * 0.6) / (small * 0.57)), Math.max(0, rows)).forEach((line, i) =>
        out.push(["text", { class: "ink", "font-size": small, x: -w / 2 + ink * 0.4, y: from + i * small * 1.2 }, line]));
    if (thing.tags)
        out.push(["text", { class: "ink soft", "font-size": small, x: -w / 2 + ink * 0.4, y: h / 2 - small * 0.6 },
            spriteLines(thing.tags, Math.floor((w - ink * 0.6) / (small * 0.57)), 1)[0] || ""]);
    return out;
}

function spriteDie(thing) {
    const value = Number(thing.count || thing.text || (/\d+/.exec(thing.label || "") || [0])[0]);
    const out = ["g", {}, ["rect", { x: -0.42, y: -0.42, width: 0.84, height: 0.84, rx: 0.14, class: "die" }]];
    for (const pip of SPRITE_PIPS[value] || [])
        out.push(["circle", { cx: (pip % 3 - 1) * 0.24, cy: (Math.floor(pip / 3) - 1) * 0.24, r: 0.085, class: "pip" }]);
    if (value > 6) out.push(spriteLabel(String(value), 0.5, "ink"));
    if (!value) out.push(spriteLabel("?", 0.5, "ink soft"));
    return out;
}

function spriteLetter(thing) {
    const word = thing.text && thing.text.length <= 2 ? thing.text : (thing.label || "?").trim();
    const letter = thing.text && thing.text.length <= 2 ? word : word.split(/\s+/).pop()[0].toUpperCase();
    return ["g", {}, ["circle", { r: 0.4, class: "disc" }], spriteLabel(letter, letter.length > 1 ? 0.36 : 0.48)];
}

const SPRITE_DRAWINGS = {
    disc: (t, look) => ["g", {}, ["circle", { r: 0.42, class: "disc" }], ...spriteSign(look.sign, 0.34)],
    stone: (t, look) => ["g", {}, ["circle", { r: 0.47, class: "disc" }], ...spriteSign(look.sign, 0.3)],
    man: () => ["g", {}, ["circle", { r: 0.42, class: "disc" }], ["circle", { r: 0.3, class: "groove" }],
        ["circle", { r: 0.17, class: "groove" }]],
    "king-man": () => ["g", {}, ["circle", { r: 0.42, class: "disc" }], ["circle", { r: 0.34, class: "groove" }],
        ["path", { d: "M-.22.14-.26-.12-.12 0 0-.2.12 0 .26-.12.22.14z", class: "crown" }]],
    letter: spriteLetter,
    tile: (t, look) => ["g", {}, ["rect", { x: -0.44, y: -0.44, width: 0.88, height: 0.88, rx: 0.09, class: "flat edge" }],
        ...spriteSign(look.sign, 0.42)],
    poly: spritePoly,
    card: spriteCard,
    die: spriteDie,
    chip: (t) => ["g", {}, ["circle", { r: 0.42, class: "disc" }], ["circle", { r: 0.36, class: "dashed" }],
        ...(t.count ? [spriteLabel(String(t.count), t.count > 99 ? 0.26 : 0.36)] : [])],
    marker: (t) => ["g", {}, ["circle", { r: 0.36, class: "marker" }],
        spriteLabel(String(t.text || (t.label || "?")[0]).slice(0, 2), 0.42, "token")],
    wall: (t, look) => {
        const [w, h] = look.filled ? look.size.map((x) => x + 0.02) : [1, 0.18]; /* no seams */
        return ["rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: look.filled ? 0 : 0.05, class: `flat${look.filled ? "" : " edge"}` }];
    },
    arrow: () => ["path", { d: "M0-.42.34 0H.13V.42H-.13V0H-.34z", class: "flat edge" }],
};

/* The tree of a thing. look: `seats` (words for colours), `words` (of its kind), `size` of the box it may
 * fill (cards), `ink` the size of letters that can be read. */
function spriteTree(thing, look) {
    const chess = /^chess-(.*)$/.exec(thing.sprite || "");
    const colour = (look.seats || {})[thing.colour] || thing.colour;
    const plain = colour === "white" || colour === "black"; /* these differ without a sign */
    const given = { ...look, sign: plain ? "" : thing.colour, size: look.size || spriteSize(thing) };
    let drawing;
    if (chess && SPRITE_CHESS[chess[1]]) drawing = spriteChess(thing, chess[1]);
    else drawing = (SPRITE_DRAWINGS[thing.sprite] || spriteLetter)(thing, given);
    const turned = thing.sprite !== "poly" && thing.turn ? { transform: `rotate(${90 * thing.turn})` } : {};
    const kind = SPRITE_DRAWINGS[thing.sprite] ? thing.sprite : chess ? "chess" : "letter";
    const tag = /\b(white|black)\b/.exec(kind === "card" && !thing.colour ? thing.tags || "" : "");
    return ["g", { class: `sp sp-${kind} ${spriteColour(tag ? tag[0] : thing.colour, look.seats)}${thing.dim ? " dim" : ""}`, ...turned },
        drawing];
}

export { spriteColour, spriteSize, spriteTree };
