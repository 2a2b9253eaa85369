/* The grid of an area: which cells it has and where they are, their sides and shades, the names along them. Squares and
 * hexagons, points that lines connect, and squares with places between them. Units are cells. */

const GRID_LEAN = Math.sqrt(3) / 2; /* from row to row of a hexagonal grid */

/* --- cells --- */

function gridColumn(names, col) {
    const letters = names === "go" ? 25 : 26;
    const at = col % letters;
    const letter = String.fromCharCode(97 + at + (names === "go" && at >= 8 ? 1 : 0));
    return letter.repeat(Math.floor(col / letters) + 1);
}

/* The id of a cell of a grid; rows count from the top. */
function gridCellName(grid, col, row) {
    if (Array.isArray(grid.names)) return grid.names[row * grid.cols + col];
    if (grid.names === "0,0") return `${row},${col}`;
    if (grid.names === "1,1") return `${row + 1},${col + 1}`;
    return `${gridColumn(grid.names, col)}${grid.rows - row}`;
}

/* Where a column, or row, begins and how wide it is: `thin` ones are between squares. */
function gridAcross(grid, i) {
    if (!grid.thin) return { at: i, size: 1 };
    const { from, size } = grid.thin;
    const before = from ? Math.floor(i / 2) : Math.ceil(i / 2);
    return { at: i - before + before * size, size: (i + from) % 2 ? 1 : size };
}

/* A hexagonal grid leans: each row further up is half a cell to the right; with flat cells, each column
 * further right half a cell up. */
function gridSize(grid) {
    if (grid.bend) return [grid.bend, Math.ceil(grid.cols / grid.bend)];
    if (grid.shape !== "hex") return [gridAcross(grid, grid.cols).at, gridAcross(grid, grid.rows).at];
    const across = (n) => (n - 1) * GRID_LEAN + 2 / Math.sqrt(3);
    if (grid.flat) return [across(grid.cols), grid.rows + (grid.cols - 1) / 2];
    return [grid.cols + (grid.rows - 1) / 2, across(grid.rows)];
}

/* Where a cell lies, and how large it is. */
function gridPlace(grid, col, row) {
    const tall = 2 / Math.sqrt(3);
    if (grid.bend) { /* there and back, so that neighbours stay neighbours */
        const line = Math.floor(col / grid.bend);
        return { x: line % 2 ? grid.bend - 1 - (col % grid.bend) : col % grid.bend, y: line, w: 1, h: 1 };
    }
    if (grid.shape !== "hex") {
        const [x, y] = [gridAcross(grid, col), gridAcross(grid, row)];
        return { x: x.at, y: y.at, w: x.size, h: y.size };
    }
    if (grid.flat) return { x: col * GRID_LEAN, y: row + (grid.cols - 1 - col) / 2, w: tall, h: 1, flat: true };
    return { x: col + (grid.rows - 1 - row) / 2, y: row * GRID_LEAN, w: 1, h: tall };
}

/* Of an edge between squares, or a corner. */
function gridIsThin(place) {
    return place.w < 0.99 || place.h < 0.99;
}

/* The cells of an area with their places: {id, x, y, w, h, shape, col, row}, from the area's corner. */
function gridCells(area, turned) {
    if (area.cells) return area.cells.map((cell) => ({ shape: "square", ...cell }));
    const grid = area.grid;
    if (!grid) return [];
    const holes = new Set(grid.holes || []);
    const out = [];
    for (let row = 0; row < grid.rows; row++)
        for (let col = 0; col < grid.cols; col++) {
            const id = gridCellName(grid, col, row);
            if (!id || holes.has(id)) continue;
            const place = gridPlace(grid, col, row);
            const [w, h] = gridSize(grid);
            if (turned) [place.x, place.y] = [w - place.w - place.x, h - place.h - place.y];
            out.push({ ...place, id, shape: grid.lines ? "point" : gridIsThin(place) ? "edge" : grid.shape, col, row });
        }
    return out;
}

/* --- grids --- */

function gridHexPoints(cell, shrink = 1) {
    const cx = cell.x + cell.w / 2;
    const cy = cell.y + cell.h / 2;
    const r = shrink / Math.sqrt(3);
    return [0, 1, 2, 3, 4, 5].map((i) => {
        const angle = (Math.PI / 3) * i - (cell.flat ? 0 : Math.PI / 2);
        return [+(cx + r * Math.cos(angle)).toFixed(4), +(cy + r * Math.sin(angle)).toFixed(4)];
    });
}

