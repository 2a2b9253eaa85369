/* Two or more servers on one PostgreSQL database, for tests that ask them without a browser. */

import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const KIBITZ = process.env.KIBITZ || "kibitz";

/* A database of its own: {store, missing, run(verb)}. */
function startDatabase() {
    const folder = mkdtempSync(path.join(tmpdir(), "kibitz-pg-"));
    chmodSync(folder, 0o755);
    const run = (verb, ...more) => spawnSync("sh", [path.resolve(here, "../support/postgres"), verb, folder, ...more], { encoding: "utf8" });
    const started = run("start", "fsync=off");
    if (started.status === 77 && !process.env.CI) return { missing: started.stdout.trim(), run };
    if (started.status !== 0) throw new Error(started.stdout + started.stderr);
    return { store: started.stdout.trim(), run };
}

async function startOne(store, ...options) {
    const child = spawn(KIBITZ, ["serve", "--quiet", "--port", "0", "--store", store, "--accounts", "open", ...options], { stdio: ["ignore", "pipe", "pipe"] });
    const url = await new Promise((done, fail) => {
        let text = "";
        const read = (data) => {
            text += data;
            const found = /(http:\/\/127\.0\.0\.1:\d+)\//.exec(text);
            if (found) done(found[1]);
        };
        child.stdout.on("data", read);
        child.stderr.on("data", read);
        child.on("exit", (code) => fail(new Error(`kibitz serve ended with ${code}: ${text}`)));
    });
    child.removeAllListeners("exit");
    const ended = new Promise((done) => child.on("exit", done));
    const end = async (signal) => {
        child.kill(signal);
        return ended;
    };
    return { url, port: new URL(url).port, end };
}

/* One person's session: the same word is good at every server. */
class Person {
    constructor(word = "") {
        this.word = word;
    }

    async ask(server, method, route, body) {
        const answer = await fetch(`${server.url}/api/1${route}`, {
            method,
            headers: { "X-Kibitz": "1", Origin: server.url, ...(this.word ? { Cookie: `kibitz-${server.port}=${this.word}` } : {}), ...(body ? { "Content-Type": "application/json" } : {}) },
            body: body ? JSON.stringify(body) : undefined,
        });
        const cookie = answer.headers.get("set-cookie");
        if (cookie) this.word = /=([^;]*)/.exec(cookie)[1];
        const given = await answer.json().catch(() => ({}));
        return { status: answer.status, retry: answer.headers.get("retry-after"), given };
    }

    /* Events as they come: {events, closed, close(), until(fn)}. */
    listen(server, query) {
        const control = new AbortController();
        const stream = { events: [], closed: false, close: () => control.abort() };
        const waiting = [];
        const look = () => waiting.slice().forEach((one) => one());
        stream.until = (fn, ms = 30000) => new Promise((done, fail) => {
            const timer = setTimeout(() => fail(new Error(`nothing came for ${query}`)), ms);
            const one = () => {
                const found = stream.events.find(fn) || (stream.closed && fn({ event: "closed" }) ? { event: "closed" } : null);
                if (!found) return;
                clearTimeout(timer);
                waiting.splice(waiting.indexOf(one), 1);
                done(found);
            };
            waiting.push(one);
            one();
        });
        stream.ready = fetch(`${server.url}/api/1/events?${query}`, { headers: { Cookie: `kibitz-${server.port}=${this.word}` }, signal: control.signal }).then((answer) => {
            stream.status = answer.status;
            (async () => {
                let text = "";
                const decoder = new TextDecoder();
                for await (const piece of answer.body) {
                    text += decoder.decode(piece, { stream: true });
                    for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
                        const fields = Object.fromEntries(text.slice(0, end).split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
                        if (fields.event) stream.events.push({ event: fields.event, id: Number(fields.id) || 0, data: JSON.parse(fields.data) });
                    }
                    look();
                }
            })().catch(() => {}).finally(() => {
                stream.closed = true;
                look();
            });
        });
        return stream;
    }
}

async function register(server, name) {
    const person = new Person();
    const { status, given } = await person.ask(server, "POST", "/accounts", { name, password: "correct horse battery" });
    if (status !== 200 && status !== 201) throw new Error(JSON.stringify(given));
    return person;
}

async function guest(server, room, name) {
    const person = new Person();
    const { status, given } = await person.ask(server, "POST", "/session", { room: room.id, invite: room.invite, name });
    if (status !== 200) throw new Error(JSON.stringify(given));
    return person;
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export { guest, pause, Person, register, startDatabase, startOne };
