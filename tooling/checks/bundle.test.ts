import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { getMcpConfigForManifest, type McpbManifestAny, unpackExtension, validateManifest } from '@anthropic-ai/mcpb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBundle } from '../release/bundle.mjs';
import { readManifest, root } from '../run/workspace.mjs';
import { installServer } from './installed.js';

let temporary = '';
const at = (...parts: string[]) => join(temporary, ...parts);
const manifest = () => JSON.parse(readFileSync(at('unpacked', 'manifest.json'), 'utf8')) as McpbManifestAny;

beforeAll(async () => {
  temporary = mkdtempSync(join(tmpdir(), 'notes-bundle-test-'));
  const script = join(root, 'tooling', 'release', 'mcpb.mjs');
  await promisify(execFile)(process.execPath, [script, at('notes.mcpb')]);
  await unpackExtension({ mcpbPath: at('notes.mcpb'), outputDir: at('unpacked'), silent: true });
});
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

describe('the bundle for desktop clients', () => {
  it('is valid, of the version of the server, and lists every tool [MB-BUNDLE]', async () => {
    expect(validateManifest(at('unpacked'))).toBe(true);
    const { version, tools: listed = [] } = manifest();
    expect(version).toBe(readManifest(join(root, 'apps', 'server')).version);
    const contract = pathToFileURL(join(root, 'packages', 'contract', 'dist', 'tools', 'index.js')).href;
    const { tools } = (await import(contract)) as { tools: readonly { name: string; description: string }[] };
    expect(listed).toEqual(tools.map(({ name, description }) => ({ name, description })));
    expect(listed.length).toBeGreaterThan(40);
  });

  it('is the same bytes each time [MB-BUNDLE]', async () => {
    // The times of a ZIP go by two seconds.
    await delay(2_100);
    await buildBundle(root, at('again.mcpb'));
    expect(readFileSync(at('again.mcpb')).equals(readFileSync(at('notes.mcpb')))).toBe(true);
  });
});

interface Started {
  readonly command: string;
  readonly args: string[];
}

/** What a client runs, by the code clients fill in settings with. */
async function asClient(userConfig: Readonly<Record<string, string>>): Promise<Started> {
  const config = await getMcpConfigForManifest({
    manifest: manifest(),
    extensionPath: at('unpacked'),
    systemDirs: {},
    userConfig,
    pathSeparator: '/',
  });
  const { command, args = [] } = config as Started;
  expect(command).toBe('node');
  return { command: process.execPath, args };
}

interface Client {
  connect(transport: unknown): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  getServerVersion(): { name: string; version: string } | undefined;
  close(): Promise<void>;
}

/** The protocol's own client, which the server's package tests with. */
const requireThere = createRequire(join(root, 'apps', 'server', 'package.json'));
const { Client: SdkClient } = requireThere('@modelcontextprotocol/sdk/client/index.js') as {
  Client: new (info: { name: string; version: string }) => Client;
};
const { StdioClientTransport } = requireThere('@modelcontextprotocol/sdk/client/stdio.js') as {
  StdioClientTransport: new (options: Started & { env: Record<string, string> }) => unknown;
};

/** Names of the tools the bundle serves with these settings. */
async function toolsOf(userConfig: Readonly<Record<string, string>>, env: Record<string, string>): Promise<string[]> {
  const client = new SdkClient({ name: 'bundle-test', version: '1' });
  await client.connect(new StdioClientTransport({ ...(await asClient(userConfig)), env }));
  try {
    expect(client.getServerVersion()?.version).toBe(readManifest(join(root, 'apps', 'server')).version);
    return (await client.listTools()).tools.map(({ name }) => name);
  } finally {
    await client.close();
  }
}

describe('the bundle, started as a client starts it', () => {
  const installed = () => installServer(at('bin'));
  const elsewhere = () => ({ HOME: at('home'), XDG_CONFIG_HOME: at('home') });

  it('serves reading unless told, from the folder that was set [MB-RUN]', async () => {
    const names = await toolsOf({ data_dir: at('data') }, { PATH: `${installed()}:/usr/bin:/bin`, ...elsewhere() });
    expect(names).toContain('get_document');
    expect(names).not.toContain('create_note');
  });

  it('leaves the scope to the settings where none was set [MB-RUN]', async () => {
    const env = { PATH: `${installed()}:/usr/bin:/bin`, ...elsewhere(), NOTES_MCP_DEFAULT_SCOPE: 'search-only' };
    const names = await toolsOf({ data_dir: at('data') }, env);
    expect(names).toContain('search_documents');
    expect(names).not.toContain('get_document');
  });

  it('serves the scope that was set, by the program that was set [MB-RUN]', async () => {
    const settings = { data_dir: at('data'), scope: 'editor', command: join(installed(), 'notes-server') };
    const names = await toolsOf(settings, { PATH: '/usr/bin:/bin', ...elsewhere() });
    expect(names).toContain('create_note');
    expect(names).not.toContain('run_batch');
  });

  it('says so where no server is installed, and ends with 127 [MB-MISSING]', async () => {
    const { command, args } = await asClient({ command: at('nowhere') });
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env: { PATH: '/nonexistent' } });
    expect([status, stdout]).toEqual([127, '']);
    expect(stderr).toContain(`at ${at('nowhere')}`);
    expect(stderr).toContain('npm install -g @notes/server');
  });

  it('ends as the server does, and tells why [MB-RUN]', async () => {
    const { command, args } = await asClient({ data_dir: at('data'), scope: 'everything' });
    const env = { PATH: `${installed()}:/usr/bin:/bin`, ...elsewhere() };
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env, input: '' });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('everything');
  });
});
