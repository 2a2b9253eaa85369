/* Runs the files of tests, two at a time, with one browser for all of them: node run.mjs FILE... */
import { spawn } from "node:child_process";
import { launchOptions } from "./browser.mjs";
import { chromium } from "playwright-core";

const server = await chromium.launchServer(launchOptions());
const child = spawn(process.execPath, ["--test", "--test-concurrency=2", "--test-reporter=spec", ...process.argv.slice(2)], { stdio: "inherit", env: { ...process.env, KIBITZ_BROWSER: server.wsEndpoint() } });
child.on("exit", async (code) => {
    await server.close();
    process.exit(code ?? 1);
});
