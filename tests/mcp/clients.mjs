// The official clients, as one thing: connect(mode, at) with mode one of `modes`. `at` is a program that speaks over
// its standard input and output ({ command }), or a server ({ url, token }).
import { Client as New, StreamableHTTPClientTransport as NewHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as NewPipe } from '@modelcontextprotocol/client/stdio';
import { Client as Old } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldPipe } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export const modes = ['v2 pinned', 'v2 auto', 'v2 default', 'v1'];

const negotiation = {
    'v2 pinned': { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    'v2 auto': { versionNegotiation: { mode: 'auto' } },
};

function transport(old, at) {
    if (at.command) {
        const how = { command: at.command, args: ['mcp'], stderr: 'inherit' };
        return old ? new OldPipe(how) : new NewPipe(how);
    }
    const how = { requestInit: { headers: { Authorization: `Bearer ${at.token}` } } };
    const url = new URL(`${at.url}/mcp`);
    return old ? new OldHttp(url, how) : new NewHttp(url, how);
}

export async function connect(mode, at) {
    const who = { name: 'kibitz-tests', version: '1' };
    const old = mode === 'v1';
    const client = old ? new Old(who) : new New(who, negotiation[mode] ?? {});
    await client.connect(transport(old, at));
    return {
        client,
        list: () => client.listTools(),
        raw: (name, given, options) =>
            old ? client.callTool({ name, arguments: given }, undefined, options)
                : client.callTool({ name, arguments: given }, options),
        resources: () => client.listResources(),
        templates: () => client.listResourceTemplates(),
        read: (uri) => client.readResource({ uri }),
        prompts: () => client.listPrompts(),
        prompt: (name, given) => client.getPrompt({ name, arguments: given }),
        close: () => client.close(),
    };
}
