// The schemas of the tools: compiled as draft-07 and as 2020-12, and what they promise.
import { readFileSync } from 'node:fs';
import Ajv07 from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';

const words = new Set(['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'minimum',
    'maximum', 'description']);

// Every object names its members and allows no others; only the scene is plain. Only keywords that both drafts read alike.
function check(schema, path, bad) {
    for (const key of Object.keys(schema)) if (!words.has(key)) bad.push(`${path}: the keyword ${key}`);
    if (!schema.type) bad.push(`${path}: no type`);
    if (schema.type === 'array') check(schema.items, `${path}[]`, bad);
    if (schema.type !== 'object' || path.endsWith('.scene')) return;
    if (!schema.properties || schema.additionalProperties !== false) bad.push(`${path}: open to other members`);
    for (const name of schema.required ?? [])
        if (!schema.properties[name]) bad.push(`${path}: requires ${name}, which it does not name`);
    for (const [name, member] of Object.entries(schema.properties ?? {})) check(member, `${path}.${name}`, bad);
}

function fields(schema) {
    if (schema.type === 'array') return `[${fields(schema.items)}]`;
    if (schema.enum) return schema.enum.join('|');
    if (schema.type !== 'object' || !schema.properties) return schema.type;
    const required = new Set(schema.required ?? []);
    return `{${Object.entries(schema.properties)
        .map(([name, member]) => `${name}${required.has(name) ? '' : '?'}:${fields(member)}`).join(' ')}}`;
}

export class Shapes {
    constructor(tools, sceneSchema) {
        this.bad = [];
        this.input = {};
        this.output = {};
        const drafts = [new Ajv07({ strict: true }), new Ajv2020({ strict: true })];
        const scene = JSON.parse(readFileSync(sceneSchema, 'utf8'));
        this.scene = new Ajv2020({ strict: false }).compile(scene);
        for (const t of tools) {
            check(t.inputSchema, `${t.name} input`, this.bad);
            check(t.outputSchema, `${t.name} output`, this.bad);
            this.output[t.name] = drafts.map((a) => a.compile(t.outputSchema));
            for (const a of drafts) a.compile(t.inputSchema);
        }
    }

    // The problems of an answer.
    answer(name, data) {
        const bad = [];
        for (const fits of this.output[name])
            if (!fits(data)) bad.push(`${name}: ${JSON.stringify(fits.errors).slice(0, 300)}`);
        if (data.scene && !this.scene(data.scene))
            bad.push(`${name}: scene ${JSON.stringify(this.scene.errors).slice(0, 300)}`);
        return bad;
    }

    // All names in one text: a member that is renamed or taken away shows.
    static text(tools) {
        return tools.map((t) => `${t.name} ${fields(t.inputSchema)}\n    ${fields(t.outputSchema)}\n`).join('');
    }
}
