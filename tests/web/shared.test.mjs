/* What several servers on one database owe to people: see docs/serve.md. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { guest, pause, Person, register, startDatabase, startOne } from "./shared_servers.mjs";

const LONG = process.env.WEB_ALL ? {} : { skip: "with WEB_ALL" };
const database = startDatabase();
const when = database.missing ? { skip: database.missing } : {};
const whenLong = database.missing ? when : LONG;
let a;
let b;
let ann;
const ok = (answer) => {
    assert.ok(answer.status === 200 || answer.status === 201, JSON.stringify(answer.given));
    return answer.given;
};
const open = { look: "link", undo: "free", dice: "server" };

before(async () => {
    if (database.missing) return;
    [a, b] = await Promise.all([startOne(database.store), startOne(database.store)]);
    ann = await register(a, "Ann");
});
after(async () => {
    for (const server of [a, b]) if (server) await server.end("SIGTERM");
    database.run("remove");
});

test("a flag is written once, whoever writes it", when, async () => {
    const { room } = ok(await ann.ask(a, "POST", "/rooms", { game: "tictactoe", seats: [{ kind: "person", name: "Ann" }, { kind: "person", name: "Ann" }], ...open, clock: { main_ms: 700, increment_ms: 0 } }));
    const streams = [ann.listen(a, `rooms=${room.id}&after=0`), ann.listen(b, `rooms=${room.id}&after=0`)];
    for (const server of [a, b]) ok(await ann.ask(server, "GET", `/rooms/${room.id}`));
    for (let tries = 0; tries < 100; tries++) {
        const { room: now } = ok(await ann.ask(b, "GET", `/rooms/${room.id}`));
        if (now.state === "over") break;
        await pause(100);
    }
    for (const server of [a, b]) {
        const { log } = ok(await ann.ask(server, "GET", `/rooms/${room.id}/log`));
        assert.equal(log.filter((row) => row.kind === "flag").length, 1, JSON.stringify(log));
    }
    streams.forEach((stream) => stream.close());
});

test("hidden hands and reactions, a person at each server", when, async () => {
    const { room } = ok(await ann.ask(a, "POST", "/rooms", { game: "unicorns", seats: [{ kind: "person", name: "Ann" }, { kind: "open" }], ...open, undo: "none", react_ms: 1500 }));
    const bob = await guest(b, room, "Bob");
    ok(await bob.ask(b, "POST", `/rooms/${room.id}/seats/2`, { kind: "me" }));
    const players = [[ann, a, 1], [bob, b, 2]];
    let acts = 0;
    let over = false;
    let random = 7;
    for (let tries = 0; acts < 40 && tries < 2000; tries++) {
        const [who, server, seat] = players[tries % 2];
        const { room: now } = ok(await who.ask(server, "GET", `/rooms/${room.id}`));
        over = now.state === "over";
        if (over) break;
        const legal = await who.ask(server, "GET", `/rooms/${room.id}/legal?seat=${seat}`);
        const list = legal.status === 200 ? legal.given.legal || [] : [];
        if (!list.length) {
            await pause(15);
            continue;
        }
        random = (random * 1103515245 + 12345) % 2147483648;
        const token = list[random % list.length].token || list[random % list.length];
        const done = await who.ask(server, "POST", `/rooms/${room.id}/act`, { at: legal.given.at || now.at, seat, token, key: `k${tries}` });
        assert.ok([200, 409, 422].includes(done.status), JSON.stringify(done.given));
        if (done.status === 200) acts++;
    }
    assert.ok(acts >= 20 || (over && acts >= 8), `${acts} acts`); /* few deals are over so soon */
    /* Each server has the same rows for the same person. */
    await pause(300);
    const [one, other] = [ok(await ann.ask(a, "GET", `/rooms/${room.id}/log`)), ok(await ann.ask(b, "GET", `/rooms/${room.id}/log`))];
    assert.deepEqual(one.log, other.log);
});

test("an analysis is heard, asked for and ended at another server", when, async () => {
    const begun = ok(await ann.ask(a, "POST", "/analyses", { game: "chess", infinite: true }));
    const stream = ann.listen(b, `analyses=${begun.analysis}`);
    const info = await stream.until((one) => one.event === "info");
    assert.equal(info.data.analysis, begun.analysis);
    ok(await ann.ask(b, "GET", `/analyses/${begun.analysis}`));
    const eve = await register(b, "Eve");
    assert.equal((await eve.ask(b, "GET", `/analyses/${begun.analysis}`)).status, 404);
    /* The third of a person ends the oldest, wherever it runs. */
    const more = [];
    for (let i = 0; i < 2; i++) more.push(ok(await ann.ask(b, "POST", "/analyses", { game: "chess", infinite: true, lines: 2 + i })).analysis);
    await stream.until((one) => one.event === "info" && one.data.done);
    stream.close();
    const ends = ann.listen(b, `analyses=${more.join()}`);
    await ends.ready;
    for (const id of more) ok(await ann.ask(a, "DELETE", `/analyses/${id}`));
    for (const id of more) await ends.until((one) => one.data && one.data.analysis === id && one.data.done);
    ends.close();
});

