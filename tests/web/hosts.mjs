/* Two hosts and a database, each a network namespace of its own; the link of one host to the database is cut and
 * healed while people play. As root: node hosts.mjs [ROUNDS]. 77: namespaces cannot be made here. */

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdtempSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { guest, pause, register } from "./shared_servers.mjs";

const KIBITZ = process.env.KIBITZ || "kibitz";
const script = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../support/postgres");
const rounds = Number(process.argv[2] || 3);
const run = (line) => {
    const [program, ...words] = line.split(" ");
    const done = spawnSync(program, words, { encoding: "utf8" });
    if (done.status !== 0) throw new Error(`${line}: ${done.stderr || done.error}`);
    return done.stdout;
};
const quietly = (line) => {
    try {
        run(line);
        return true;
    } catch {
        return false;
    }
};
const spaces = ["kbz-db", "kbz-h1", "kbz-h2"];
const folder = mkdtempSync("/tmp/kibitz-pg-");
const servers = [];

/* The database is 10.77.H.1 to host H, which is 10.77.H.2; people reach host H at 10.78.H.2. */
function makeNet() {
    for (const space of spaces) run(`ip netns add ${space}`);
    for (const space of spaces) run(`ip -n ${space} link set lo up`);
    for (const host of [1, 2]) {
        run(`ip link add kbz-d${host} netns kbz-db type veth peer name kbz-s${host} netns kbz-h${host}`);
        run(`ip -n kbz-db addr add 10.77.${host}.1/24 dev kbz-d${host}`);
        run(`ip -n kbz-h${host} addr add 10.77.${host}.2/24 dev kbz-s${host}`);
        run(`ip link add kbz-p${host} type veth peer name kbz-w${host} netns kbz-h${host}`);
        run(`ip addr add 10.78.${host}.1/24 dev kbz-p${host}`);
        run(`ip -n kbz-h${host} addr add 10.78.${host}.2/24 dev kbz-w${host}`);
        run(`ip link set kbz-p${host} up`);
        run(`ip -n kbz-db link set kbz-d${host} up`);
        run(`ip -n kbz-h${host} link set kbz-s${host} up`);
        run(`ip -n kbz-h${host} link set kbz-w${host} up`);
    }
}

function startServer(host) {
    const url = `http://10.78.${host}.2:7979`;
    const store = `postgresql://kibitz@10.77.${host}.1/postgres`;
    const child = spawn("ip", ["netns", "exec", `kbz-h${host}`, KIBITZ, "serve", "--quiet", "--port", "7979", "--listen", `10.78.${host}.2`, "--public-url", url, "--accounts", "open", "--act-rate", "1000", "--request-rate", "1000", "--store", store], { stdio: ["ignore", "pipe", "inherit"] });
    servers.push(child);
    return new Promise((done, fail) => {
        child.stdout.on("data", (said) => String(said).includes("Kibitz is at") && done({ url, port: "7979" }));
        child.on("exit", (code) => fail(new Error(`kibitz serve ended with ${code}`)));
    });
}

async function play() {
    const [one, two] = [await startServer(1), await startServer(2)];
    servers.forEach((child) => child.removeAllListeners("exit"));
    const ann = await register(one, "Ann");
    const made = async (seats) => (await ann.ask(one, "POST", "/rooms", { game: "pig", options: { target: 1000 }, seats, look: "link", undo: "none", dice: "server" })).given.room;
    const shared = await made([{ kind: "open" }, { kind: "open" }]);
    const own = await made([{ kind: "person", name: "Ann" }, { kind: "person", name: "Ann" }]);
    const bob = await guest(two, shared, "Bob");
    for (const seat of [1, 2]) assert.equal((await bob.ask(two, "POST", `/rooms/${shared.id}/seats/${seat}`, { kind: "me" })).status, 200);
    const acknowledged = { [shared.id]: [], [own.id]: [] };
    let keys = 0;
    /* The same request until it is answered. */
    const surely = async (who, server, id) => {
        let body = null;
        for (;;) {
            const { room } = body ? {} : (await who.ask(server, "GET", `/rooms/${id}`)).given;
            if (room) body = { at: room.at, seat: room.pick_seat, token: "roll", key: `k${++keys}` };
            const done = body ? await who.ask(server, "POST", `/rooms/${id}/act`, body) : { status: 503 };
            if (done.status === 200) {
                acknowledged[id].push(done.given.event);
                return;
            }
            assert.equal(done.status, 503, JSON.stringify(done));
            await pause(100);
        }
    };
    let longest = 0;
    for (let round = 0; round < rounds; round++) {
        for (let i = 0; i < 10; i++) await Promise.all([surely(bob, two, shared.id), surely(ann, one, own.id)]);
        run("ip -n kbz-db link set kbz-d2 down");
        const cut = Date.now();
        const waiting = surely(bob, two, shared.id);
        for (let i = 0; i < 20; i++) await surely(ann, one, own.id); /* the other host goes on */
        longest = Math.max(longest, Date.now() - cut);
        await pause(2000 + round * 4000);
        run("ip -n kbz-db link set kbz-d2 up");
        await waiting;
    }
    for (const [id, events] of Object.entries(acknowledged)) {
        for (const server of [one, two]) {
            const { given } = await (id === own.id ? ann : bob).ask(id === own.id ? one : server, "GET", `/rooms/${id}/log`);
            const rolled = given.log.filter((row) => JSON.stringify(row).includes("\"token\":\"roll\"")).map((row) => row.event);
            assert.deepEqual(rolled, events, id);
        }
    }
    console.log(`${rounds} cuts, ${Object.values(acknowledged).flat().length} acts acknowledged, 0 lost or doubled; 20 acts at the other host during a cut took at most ${longest} ms`);
}

if (process.getuid() !== 0 || !quietly("ip netns add kbz-try") || !quietly("ip netns del kbz-try")) {
    console.log("skipped: network namespaces cannot be made here");
    process.exit(77);
}
let code = 1;
try {
    makeNet();
    chmodSync(folder, 0o755);
    run(`sh ${script} start ${folder} fsync=off`);
    appendFileSync(`${folder}/data/pg_hba.conf`, "host all all 10.77.0.0/16 trust\n");
    run(`sh ${script} stop ${folder}`);
    run(`ip netns exec kbz-db sh ${script} start ${folder} fsync=off listen_addresses=10.77.1.1,10.77.2.1`);
    await play();
    code = 0;
} catch (problem) {
    console.log(problem);
} finally {
    servers.forEach((child) => child.kill("SIGTERM"));
    quietly(`sh ${script} remove ${folder}`);
    for (const space of spaces) quietly(`ip netns del ${space}`);
    for (const host of [1, 2]) quietly(`ip link del kbz-p${host}`);
}
process.exit(code);