/* Which shade a cell has: a letter. */
function gridShade(grid, cell) {
    const of = (i) => (grid.thin ? Math.floor(i / 2) : i);
    if (grid.shade === "checkered") return (of(cell.col) + of(grid.rows - 1 - cell.row)) % 2 ? "a" : "b";
    if (grid.shade === "custom" && grid.shades) return grid.shades[cell.row * grid.cols + cell.col] || "a";
    return "plain";
}

/* Sides of a hexagon that lie on a side of the board, by the corners they go between. */
const GRID_SIDES = { top: [5, 0, 0, 1], bottom: [2, 3, 3, 4], left: [4, 5, 5, 0], right: [1, 2, 2, 3] };
const GRID_FLAT_SIDES = { top: [5, 4, 4, 3], bottom: [2, 1, 1, 0], left: [4, 3, 3, 2], right: [1, 0, 0, 5] };

function gridEdges(grid, cells, parts) {
    const out = [];
    for (const [side, colour] of grid.edges || []) {
        let path = "";
        for (const cell of cells) {
            const on = { top: cell.row === 0, bottom: cell.row === grid.rows - 1, left: cell.col === 0,
                right: cell.col === grid.cols - 1 }[side];
            if (!on) continue;
            if (grid.shape === "hex") {
                const p = gridHexPoints(cell);
                const [a, b, c, d] = (grid.flat ? GRID_FLAT_SIDES : GRID_SIDES)[side];
                path += `M${p[a]}L${p[b]}M${p[c]}L${p[d]}`;
            } else {
                const x = side === "right" ? cell.x + cell.w : cell.x;
                const y = side === "bottom" ? cell.y + cell.h : cell.y;
                path += `M${x} ${y}${side === "top" || side === "bottom" ? `h${cell.w}` : `v${cell.h}`}`;
            }
        }
        out.push(["path", { d: path, class: `border ${parts.spriteColour(colour, parts.seats)}` }]);
    }
    return out;
}

function gridCentre(cell) {
    return [cell.x + cell.w / 2, cell.y + cell.h / 2];
}

/* Lines between points: those that are given, else between neighbours. */
function gridLines(grid, cells) {
    const at = new Map(cells.map((cell) => [cell.id, cell]));
    let pairs = grid.lines || [];
    if (!grid.lines) {
        const place = new Map(cells.map((cell) => [`${cell.col},${cell.row}`, cell]));
        for (const cell of cells)
            for (const next of [`${cell.col + 1},${cell.row}`, `${cell.col},${cell.row + 1}`])
                if (place.has(next)) pairs.push([cell.id, place.get(next).id]);
    }
    let path = "";
    for (const [from, to] of pairs)
        if (at.has(from) && at.has(to)) path += `M${gridCentre(at.get(from))}L${gridCentre(at.get(to))}`;
    return path;
}

/* What is under the squares, and a dot where four edges meet and nothing can be put. */
function gridGaps(grid, cells, w, h) {
    const taken = new Set(cells.map((cell) => `${cell.col},${cell.row}`));
    const out = [["rect", { x: 0, y: 0, width: w, height: h, rx: 0.06, class: "gaps" }]];
    for (let row = grid.thin.from; row < grid.rows; row += 2)
        for (let col = grid.thin.from; col < grid.cols; col += 2) {
            const at = gridPlace(grid, col, row);
            if (!taken.has(`${col},${row}`)) out.push(["circle", { cx: at.x + at.w / 2, cy: at.y + at.h / 2, r: grid.thin.size * 0.42, class: "hoshi" }]);
        }
    return out;
}

