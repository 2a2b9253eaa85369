// A web board for the tests: `kibitz serve --mcp` with its data in a folder of its own, and what its owner asks of it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class Board {
    static async start(kibitz) {
        const board = new Board();
        board.folder = mkdtempSync(join(tmpdir(), 'kibitz-mcp-'));
        board.child = spawn(kibitz, ['serve', '--mcp', '--quiet', '--port', '0', '--data', join(board.folder, 'serve.db'),
            '--request-rate', '100000', '--act-rate', '100000', '--rooms-each', '1000', '--engine-delay', '0'],
        { stdio: ['ignore', 'pipe', 'inherit'] });
        const said = await new Promise((done, fail) => {
            let text = '';
            board.child.stdout.on('data', (more) => {
                text += more;
                const link = /(http:\S+)\/#\/start\/(\S+)/.exec(text);
                if (link) done(link);
            });
            board.child.on('exit', () => fail(new Error(`the server ended: ${text}`)));
        });
        board.url = said[1];
        board.cookie = '';
        await board.ask('POST', '/session', { token: said[2] });
        return board;
    }

    // What the page would ask; the answer as data.
    async ask(method, path, body) {
        const r = await fetch(`${this.url}/api/1${path}`, {
            method,
            headers: { Origin: this.url, 'X-Kibitz': '1', 'Content-Type': 'application/json', Cookie: this.cookie },
            body: body === undefined ? undefined : JSON.stringify(body),
        });
        const cookie = r.headers.get('set-cookie');
        if (cookie) this.cookie = cookie.split(';')[0];
        return { code: r.status, ...await r.json() };
    }

    async token(name) {
        return (await this.ask('POST', '/tokens', { name, days: 1 })).token;
    }

    // The code that the server ended with, and how long that took.
    async stop() {
        const from = Date.now();
        const code = await new Promise((done) => {
            this.child.removeAllListeners('exit');
            this.child.on('exit', done);
            this.child.kill('SIGTERM');
        });
        rmSync(this.folder, { recursive: true, force: true });
        return { code, ms: Date.now() - from };
    }
}
