/* Things move to where they are: by what `since` says, else by their ids. */

const MOTION_MS = 260;

function boardMotion(board) {
    let run = 0;
    const still = () => !board.app.settings.animation || matchMedia("(prefers-reduced-motion: reduce)").matches;

    /* Where things are on the screen now. */
    const places = () => {
        const out = new Map();
        for (const sheet of board.sheets) {
            if (!sheet.svg.isConnected || !sheet.svg.getScreenCTM()) continue;
            for (const [id, place] of sheet.found) out.set(id, board.to_screen(sheet, place.x + place.w / 2, place.y + place.h / 2));
        }
        return out;
    };

    /* One thing from a point of the screen to its place. */
    const move = (id, from, ms) => new Promise((done) => {
        const at = board.find(id);
        const node = at && [...at.sheet.svg.querySelectorAll(".thing")].find((one) => one.dataset.id === id);
        if (!node) return done();
        const start = board.to_sheet(at.sheet, from.x, from.y);
        const end = { x: at.place.x + at.place.w / 2, y: at.place.y + at.place.h / 2 };
        const base = node.getAttribute("transform");
        const mine = run;
        const begin = performance.now();
        node.parentNode.append(node); /* over the others */
        const step = (now) => {
            const t = Math.min(1, (now - begin) / ms);
            const left = (1 - t) ** 3;
            node.setAttribute("transform", t < 1 && mine === run ? `translate(${(start.x - end.x) * left} ${(start.y - end.y) * left}) ${base}` : base);
            if (t < 1 && mine === run && node.isConnected) requestAnimationFrame(step);
            else done();
        };
        step(begin);
        return undefined;
    });

    /* What moved between the scene before and the present one. */
    const play = async (before) => {
        run++;
        if (still() || document.hidden) return;
        const now = places();
        const moved = new Map();
        for (const step of board.scene.since || []) {
            const thing = step.thing || (step.to && board.scene.things.find((one) => one.at === step.to) || {}).id;
            const from = step.from && (now.get(step.from) || before.get(step.from));
            if (thing && from && now.has(thing) && !moved.has(thing)) moved.set(thing, from);
        }
        if (!moved.size)
            for (const thing of board.scene.things) {
                const from = before.get(thing.id);
                const to = now.get(thing.id);
                if (from && to && Math.hypot(from.x - to.x, from.y - to.y) > 3) moved.set(thing.id, from);
            }
        if (moved.size > 40) return;
        await Promise.all([...moved].map(([id, from]) => move(id, from, MOTION_MS)));
    };
    return { places, play, move, still, stop: () => run++ };
}

export { boardMotion };
