/* Unstable Unicorns on the board: a card under the cursor is shown large with all its words. */

import { el } from "./el.js";

function unicornsSpecial(model) {
    let shown = null;
    let card = null;
    const clear = () => {
        if (card) card.remove();
        card = shown = null;
    };
    const words = (board, thing) => thing.text || (board.scene.words || {})[thing.kind] || "";
    return {
        shown: clear,
        move(board, event, press) {
            if (!board.scene || (press && press.dragged)) return clear();
            const { hits } = board.hits(event.clientX, event.clientY);
            const inside = event.target instanceof Element && event.target.closest(".sheets, .others");
            const thing = inside && board.scene.things.find((one) => one.sprite === "card" && one.kind && one.face !== "down" && hits.some((hit) => hit.id === one.id));
            if (!thing) return clear();
            if (shown !== thing.id) {
                clear();
                shown = thing.id;
                card = el("div", { class: "bigcard", "aria-hidden": "true" }, el("b", {}, thing.label), el("p", {}, words(board, thing)), el("small", {}, thing.tags || ""));
                document.body.append(card);
            }
            const right = event.clientX > innerWidth / 2;
            card.style.transform = `translate(${right ? event.clientX - 250 : event.clientX + 24}px, ${Math.max(8, Math.min(innerHeight - 200, event.clientY - 90))}px)`;
            return undefined;
        },
        end: clear,
        model,
    };
}

export { unicornsSpecial };
