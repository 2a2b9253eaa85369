// Scenes of every game of the program, held against the schema by ajv: random games, the scene after
// every event, for all and for seat 1. Usage: scene_schema.js PROGRAM SCHEMA
'use strict';

const {spawn} = require('node:child_process');
const fs = require('node:fs');
const readline = require('node:readline');
const Ajv = require('ajv/dist/2020');

const [program, file] = process.argv.slice(2);
const fits = new Ajv({allErrors: true, strict: false}).compile(JSON.parse(fs.readFileSync(file, 'utf8')));
const engine = spawn(program, ['uci'], {stdio: ['pipe', 'pipe', 'inherit']});
const lines = readline.createInterface({input: engine.stdout})[Symbol.asyncIterator]();

let seed = 1;
const below = (n) => {
  seed = (seed * 48271) % 2147483647;
  return seed % n;
};

// What is answered to a command, up to a line that begins with `last` or an error.
async function ask(command, last) {
  engine.stdin.write(command + '\n');
  const got = [];
  for (;;) {
    const {value, done} = await lines.next();
    if (done) throw new Error(`${command}: no answer`);
    got.push(value);
    if (value.startsWith(last) || value.startsWith('info string error')) return got;
  }
}

let scenes = 0;

async function check(game, seat) {
  const [line] = (await ask(`scene seat ${seat}`, 'scene ')).slice(-1);
  if (!line.startsWith('scene ')) throw new Error(`${game}: ${line}`);
  if (!fits(JSON.parse(line.slice(6)))) throw new Error(`${game}: ${JSON.stringify(fits.errors[0])}`);
  scenes++;
}

async function play(game) {
  engine.stdin.write(`setoption name Game value ${game}\nposition startpos seed ${below(1000)}\n`);
  for (let ply = 0; ply < 12; ply++) {
    await check(game, 'all');
    await check(game, 1);
    const actions = (await ask('legal', 'legalok')).filter((l) => l.startsWith('legal action '));
    if (!actions.length) return;
    const token = actions[below(actions.length)].split(' ')[2];
    const [line] = (await ask(`play ${token}`, 'ply ')).slice(-1);
    if (!line.startsWith('ply ')) throw new Error(`${game}: ${token}: ${line}`);
  }
}

async function main() {
  const games = (await ask('games', 'gamesok')).filter((l) => l.startsWith('game '));
  for (const g of games) await play(g.split(' ')[1]);
  console.log(`${scenes} scenes of ${games.length} games fit the schema`);
  if (games.length < 40) throw new Error('too few games');
}

main().then(() => engine.stdin.end('quit\n'), (e) => {
  console.error(e.message);
  engine.kill();
  process.exit(1);
});
