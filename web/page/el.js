/* Elements: el("button", {class: "big", onclick: fn}, "words", child, ...). Attributes that begin with "on"
 * are listeners; true is an empty attribute; false, null and undefined are left out, as attributes and as
 * children; lists are taken apart. From an "svg" on, elements are SVG. */

const EL_SVG = "http://www.w3.org/2000/svg";
const EL_DRAWN = new Set(["svg", "g", "path", "rect", "circle", "line", "polygon", "text", "title"]);

function elFill(node, children) {
    for (const child of children.flat(Infinity))
        if (child !== null && child !== undefined && child !== false) node.append(child);
    return node;
}

function el(tag, attributes, ...children) {
    const node = EL_DRAWN.has(tag) ? document.createElementNS(EL_SVG, tag) : document.createElement(tag);
    for (const [key, value] of Object.entries(attributes || {})) {
        if (key.startsWith("on") && typeof value === "function") node.addEventListener(key.slice(2), value);
        else if (value === true) node.setAttribute(key, "");
        else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, String(value));
    }
    return elFill(node, children);
}

/* Replaces what is in a place. */
function put(place, ...children) {
    place.replaceChildren();
    return elFill(place, children);
}

export { el, put };
