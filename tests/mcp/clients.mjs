// The official clients, as one thing: connect(mode, command) with mode one of `modes`.
import { Client as New } from '@modelcontextprotocol/client';
import { StdioClientTransport as NewPipe } from '@modelcontextprotocol/client/stdio';
import { Client as Old } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldPipe } from '@modelcontextprotocol/sdk/client/stdio.js';

export const modes = ['v2 pinned', 'v2 auto', 'v2 default', 'v1'];

const negotiation = {
    'v2 pinned': { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    'v2 auto': { versionNegotiation: { mode: 'auto' } },
};

export async function connect(mode, command, args = ['mcp']) {
    const who = { name: 'kibitz-tests', version: '1' };
    const old = mode === 'v1';
    const client = old ? new Old(who) : new New(who, negotiation[mode] ?? {});
    const how = { command, args, stderr: 'inherit' };
    await client.connect(old ? new OldPipe(how) : new NewPipe(how));
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