function gridTree(area, cells, parts) {
    const grid = area.grid;
    const [w, h] = gridSize(grid);
    const out = [];
    if (grid.shape === "point" || grid.lines) {
        const dots = new Set(grid.dots || []);
        out.push(["rect", { x: -0.1, y: -0.1, width: w + 0.2, height: h + 0.2, rx: 0.15, class: "wood" }],
            ["path", { d: gridLines(grid, cells), class: "lines" }]);
        for (const cell of cells) {
            const [cx, cy] = gridCentre(cell);
            if (dots.has(cell.id)) out.push(["circle", { cx, cy, r: 0.11, class: "hoshi" }]);
            else if (grid.lines) out.push(["circle", { cx, cy, r: 0.09, class: "hoshi" }]);
        }
    } else {
        if (grid.thin) out.push(...gridGaps(grid, cells, w, h));
        for (const cell of cells) {
            if (cell.shape === "edge" && !(grid.shade === "custom" && /[abc]/.test(gridShade(grid, cell)))) continue;
            const shade = `cell sh-${gridShade(grid, cell)}`;
            if (grid.shape === "hex") out.push(["polygon", { points: gridHexPoints(cell).join(" "), class: `${shade} hex` }]);
            else out.push(["rect", { x: cell.x, y: cell.y, width: cell.w, height: cell.h, class: shade }]);
        }
        for (const cell of cells) {
            if (!(grid.dots || []).includes(cell.id)) continue;
            const [cx, cy] = gridCentre(cell);
            out.push(["circle", { cx, cy, r: 0.1, class: "hoshi" }]);
        }
    }
    return [...out, ...gridEdges(grid, cells, parts)];
}

/* The same of squares that have edges between them, by their own names: c4 is column c, row 4. */
function gridSquareLabels(grid, ink, turned) {
    const [, h] = gridSize(grid);
    const size = Math.min(ink, 0.5);
    const out = [];
    const name = (col, row) => (/^([a-z]+)(\d+)$/.exec(gridCellName(grid, col, row) || "") || []);
    const put = (x, y, words, anchor) =>
        out.push(["text", { x, y: y + size * 0.36, "font-size": size, "text-anchor": anchor, class: "name" }, words]);
    for (let i = 1 - grid.thin.from; i < grid.cols; i += 2) {
        const col = turned ? grid.cols - 1 - i : i;
        let letters;
        for (let row = 1 - grid.thin.from; row < grid.rows && !letters; row += 2) letters = name(col, row)[1];
        if (letters) put(gridAcross(grid, i).at + 0.5, h + size * 0.85, letters, "middle");
    }
    for (let i = 1 - grid.thin.from; i < grid.rows; i += 2) {
        const row = turned ? grid.rows - 1 - i : i;
        let number;
        for (let col = 1 - grid.thin.from; col < grid.cols && !number; col += 2) number = name(col, row)[2];
        if (number) put(-size * 0.45, gridAcross(grid, i).at + 0.5, number, "end");
    }
    return out;
}

/* Names of columns and rows along the sides. */
function gridLabels(grid, ink, turned) {
    if (grid.thin) return gridSquareLabels(grid, ink, turned);
    if (Array.isArray(grid.names)) return [];
    const [w, h] = gridSize(grid);
    const hex = grid.shape === "hex";
    const counted = grid.names === "0,0" || grid.names === "1,1";
    const first = grid.names === "1,1" ? 1 : 0;
    const size = Math.min(ink, 0.5);
    const rim = grid.shape === "point" ? 0.12 : 0;
    const out = [];
    const put = (x, y, words, anchor) =>
        out.push(["text", { x, y: y + size * 0.36, "font-size": size, "text-anchor": anchor, class: "name" }, words]);
    if (grid.bend) {
        for (let col = 0; col < grid.cols; col++) {
            const at = gridPlace(grid, col, 0);
            put((turned ? w - 1 - at.x : at.x) + size * 0.2, (turned ? h - 1 - at.y : at.y) + size * 0.55, counted ? String(col + first) : gridColumn(grid.names, col), "start");
        }
        return out;
    }
    for (let i = 0; i < grid.cols; i++) {
        const col = turned ? grid.cols - 1 - i : i;
        const name = counted ? String(col + first) : gridColumn(grid.names, col);
        const at = gridPlace(grid, i, grid.rows - 1);
        if (grid.flat) put(at.x + at.w / 2, at.y + 1 + size * 0.7, name, "middle");
        else put(i + 0.5, h + rim + size * (hex ? 1.05 : 0.85), name, "middle");
    }
    for (let i = 0; i < grid.rows; i++) {
        const row = turned ? grid.rows - 1 - i : i;
        const at = gridPlace(grid, 0, i);
        const x = hex ? at.x - size * (grid.flat ? 0.3 : 0.75) : -rim - size * 0.45;
        put(x, at.y + at.h / 2, String(counted ? row + first : grid.rows - row), "end");
    }
    return w > 0 ? out : [];
}

export { gridCells, gridCentre, gridHexPoints, gridLabels, gridSize, gridTree };
