// The official clients over standard input and output (`kibitz mcp`) or over HTTP (`kibitz serve --mcp`): every tool,
// whole games, progress, a search that is cancelled.
// Usage: node test_mcp_clients.mjs KIBITZ SOURCE stdio|http; KIBITZ_UPDATE_GOLDEN writes tools.txt.
import { readFileSync, writeFileSync } from 'node:fs';
import { Board } from './board.mjs';
import { connect, modes } from './clients.mjs';
import { Shapes } from './shapes.mjs';

const [kibitz, source, way] = process.argv.slice(2);
const far = way === 'http';
const golden = `${source}/tests/mcp/tools.txt`;
let failures = 0;
let checks = 0;

function check(ok, words) {
    checks++;
    if (ok) return;
    failures++;
    if (failures < 30) console.log(`FAILED: ${words}`.slice(0, 500));
}


// Chance that can be repeated is for tables of the process alone.
function seeded(given, seed) {
    return far ? given : { ...given, seed };
}

class Seat {
    constructor(c, shapes) {
        this.c = c;
        this.shapes = shapes;
        this.used = new Set();
    }

    // A call whose answer must be good.
    async ok(name, given, options) {
        const r = await this.c.raw(name, given, options);
        this.used.add(name);
        check(!r.isError, `${name} ${JSON.stringify(given)}: ${r.content[0]?.text}`);
        check(r.content[0].type === 'text' && r.content[0].text.length > 0, `${name}: no words`);
        if (!r.isError) for (const bad of this.shapes.answer(name, r.structuredContent)) check(false, bad);
        return r.structuredContent;
    }

    // A call that is refused, with words in its sentence.
    async no(name, given, words) {
        const r = await this.c.raw(name, given);
        const said = r.content[0]?.text ?? '';
        check(r.isError === true && said.includes(words), `${name} ${JSON.stringify(given)}: "${said}"`);
    }
}

async function lists(c, mode) {
    const { tools } = await c.list();
    const size = JSON.stringify({ tools }).length;
    let described = 0;
    JSON.stringify(tools, (key, value) => {
        if (key === 'description' && typeof value === 'string') described += value.length;
        return value;
    });
    check(size < 24 * 1024, `tools/list has ${size} bytes`);
    check(described * 3 >= size, `descriptions are ${described} of ${size} bytes`);
    const shapes = new Shapes(tools, `${source}/tests/data/scene.schema.json`);
    for (const bad of shapes.bad) check(false, bad);
    const now = Shapes.text(tools);
    if (process.env.KIBITZ_UPDATE_GOLDEN && mode === modes[0]) writeFileSync(golden, now);
    check(now === readFileSync(golden, 'utf8'), 'tools.txt: members were added, renamed or taken away');
    const { resources } = await c.resources();
    check(resources.some((r) => r.uri === 'kibitz://language'), 'the language is a resource');
    check(resources.some((r) => r.uri === 'kibitz://rules/azul'), 'rules are resources');
    check((await c.templates()).resourceTemplates.length === 2, 'two templates');
    check((await c.prompts()).prompts.length === 3, 'three prompts');
    return { shapes, tools };
}

async function refusals(s) {
    await s.no('new_table', { game: 'ches' }, 'did you mean chess');
    await s.no('new_table', {}, '`game` is missing');
    await s.no('new_table', { game: 'pig', colour: 1 }, 'there is no `colour`');
    await s.no('new_table', { game: 'pig', play: [3] }, '`play` names seats');
    await s.no('new_table', { game: 'pig', levels: [11] }, '`levels` are from 1 to 10');
    await s.no('new_table', { game: 'leduc', seed: 4 }, 'seed would tell');
    await s.no('new_table', { game: 'leduc', play: [1, 2] }, 'play one seat');
    await s.no('new_table', { game: 'unicorns', options: ['deck=/etc/passwd'] }, 'no file');
    await s.no('look', { table: '0'.repeat(32) }, 'no table has this handle');
    await s.no('position', { game: 'chess', position: 'nonsense' }, '');
    await s.no('position', { game: 'chess', file: 'x.pgn' }, '--allow-files');
    await s.no('check_rules', {}, 'one of `text` and `file`');
    await s.no('play_rules', { text: 'game x "X"\nboard nothing\n' }, 'line 2');
    for (const bad of ['nothing', 'kibitz://rules/none', `kibitz://record/${'0'.repeat(32)}`]) {
        const e = await s.c.read(bad).then(() => null, (x) => x);
        check(e && e.code === -32602, `${bad}: ${e && e.code}`);
    }
    for (const [name, given] of [['no_tool', {}], ['look2', { table: 'x' }]]) {
        const e = await s.c.raw(name, given).then(() => null, (x) => x);
        check(e, `${name} is refused`);
    }
}