test("log-ins, streams and sessions are counted over both", when, async () => {
    const codes = [];
    for (let i = 0; i < 8; i++) codes.push((await new Person().ask(i % 2 ? a : b, "POST", "/session", { name: "Nobody", password: `wrong word ${i}` })).status);
    assert.equal(codes.filter((code) => code === 429).length, 3, codes.join());
    const cid = await register(a, "Cid");
    const streams = [];
    for (let i = 0; i < 5; i++) {
        streams.push(cid.listen(i % 2 ? a : b, "rooms="));
        await streams[i].ready;
        await pause(30);
    }
    await streams[0].until((one) => one.event === "closed");
    assert.deepEqual(streams.map((one) => one.closed), [true, false, false, false, false]);
    ok(await cid.ask(a, "DELETE", "/session"));
    for (const stream of streams) await stream.until((one) => one.event === "closed");
});

test("the database is away for a while", when, async () => {
    const { room } = ok(await ann.ask(a, "POST", "/rooms", { game: "tictactoe", seats: [{ kind: "person", name: "Ann" }, { kind: "person", name: "Ann" }], ...open }));
    const streams = [ann.listen(a, `rooms=${room.id}&after=0`), ann.listen(b, `rooms=${room.id}&after=0`)];
    for (const stream of streams) await stream.ready;
    database.run("crash");
    const act = { at: room.at, seat: 1, token: "b2", key: "once" };
    const refused = await ann.ask(a, "POST", `/rooms/${room.id}/act`, act);
    assert.equal(refused.status, 503);
    assert.ok(Number(refused.retry) >= 1);
    assert.equal(database.run("start", "fsync=off").status, 0);
    const surely = async (server) => {
        for (let tries = 0; tries < 100; tries++) {
            const done = await ann.ask(server, "POST", `/rooms/${room.id}/act`, act);
            if (done.status === 200) return done.given;
            assert.equal(done.status, 503, JSON.stringify(done.given));
            await pause(100);
        }
        throw new Error("it does not go on");
    };
    const done = await surely(a);
    const again = await surely(b);
    assert.equal(again.event, done.event);
    for (const stream of streams) {
        const mine = (one) => one.event === "act" && one.data.token === "b2";
        await stream.until((one) => one.id === again.event);
        assert.equal(stream.events.filter(mine).length, 1, JSON.stringify(stream.events));
        assert.ok(!stream.closed);
        stream.close();
    }
});

test("a server that dies leaves its thinking to another", whenLong, async () => {
    const c = await startOne(database.store);
    const { room } = ok(await ann.ask(c, "POST", "/rooms", { game: "chess", seats: [{ kind: "engine", engine: "movetime=8000" }, { kind: "person", name: "Ann" }], ...open }));
    const played = ok(await ann.ask(c, "POST", "/rooms", { game: "tictactoe", seats: [{ kind: "engine", engine: "movetime=50" }, { kind: "engine", engine: "movetime=50" }], ...open }));
    for (let tries = 0; tries < 100; tries++) {
        if (ok(await ann.ask(c, "GET", `/rooms/${played.room.id}`)).room.state === "over") break;
        await pause(100);
    }
    const review = ok(await ann.ask(c, "POST", "/reviews", { room: played.room.id, time_ms: 3000 }));
    const begun = ok(await ann.ask(c, "POST", "/analyses", { game: "chess", time_ms: 20000 }));
    const stream = ann.listen(a, `analyses=${begun.analysis}&rooms=${room.id}&after=0`);
    await pause(1000);
    await c.end("SIGKILL");
    const heard = stream.events.length;
    await stream.until((one) => one.event === "act" && one.data.token, 60000);
    await stream.until((one) => one.event === "info" && one.data.done, 60000);
    assert.ok(stream.events.length > heard);
    let state = "running";
    for (let tries = 0; tries < 600 && state === "running"; tries++) {
        ({ state } = ok(await ann.ask(b, "GET", `/reviews/${review.review}`)));
        await pause(100);
    }
    assert.equal(state, "done");
    stream.close();
});
