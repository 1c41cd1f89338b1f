import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { getMcpConfigForManifest, type McpbManifestAny, unpackExtension, validateManifest } from '@anthropic-ai/mcpb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
  it('is valid, has the version of the server and lists every tool [MB-BUNDLE]', async () => {
    expect(validateManifest(at('unpacked'))).toBe(true);
    const { version, tools: listed = [] } = manifest();
    expect(version).toBe(readManifest(join(root, 'apps', 'server')).version);
    const contract = pathToFileURL(join(root, 'packages', 'contract', 'dist', 'tools', 'index.js')).href;
    const { tools } = (await import(contract)) as { tools: readonly { name: string; description: string }[] };
    expect(listed).toEqual(tools.map(({ name, description }) => ({ name, description })));
    expect(listed.length).toBeGreaterThan(40);
  });

  it('has the same bytes after each build [MB-BUNDLE]', async () => {
    // The times of a ZIP have a resolution of two seconds.
    await delay(2_100);
    await buildBundle(root, at('again.mcpb'));
    expect(readFileSync(at('again.mcpb')).equals(readFileSync(at('notes.mcpb')))).toBe(true);
  });
});

interface Started {
  readonly command: string;
  readonly args: string[];
}

/** Starts the bundle as a client does, with the clients' code for filling in settings, in the Node of a client. */
async function asClient(userConfig: Readonly<Record<string, string>>, node = clientNode()): Promise<Started> {
  const config = await getMcpConfigForManifest({
    manifest: manifest(),
    extensionPath: at('unpacked'),
    systemDirs: {},
    userConfig,
    pathSeparator: '/',
  });
  const { command, args = [] } = config as Started;
  expect(command).toBe('node');
  return { command: node, args };
}

interface Client {
  connect(transport: unknown): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  getServerVersion(): { name: string; version: string } | undefined;
  close(): Promise<void>;
}

/** MCP client from the SDK, which the tests of the server's package use too. */
const requireThere = createRequire(join(root, 'apps', 'server', 'package.json'));
const { Client: SdkClient } = requireThere('@modelcontextprotocol/sdk/client/index.js') as {
  Client: new (info: { name: string; version: string }) => Client;
};
const { StdioClientTransport } = requireThere('@modelcontextprotocol/sdk/client/stdio.js') as {
  StdioClientTransport: new (options: Started & { env: Record<string, string> }) => unknown;
};

/** Returns the names of the tools that the bundle serves with these settings. */
async function listBundleTools(
  userConfig: Readonly<Record<string, string>>,
  env: Record<string, string>,
): Promise<string[]> {
  const client = new SdkClient({ name: 'bundle-test', version: '1' });
  await client.connect(new StdioClientTransport({ ...(await asClient(userConfig)), env }));
  try {
    expect(client.getServerVersion()?.version).toBe(readManifest(join(root, 'apps', 'server')).version);
    return (await client.listTools()).tools.map(({ name }) => name);
  } finally {
    await client.close();
  }
}

let newNode: string | undefined;

/** Returns the path of a Node as clients have one: this one, or a newer one that npm fetches. */
function clientNode(): string {
  newNode ??= isOld ? fetchNode() : process.execPath;
  return newNode;
}

const isOld = Number.parseInt(process.versions.node, 10) < 22;

function fetchNode(): string {
  const { platform, arch } = process;
  const folder = at('node');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const spec = `node-${platform}-${arch}@24`;
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', spec];
  const { status } = spawnSync('npm', args, { stdio: 'ignore' });
  const node = join(folder, 'node_modules', `node-${platform}-${arch}`, 'bin', 'node');
  return status === 0 && existsSync(node) ? node : '';
}

describe('the bundle as a client starts it', () => {
  const installBundle = () => installServer(at('bin'));
  const isolatedEnv = () => ({ HOME: at('home'), XDG_CONFIG_HOME: at('home'), PATH: '/nonexistent' });
  beforeEach((context) => {
    if (clientNode() === '') context.skip('npm has no Node 24 for this system');
  });

  it('serves read tools by default from the configured folder, with nothing installed [MB-RUN]', async () => {
    const names = await listBundleTools({ data_dir: at('data') }, isolatedEnv());
    expect(names).toContain('get_document');
    expect(names).not.toContain('create_note');
    expect(existsSync(at('data', 'notes.db'))).toBe(true);
  });

  it('uses the scope of the settings when the client configures none [MB-RUN]', async () => {
    const names = await listBundleTools(
      { data_dir: at('data') },
      { ...isolatedEnv(), NOTES_MCP_DEFAULT_SCOPE: 'search-only' },
    );
    expect(names).toContain('search_documents');
    expect(names).not.toContain('get_document');
  });

  it('serves the configured scope with the configured program [MB-RUN]', async () => {
    const settings = { data_dir: at('data'), scope: 'editor', command: join(installBundle(), 'notes-server') };
    const names = await listBundleTools(settings, { ...isolatedEnv(), PATH: '/usr/bin:/bin' });
    expect(names).toContain('create_note');
    expect(names).not.toContain('run_batch');
  });

  it('contains an addon for every system that clients run on [MB-RUN]', () => {
    const packages = readdirSync(at('unpacked', 'node_modules', '@notes')).filter((name) => name.startsWith('native-'));
    const systems = ['darwin', 'linux', 'win32'].flatMap((system) => [`${system}-arm64`, `${system}-x64`]);
    expect(packages.sort()).toEqual(systems.map((system) => `native-${system}`));
    for (const name of packages) {
      const addons = readdirSync(at('unpacked', 'node_modules', '@notes', name, 'dist'));
      expect(addons).toEqual(expect.arrayContaining(['sodium.node', 'sqlite.node']));
    }
  });

  it('reports a missing configured program and exits with 127 [MB-MISSING]', async () => {
    const { command, args } = await asClient({ command: at('nowhere') });
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env: { PATH: '/nonexistent' } });
    expect([status, stdout]).toEqual([127, '']);
    expect(stderr).toContain(`at ${at('nowhere')}`);
  });

  it('runs the installed server when Node is too old for the bundled one [MB-MISSING]', async (context) => {
    if (!isOld) context.skip('this Node is new enough for the bundled server');
    const { command, args } = await asClient({}, process.execPath);
    const ask = (path: string) =>
      spawnSync(command, args, { encoding: 'utf8', env: { ...isolatedEnv(), PATH: path }, input: '' });
    expect(ask(`${installBundle()}:/usr/bin:/bin`)).toMatchObject({ status: 0, stdout: '' });
  });

  it('exits with the code of the server and passes on its error message [MB-RUN]', async () => {
    const { command, args } = await asClient({ data_dir: at('data'), scope: 'everything' });
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env: isolatedEnv(), input: '' });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('everything');
  });
});
