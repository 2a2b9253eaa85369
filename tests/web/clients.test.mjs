/* The two small clients of docs/clients play a game each. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { startServer } from "./browser.mjs";

const run = promisify(execFile);

for (const [program, name] of [["python3", "client.py"], [process.execPath, "client.mjs"]])
    test(`${name} plays to the end`, async () => {
        const server = await startServer();
        try {
            const { stdout } = await run(program, [new URL(`../../docs/clients/${name}`, import.meta.url).pathname, server.enter, "tictactoe", "2"], { timeout: 60000 });
            const lines = stdout.trim().split("\n");
            assert.match(lines[0], /^we play \S+/);
            assert.ok(JSON.parse(lines.at(-1)).reason, "the last line is the result");
        } finally {
            await server.stop();
        }
    });
