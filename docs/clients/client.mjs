/* Plays a game against an engine: node client.mjs 'http://127.0.0.1:8080/#start=TOKEN' [GAME [LEVEL]] */
const [address, game = "tictactoe", level = "3"] = process.argv.slice(2);
const { origin, hash } = new URL(address);
const headers = { "Content-Type": "application/json", "X-Kibitz": "1", Origin: origin };

async function ask(method, path, body) {
    const answer = await fetch(`${origin}/api/1${path}`, { method, headers, body: body && JSON.stringify(body) });
    const cookie = answer.headers.getSetCookie()[0];
    if (cookie) headers.Cookie = cookie.split(";")[0];
    const said = await answer.json();
    if (!answer.ok) throw new Error(`${answer.status} ${said.error.code}: ${said.error.sentence}`);
    return said;
}

await ask("POST", "/session", { token: hash.split(/[=/]/).at(-1) });
let { room } = await ask("POST", "/rooms", { game, seats: [{ kind: "person" }, { kind: "engine", level: Number(level) }] });
const stream = await fetch(`${origin}/api/1/events?rooms=${room.id}&after=${room.event}`, { headers });
const events = stream.body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
while (!room.result) {
    if (room.pick) { // it is our turn: any legal action will do
        const { legal } = await ask("GET", `/rooms/${room.id}/legal?seat=1`);
        const { token } = legal[Math.floor(Math.random() * legal.length)];
        ({ room } = await ask("POST", `/rooms/${room.id}/act`, { at: room.at, seat: 1, token, key: crypto.randomUUID() }));
        console.log("we play", token);
    } else { // wait for news, then look again
        await events.next();
        ({ room } = await ask("GET", `/rooms/${room.id}`));
    }
}
console.log(JSON.stringify(room.result));
process.exit(0);