// Every tool once; where a table is asked for, one of chess.
async function every_tool(s, tools, c) {
    await s.ok('games', {});
    await s.ok('games', { match: 'azul' });
    await s.ok('rules', { game: 'hex', options: ['size=5'] });
    const { tables } = await s.ok('new_table', seeded({ game: 'chess', levels: [1], seconds: 0.02, analysis: true }, 1));
    const { table } = tables[0];
    let k = await s.ok('look', { table, scene: true });
    check(k.scene && k.your_turn && k.legal === 20, 'chess begins with 20 actions');
    check((await s.ok('legal', { table })).count === 20, '20 are listed');
    check((await s.ok('why_not', { table, action: 'e2e5' })).legal === false, 'e2e5 is not legal');
    k = await s.ok('act', { table, at: k.at, action: 'e4' });
    check(k.since.length > 0 && k.your_turn, 'the engine answers');
    await s.no('act', { table, at: 0, action: 'd4' }, 'stale');
    await s.no('act', { table, at: k.at, action: 'e4e9' }, '');
    await s.no('act', { table, at: k.at }, 'one of `action`, `number` and `parts`');
    k = await s.ok('act', { table, at: k.at, parts: ['d2', 'd4'] });
    k = await s.ok('undo', { table, at: k.at });
    const a = await s.ok('analyze', { table, visits: 300, count: 2 });
    check(a.lines.length === 2 && a.lines[0].values.length === 2, 'two lines with two values');
    await s.ok('review', { table, seconds: 0.05 });
    const hand = (await s.ok('new_table', { game: 'leduc', analysis: true })).tables[0].table;
    await s.ok('look', { table: hand, wait: 5, scene: true });
    check((await s.ok('belief', { table: hand, deals: 50 })).cards.length > 0, 'a belief of leduc');
    await s.no('belief', { table }, 'nothing is hidden');
    const row = (await s.ok('position', { game: 'connect4', record: 'd d c c e e' })).tables[0].table;
    check((await s.ok('solve', { table: row, seconds: 20 })).solved, 'a row of four is proven');
    const pgn = (await s.ok('position', { record: '[Event "x"]\n\n1. e4 e5 2. Nf3 *\n', game: 'chess', play: [2] })).tables[0].table;
    check((await s.ok('look', { table: pgn })).turn === 2, 'black is to move after the record');
    const broken = await s.ok('check_rules', { text: 'game x "X"\nboard nothing\n' });
    check(!broken.ok && broken.problems[0].line === 2, 'problems name their lines');
    const book = (await c.read('kibitz://language')).contents[0].text;
    const sample = /```game\n([^`]*)```/.exec(book);
    check(sample, 'the language page has an example');
    const own = sample[1];
    const good = await s.ok('check_rules', { text: own });
    check(good.ok, `the first example is fine: ${JSON.stringify(good.problems).slice(0, 200)}`);
    const mine = (await s.ok('play_rules', { text: own })).tables[0].table;
    check((await s.ok('look', { table: mine })).your_turn, 'a text is played');
    check((await c.read(`kibitz://record/${table}`)).contents[0].text.includes('game: chess'), 'a record');
    check((await c.read('kibitz://rules/hex')).contents[0].text.includes('Hex'), 'a page of rules');
    for (const [name, given] of [['teach_game', { game: 'hex' }], ['analyse_game', { table }], ['design_game', {}]])
        check((await c.prompt(name, given)).messages[0].content.text.length > 100, name);
    await s.ok('close_table', { table });
    await s.no('look', { table }, 'no table has this handle');
    for (const t of tools) check(s.used.has(t.name), `${t.name} was not called`);
}

