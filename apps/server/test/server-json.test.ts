import { readFileSync } from 'node:fs';
import { mcpScopes } from '@notes/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cleanUp, run } from './support/binary.js';

cleanUp();

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));

const concreteVersion = z.string().regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/);
const argument = z.strictObject({
  type: z.enum(['positional', 'named']),
  name: z.string().optional(),
  value: z.string().optional(),
  description: z.string(),
  choices: z.array(z.string()).optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
});
/** Rules of schema 2025-12-11 of the registry for the fields in use, and the registry's additional rules for npm. */
const serverEntry = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: concreteVersion,
  repository: z.strictObject({
    url: z.url(),
    source: z.literal('github'),
    subfolder: z.string().regex(/^[\w-]+(?:\/[\w-]+)*$/),
  }),
  packages: z
    .array(
      z.strictObject({
        registryType: z.literal('npm'),
        registryBaseUrl: z.literal('https://registry.npmjs.org'),
        identifier: z.string(),
        version: concreteVersion,
        runtimeHint: z.literal('npx'),
        transport: z.strictObject({ type: z.literal('stdio') }),
        packageArguments: z.array(argument),
      }),
    )
    .length(1),
});

const manifest = z
  .object({
    name: z.string(),
    version: z.string(),
    mcpName: z.string(),
    bin: z.record(z.string(), z.string()),
    files: z.array(z.string()),
  })
  .parse(read('package.json'));

describe('the entry for the MCP server registry', () => {
  const entry = serverEntry.parse(read('server.json'));
  const [packaged] = entry.packages;

  it('names the package and its version [SERVER-REGISTRY]', () => {
    expect(entry).toMatchObject({ name: manifest.mcpName, version: manifest.version });
    expect(packaged).toMatchObject({ identifier: manifest.name, version: manifest.version });
    // With one command in the package, npx needs no command name.
    expect(Object.keys(manifest.bin)).toEqual(['notes-server']);
  });

  it('starts the MCP command with flags that exist [SERVER-REGISTRY]', async () => {
    const [word, ...flags] = packaged?.packageArguments ?? [];
    expect(word).toMatchObject({ type: 'positional', value: 'mcp' });
    const help = (await run(['mcp', '--help']).ended).stdout;
    for (const { type, name } of flags) expect([type, help]).toEqual(['named', expect.stringContaining(`${name} <`)]);
    expect(flags.find(({ name }) => name === '--scope')?.choices).toEqual([...mcpScopes]);
  });
});
