/* The client of the HTTP interface. */

/* What the server refused: code and sentence as it gave them, the status, and its whole answer. */
class ApiError extends Error {
    constructor(status, body) {
        const error = (body && body.error) || {};
        super(error.sentence || `the server answered ${status}`);
        Object.assign(this, { status, code: error.code || "io", place: error.place, body: body || {} });
    }
}

const API_ROOT = "/api/1";

const API_TRIES = 4; /* of a question, when there were too many */

/* Asks; gives the body of the answer, or throws an ApiError (status 0: the server cannot be reached). A question
 * that came too soon after others is asked again when the server says so. */
async function api(method, path, body) {
    for (let tries = 1; ; tries++) {
        try {
            return await apiOnce(method, path, body);
        } catch (problem) {
            if (problem.status !== 429 || method !== "GET" || tries >= API_TRIES) throw problem;
            const seconds = Math.min(10, problem.wait || 1);
            await new Promise((done) => setTimeout(done, 1000 * seconds * (0.5 + Math.random())));
        }
    }
}

async function apiOnce(method, path, body) {
    const headers = { Accept: "application/json" };
    if (method !== "GET") headers["X-Kibitz"] = "1";
    if (body !== undefined) headers["Content-Type"] = "application/json";
    let answer;
    try {
        answer = await fetch(API_ROOT + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: "no-store" });
    } catch {
        throw new ApiError(0, { error: { code: "io", sentence: "the server cannot be reached" } });
    }
    const text = await answer.text();
    const json = /json/.test(answer.headers.get("Content-Type") || "");
    let given = text;
    if (json || !answer.ok) {
        try {
            given = text ? JSON.parse(text) : {};
        } catch {
            given = { error: { code: "io", sentence: `the server answered ${answer.status}` } };
        }
    }
    if (!answer.ok) throw Object.assign(new ApiError(answer.status, given), { wait: Number(answer.headers.get("Retry-After")) });
    return given;
}

/* The random word of an act: sent again with the same word, it is the same act. */
function apiKey() {
    return [...crypto.getRandomValues(new Uint8Array(12))].map((x) => x.toString(16).padStart(2, "0")).join("");
}

/* {a: 1, b: [2, 3], c: undefined} as "?a=1&b=2&b=3". */
function apiQuery(fields) {
    const out = new URLSearchParams();
    for (const [name, value] of Object.entries(fields))
        for (const one of [value].flat()) if (one !== undefined && one !== null) out.append(name, one);
    const text = out.toString();
    return text ? `?${text}` : "";
}

export { api, ApiError, apiKey, apiQuery };