// An action by its parts: `prefer` orders the first ones, then the first that is offered.
async function by_parts(s, table, prefer) {
    const parts = [];
    for (;;) {
        const l = await s.ok('legal', { table, parts });
        if (l.actions) return l.actions[0].action;
        const first = parts.length ? undefined : prefer.map((p) => l.next.find((n) => n.part === p)).find((n) => n);
        const next = first ?? l.next[0];
        if (next.action) return next.action;
        parts.push(next.part);
    }
}

// Plays a table to its end; the kinds of decisions it met.
async function play_out(s, given, choose, tool = 'new_table') {
    const { table } = (await s.ok(tool, given)).tables[0];
    const kinds = new Set();
    let k = await s.ok('look', { table, wait: 20 });
    for (let turns = 0; !k.over && turns < 2000; turns++) {
        if (!k.your_turn) {
            k = await s.ok('look', { table, wait: 20 });
            continue;
        }
        kinds.add(k.kind);
        k = await s.ok('act', { table, at: k.at, ...await choose(table, turns) });
    }
    check(k.over && k.result, `${given.game} comes to an end`);
    return { kinds, table };
}

async function whole_games(s, c) {
    // Places what can be placed, else takes pieces and puzzles by turns: puzzles get finished, and as there are few
    // pieces of a shape a reward is chosen among others.
    const builder = async (table, n) =>
        ({ action: await by_parts(s, table, ['place', n % 3 ? 'basic' : 'take', 'take', 'change']) });
    let projectl = { kinds: new Set() };
    const setup = { game: 'projectl', options: ['reserve=4'], levels: [2], seconds: 10 };
    for (let seed = 1; seed <= 8 && !projectl.kinds.has('reward') && !(far && seed > 1); seed++)
        projectl = await play_out(s, seeded(setup, seed), builder);
    // Where chance cannot be chosen, a game that was played as far as its reward is played on.
    if (far) {
        const record = readFileSync(`${source}/tests/mcp/reward.record`, 'utf8');
        const later = await play_out(s, { levels: [2], seconds: 10, record }, builder, 'position');
        for (const kind of later.kinds) projectl.kinds.add(kind);
    }
    check(projectl.kinds.has('reward'), `a reward is chosen in Project L: ${[...projectl.kinds]}`);
    let unicorns;
    for (let n = 0; n < 6 && !unicorns?.kinds.has('reaction'); n++)
        unicorns = await play_out(s, { game: 'unicorns', players: 3, levels: [1, 1], seconds: 0.02 },
            async (table, turn) => {
                const { actions } = await s.ok('legal', { table, from: 1 });
                return { number: actions[turn % actions.length].number };
            });
    check(unicorns.kinds.has('reaction'), `reactions are asked in Unicorns: ${[...unicorns.kinds]}`);
    const record = (await c.read(`kibitz://record/${unicorns.table}`)).contents[0].text;
    check(record.includes('result:') && !record.includes('view:'), 'the true record comes after the end');
    await s.ok('review', { table: projectl.table, seconds: 0.05 });
}

