/* Trees: what is drawn, as plain lists ["circle", {r: 1}, child, ...] with strings as text. The modules
 * that draw give trees back and touch no document, so one drawing serves pages, tests and print. */

const TREE_HTML = "http://www.w3.org/1999/xhtml";
const TREE_SVG = "http://www.w3.org/2000/svg";

/* The element of a tree: HTML, and SVG from an "svg" on. */
function treeElement(doc, tree, space = TREE_HTML) {
    if (typeof tree === "string") return doc.createTextNode(tree);
    const [name, attributes, ...children] = tree;
    const within = name === "svg" ? TREE_SVG : space;
    const element = doc.createElementNS(within, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    for (const child of children) element.appendChild(treeElement(doc, child, within));
    return element;
}

/* The same as text, for files and tests. */
function treeText(tree) {
    const safe = (s) => s.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
    if (typeof tree === "string") return safe(tree);
    const [name, attributes, ...children] = tree;
    const words = Object.entries(attributes).map(([key, value]) => ` ${key}="${safe(String(value))}"`);
    return `<${name}${words.join("")}>${children.map(treeText).join("")}</${name}>`;
}

export { treeElement, treeText };
