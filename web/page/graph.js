/* Graphs of a game as trees: one number a seat and ply. Widths and heights are pixels of the viewBox. */

const GRAPH_LEFT = 34;
const GRAPH_BOTTOM = 18;
const GRAPH_TOP = 20;

function graphX(i, n, width) {
    return GRAPH_LEFT + (n > 1 ? (i * (width - GRAPH_LEFT - 6)) / (n - 1) : 0);
}

/* A round step that divides a range into about `parts`. */
function graphStep(range, parts) {
    const rough = Math.max(range / parts, 1e-9);
    const ten = 10 ** Math.floor(Math.log10(rough));
    return [1, 2, 5, 10].map((x) => x * ten).find((x) => x >= rough);
}

function graphPath(points) {
    return points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/* Lines across with their numbers, and plies below. */
function graphAxes(low, high, n, size, data) {
    const out = [];
    const { name, now = 0 } = data;
    const y = (value) => size.height - GRAPH_BOTTOM - ((value - low) / (high - low)) * (size.height - GRAPH_BOTTOM - GRAPH_TOP);
    const step = data.span ? graphStep(high - low, 4) : low === 0 && high === 1 ? 0.25 : Math.max(1, graphStep(high - low, 4));
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    for (let value = Math.ceil(low / step) * step; value <= high + 1e-9; value += step) {
        out.push(["path", { d: `M${GRAPH_LEFT} ${y(value).toFixed(1)}H${size.width - 6}`, class: `rule${value === 0.5 && high === 1 && !data.span ? " even" : ""}` }],
            ["text", { x: GRAPH_LEFT - 5, y: y(value) + 4, "text-anchor": "end", class: "tick" }, high === 1 && !data.span ? `${Math.round(100 * value)}` : value.toFixed(digits)]);
    }
    const every = Math.max(1, graphStep(n - 1 || 1, 8));
    for (let i = 0; i < n; i += every) {
        const x = graphX(i, n, size.width);
        const cut = x + 4 * String(i).length > size.width; /* it would leave the picture */
        out.push(["text", { x: cut ? size.width : x, y: size.height - 4, "text-anchor": cut ? "end" : "middle", class: "tick" }, String(i)]);
    }
    out.push(["text", { x: GRAPH_LEFT, y: 11, class: "tick axis" }, name]);
    if (data.unit) out.push(["text", { x: size.width - 6, y: 11, "text-anchor": "end", class: "tick" }, `ply ${now} of ${n - 1}`]);
    return { out, y };
}

/* For two seats the first one's share as a surface; for more a line each. */
function graphShares(shares, colours, n, size, y) {
    const seats = shares[0].length;
    const line = (k) => shares.map((at, i) => [graphX(i, n, size.width), y(at[k])]);
    if (seats !== 2)
        return shares[0].map((_, k) => ["path", { d: graphPath(line(k)), class: `curve ${colours[k]}` }]);
    const right = graphX(n - 1, n, size.width).toFixed(1);
    const close = (at) => `L${right} ${y(at).toFixed(1)}L${GRAPH_LEFT} ${y(at).toFixed(1)}z`;
    return [["path", { d: graphPath(line(0)) + close(1), class: `surface ${colours[1]}` }],
        ["path", { d: graphPath(line(0)) + close(0), class: `surface ${colours[0]}` }],
        ["path", { d: graphPath(line(0)), class: "crest" }]];
}

/* marks: [{at, kind, words}] on the curve of `seat`; luck: [{at, by, words}], arrows at the lower side. */
function graphMarks(data, n, size, y) {
    const out = [];
    for (const luck of data.luck || []) {
        const x = graphX(luck.at, n, size.width);
        const base = size.height - GRAPH_BOTTOM - 4;
        const high = 4 + Math.min(16, Math.abs(luck.by) * 60);
        out.push(["path", { d: `M${x.toFixed(1)} ${(base - high).toFixed(1)}l4 ${high.toFixed(1)}h-8z`, class: `luck ${luck.colour}` }, ["title", {}, luck.words]]);
    }
    for (const mark of data.marks || [])
        out.push(["circle", { cx: graphX(mark.at, n, size.width).toFixed(1), cy: y(data.values[mark.at][data.values[0].length === 2 ? 0 : mark.seat]).toFixed(1),
            r: 5, class: `fault fault-${mark.kind}` }, ["title", {}, mark.words]]);
    return out;
}

/* data: values[ply][seat], colours[seat] (classes), name, words; `unit` true for shares of a win; `span` [low,
 * high] for numbers that need not begin at 0; now: the ply that is shown. size: {width, height}. */
function graphTree(data, size) {
    const n = data.values.length;
    const all = data.values.flat().filter((x) => Number.isFinite(x));
    const low = data.unit ? 0 : data.span ? data.span[0] : Math.min(0, ...all);
    const high = data.unit ? 1 : data.span ? data.span[1] : Math.max(low + 1, ...all);
    const { out, y } = graphAxes(low, high, n, size, data);
    const body = data.unit ? graphShares(data.values, data.colours, n, size, y)
        : data.values[0].map((_, k) => ["path", { d: graphPath(data.values.map((at, i) => [graphX(i, n, size.width), y(at[k])])), class: `curve ${data.colours[k]}` }]);
    const x = graphX(data.now || 0, n, size.width).toFixed(1);
    const now = ["path", { d: `M${x} ${GRAPH_TOP - 4}V${size.height - GRAPH_BOTTOM}`, class: "now" }];
    const surfaces = data.unit && data.values[0].length === 2;
    return ["svg", { class: "graph", role: "img", "aria-label": data.words, viewBox: `0 0 ${size.width} ${size.height}` },
        ...(surfaces ? body : []), ...out, ...(surfaces ? [] : body), now, ...graphMarks(data, n, size, y)];
}

/* The ply under a place of the viewBox. */
function graphPlyAt(x, n, size) {
    const at = ((x - GRAPH_LEFT) / (size.width - GRAPH_LEFT - 6)) * (n - 1);
    return Math.max(0, Math.min(n - 1, Math.round(at)));
}

export { graphPlyAt, graphTree };