async function progress_and_cancel(s, c) {
    const { table } = (await s.ok('new_table', seeded({ game: 'chess', analysis: true }, 1))).tables[0];
    const seen = [];
    const stop = new AbortController();
    const search = c.raw('analyze', { table, seconds: 50 }, {
        signal: stop.signal, timeout: 60000,
        onprogress: (p) => {
            seen.push(p);
            if (seen.length === 2) stop.abort();
        },
    }).then(() => null, (e) => e);
    check((await s.ok('look', { table })).your_turn, 'others are answered while a search runs');
    check(await search, 'a search is cancelled');
    check(seen.length >= 2 && seen[1].progress > seen[0].progress && seen[0].message, 'progress grows');
    // Without progress the answer is no stream; who hangs up has cancelled all the same. The older revisions say so.
    const quiet = new AbortController();
    const again = c.raw('analyze', { table, seconds: 50 }, { signal: quiet.signal, timeout: 60000 }).then(() => null, (e) => e);
    setTimeout(() => quiet.abort(), 100);
    check(await again, 'a search without progress is cancelled');
    // Their places are free again, soon: two searches at a time.
    for (let tries = 0; tries < 200; tries++) {
        const two = await Promise.all([1, 2].map(() => c.raw('analyze', { table, seconds: 0.05 })));
        if (!two.some((r) => r.isError && r.content[0].text.includes('searches are running'))) break;
        await new Promise((done) => { setTimeout(done, 50); });
    }
    await Promise.all([s.ok('analyze', { table, seconds: 0.05 }), s.ok('analyze', { table, seconds: 0.05 })]);
}

// What a server adds: people at the same table, and walls between tokens.
async function with_people(s, board, mode) {
    await s.no('new_table', { game: 'chess', seed: 1 }, 'leave `seed` out');
    const quiet = (await s.ok('new_table', { game: 'chess' })).tables[0].table;
    for (const name of ['analyze', 'solve', 'review']) await s.no(name, { table: quiet }, 'no analysis of this table');
    const made = await s.ok('new_table', { game: 'connect4', invite: [2] });
    const { table } = made.tables[0];
    const [, room, invite] = /#\/join\/(\w+)\/(\w+)$/.exec(made.link);
    let k = await s.ok('look', { table });
    check(!k.your_turn && k.note.includes('seat 2 is free'), `people are waited for: ${k.note}`);
    await s.no('act', { table, at: k.at, number: 1 }, 'seat 2 is free');
    await board.ask('POST', `/rooms/${room}/seats/2`, { kind: 'me', invite });
    k = await s.ok('look', { table, wait: 5 });
    check(k.your_turn, 'the game begins when all seats are taken');
    const turn = s.ok('act', { table, at: k.at, action: 'd' });
    for (;;) {
        const seen = (await board.ask('GET', `/rooms/${room}/scene?seat=2`));
        const done = await board.ask('POST', `/rooms/${room}/act`, { seat: 2, at: seen.at, token: 'c', key: `k${mode}` });
        if (done.code === 200) break;
    }
    k = await turn;
    check(k.your_turn && k.since.length === 1, 'the answer of a person comes with act');
    const other = await connect(mode, { url: board.url, token: await board.token('another') });
    const r = await other.raw('look', { table });
    check(r.isError && r.content[0].text.includes('no table has this handle'), 'a handle works with its token alone');
    await other.close();
}

const board = far ? await Board.start(kibitz) : null;
const at = far ? { url: board.url, token: await board.token('test') } : { command: kibitz };

for (const mode of modes) {
    const c = await connect(mode, at);
    const { shapes, tools } = await lists(c, mode);
    const s = new Seat(c, shapes);
    await refusals(s);
    await every_tool(s, tools, c);
    await progress_and_cancel(s, c);
    if (far) await with_people(s, board, mode);
    if (mode === modes[0] || (mode === 'v1' && !far)) await whole_games(s, c);
    if (mode === modes[0] && !far) {
        for (const g of (await s.ok('games', {})).games) {
            const { table } = (await s.ok('new_table', { game: g.name })).tables[0];
            const r = await c.raw('look', { table });
            const size = JSON.stringify(r).length;
            check(size < 4096, `look at the start of ${g.name} has ${size} bytes`);
            await s.ok('close_table', { table });
        }
    }
    await c.close();
    console.log(`${mode}: ${checks} checks, ${failures} failed`);
}
if (far) {
    const end = await board.stop();
    check(end.code === 0 && end.ms < 2500, `the server ends with ${end.code} after ${end.ms} ms`);
}
process.exit(failures ? 1 : 0);
