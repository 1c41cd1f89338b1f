import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mcpScopes, mcpSyncScopes } from '@notes/contract';
import { type Client, type ClientName, clientNames, clients } from '@notes/contract/clients';
import { isOffered, tools } from '@notes/contract/tools';
import fc from 'fast-check';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { stdioServer } from '../src/mcp/server.js';
import type { Surroundings } from '../src/presentation.js';
import { inProcess, temporaryFolder, testLibrary } from './support.js';

interface Read {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
}

type Parsed = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

/** Splits a snippet into the words that a shell passes to `claude`. */
function shellWords(snippet: string): string[] {
  const script = `claude() { printf '%s\\0' "$@"; }\n${snippet}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

function readClaudeCode(snippet: string): Read {
  const [, , , transport, , scope, name, ...rest] = shellWords(snippet);
  expect([scope, name]).toEqual(['user', 'notes']);
  if (transport === 'http') return { url: rest[0] as string };
  const [end, command, ...args] = rest as [string, string, ...string[]];
  expect([transport, end]).toEqual(['stdio', '--']);
  return { command, args };
}

const entry = (key: string) => (snippet: string) => (JSON.parse(snippet) as Parsed)[key]?.notes as Read;
const mcpServers = entry('mcpServers');

/** Readers of the configuration of each client, written from the documentation of the clients. */
const readers: Readonly<Record<ClientName, (snippet: string) => Read>> = {
  'claude-code': readClaudeCode,
  'claude-desktop': mcpServers,
  cline: mcpServers,
  codex: (snippet) => (parseToml(snippet) as Parsed).mcp_servers?.notes as Read,
  continue: (snippet) => {
    const [{ name, type: _, ...server }] = (parseYaml(snippet) as { mcpServers: [Read & Record<string, unknown>] })
      .mcpServers;
    expect(name).toBe('notes');
    return server;
  },
  cursor: mcpServers,
  'devin-desktop': mcpServers,
  'gemini-cli': (snippet) => {
    const { httpUrl: url, ...server } = mcpServers(snippet) as Read & { httpUrl?: string };
    return { ...server, ...(url && { url }) };
  },
  goose: (snippet) => {
    const { cmd, args, uri, enabled } = (parseYaml(snippet) as Parsed).extensions?.notes ?? {};
    expect(enabled).toBe(true);
    return (uri === undefined ? { command: cmd, args } : { url: uri }) as Read;
  },
  jetbrains: mcpServers,
  json: mcpServers,
  opencode: (snippet) => {
    const { type, command: words, url, enabled } = (JSON.parse(snippet) as Parsed).mcp?.notes ?? {};
    expect(enabled).toBe(true);
    if (type === 'remote') return { url: url as string };
    const [command, ...args] = words as [string, ...string[]];
    return { command, args };
  },
  vscode: entry('servers'),
  windsurf: (snippet) => {
    const { serverUrl: url, ...server } = mcpServers(snippet) as Read & { serverUrl?: string };
    return { ...server, ...(url && { url }) };
  },
  zed: entry('context_servers'),
};

/** Reads the printed configuration as a client does. */
async function readConfiguration(
  client: ClientName,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const { code, stdout } = await inProcess(['mcp', 'config', client, ...args], { env });
  expect(code).toBe(0);
  return readers[client](stdout);
}

const overHttp = clientNames.filter((name) => (clients[name] as Client).http !== null);

describe('notes mcp config', () => {
  test.each(clientNames)('%s reads the intended command from its snippet [MC-SNIPPET]', async (client) => {
    expect(await readConfiguration(client, [])).toMatchObject({ command: 'notes-server', args: ['mcp'] });
    expect(await readConfiguration(client, ['--scope', 'organizer'])).toMatchObject({
      args: ['mcp', '--scope', 'organizer'],
    });
  });

  test.each(clientNames)('%s reads any path exactly from its snippet [MC-SNIPPET]', async (client) => {
    const path = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('\0'));
    const awkward = fc.constantFrom(
      `a 'b' "c" $d \`e\` \\f`,
      'x\ny\tz',
      '\u007f\u0085\u2028\ufeff',
      '--',
      '[#]=:',
      '文書🗂',
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(path, awkward), async (folder) => {
        const dataDir = resolve('/', folder);
        expect(await readConfiguration(client, ['--data-dir', `/${folder}`])).toMatchObject({
          args: ['mcp', '--data-dir', dataDir],
        });
      }),
      { numRuns: client === 'claude-code' ? 20 : 60, seed: 5 },
    );
  });

  test('prints absolute paths for a library named by flags or environment variables [MC-PLACES]', async () => {
    const folder = temporaryFolder();
    const config = join(folder, 'own.toml');
    writeFileSync(config, '');
    const relative = join('..', '..', '..', folder.slice(1));
    const flags = ['--profile', 'work', '--data-dir', `./x/${relative}/data`, '--config', config];
    const args = ['mcp', '--profile', 'work', '--data-dir', resolve(`./x/${relative}/data`), '--config', config];
    expect(await readConfiguration('json', flags)).toMatchObject({ args });
    const env = { NOTES_PROFILE: 'work', NOTES_DATA_DIR: `./x/${relative}/data`, NOTES_CONFIG: config };
    expect(await readConfiguration('codex', [], env)).toMatchObject({ args });
    expect(await readConfiguration('codex', ['--profile', 'home'], env)).toMatchObject({
      args: ['mcp', '--profile', 'home', ...args.slice(3)],
    });
  });

  test.each(overHttp)('%s reads the address of the settings from its HTTP snippet [MC-HTTP]', async (client) => {
    expect(await readConfiguration(client, ['--http'])).toMatchObject({ url: 'http://127.0.0.1:8080/mcp' });
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'config.toml'), '[server]\nlisten_addr = "[::1]:4711"\n');
    expect(await readConfiguration(client, ['--http', '--data-dir', folder])).toMatchObject({
      url: 'http://[::1]:4711/mcp',
    });
  });

  test('exits with 2 for a client without HTTP, and for port 0 [MC-HTTP]', async () => {
    const without = clientNames.filter((name) => !overHttp.includes(name));
    expect(without).toEqual(['claude-desktop', 'jetbrains']);
    for (const client of without) {
      const { code, stdout, stderr } = await inProcess(['mcp', 'config', client, '--http']);
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('Leave out --http')]);
    }
    const env = { NOTES_SERVER_LISTEN_ADDR: '127.0.0.1:0' };
    expect(await inProcess(['mcp', 'config', 'cursor', '--http'], { env })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('port 0'),
    });
  });

  test.each([['emacs'], []])(
    'rejects an unknown or missing client and names the known ones: %j [MC-UNKNOWN]',
    async (...client) => {
      const { code, stdout, stderr } = await inProcess(['mcp', 'config', ...client]);
      expect([code, stdout]).toEqual([2, '']);
      for (const name of clientNames) expect(stderr).toContain(name);
    },
  );

  test('prints on standard error the file for the snippet and the source of the scope', async () => {
    const said = await inProcess(['mcp', 'config', 'codex']);
    expect(said.stderr).toContain('put this into ~/.codex/config.toml');
    expect(said.stderr).toContain('scope read-only');
    const env = { NOTES_MCP_DEFAULT_SCOPE: 'editor' };
    expect((await inProcess(['mcp', 'config', 'codex'], { env })).stderr).toContain('scope editor');
    const former = { NOTES_MCP_DEFAULT_PROFILE: 'search-only' };
    const narrowed = await inProcess(['mcp', 'config', 'codex', '--scope', 'editor'], { env: former });
    expect(narrowed.stderr).toContain('scope search-only');
    const http = await inProcess(['mcp', 'config', 'codex', '--http', '--scope', 'editor']);
    expect(http.stderr).toContain('Set mcp.default_scope to editor');
    expect(http.stderr).toContain('server.listen_addr');
    expect((await inProcess(['mcp', 'config', 'codex', '-q'])).stderr).toBe('');
    const command = await inProcess(['mcp', 'config', 'claude-code']);
    expect(command.stderr).toContain('Claude Code: run this in a terminal');
  });

  test('prints the snippet and its notes as JSON', async () => {
    const { stdout, stderr } = await inProcess(['mcp', 'config', 'zed', '--json']);
    const { snippet, server, goes_into } = JSON.parse(stdout);
    expect(stderr).toBe('');
    expect(readers.zed(snippet)).toMatchObject(server);
    expect(goes_into).toBe('~/.config/zed/settings.json');
  });

  test('opens and creates no library', async () => {
    const { dataDir, run } = testLibrary(inProcess);
    mkdirSync(dataDir);
    expect((await run(['mcp', 'config', 'json'])).code).toBe(0);
    expect((await run(['mcp', 'tools'])).code).toBe(0);
    expect(existsSync(join(dataDir, 'notes.db'))).toBe(false);
  });
});

describe('notes mcp config on Windows', () => {
  const surroundings = {
    globals: { dataDir: 'x', color: true, input: true },
    env: {},
    config: { dataDir: 'C:\\Users\\Ada L\\Notes' },
  } as unknown as Surroundings;

  test('runs the command through the shell, because npm installs scripts there', () => {
    const server = stdioServer(surroundings, undefined, 'win32');
    const args = ['/c', 'notes-server', 'mcp', '--data-dir', 'C:\\Users\\Ada L\\Notes'];
    expect(server).toEqual({ command: 'cmd', args });
    expect(clients['claude-code'].stdio(server, 'win32')).toBe(
      'claude mcp add --transport stdio --scope user notes -- cmd /c notes-server mcp --data-dir "C:\\Users\\Ada L\\Notes"',
    );
    expect(readers.codex(clients.codex.stdio(server))).toEqual(server);
  });

  test('names the configuration files by their Windows paths', () => {
    for (const [name, { location }] of Object.entries(clients)) expect(location('win32'), name).not.toContain('~');
    expect(clients.cursor.location('win32')).toBe('%USERPROFILE%\\.cursor\\mcp.json');
  });
});

describe('notes mcp tools', () => {
  test('lists the tools of the given scopes by name [MC-TOOLS]', async () => {
    for (const scope of mcpScopes) {
      for (const syncScope of mcpSyncScopes) {
        const args = ['mcp', 'tools', '--scope', scope, '--sync-scope', syncScope];
        const names = tools.filter((tool) => isOffered(tool, { scope, syncScope })).map(({ name }) => name);
        expect((await inProcess([...args, '-o', 'ids'])).stdout).toBe(names.map((name) => `${name}\n`).join(''));
      }
    }
  });

  test('uses the scopes of the settings without a flag [MC-TOOLS]', async () => {
    const env = { NOTES_MCP_DEFAULT_SCOPE: 'organizer', NOTES_MCP_SYNC_SCOPE: 'control' };
    const { stdout } = await inProcess(['mcp', 'tools', '--json'], { env });
    const shown = JSON.parse(stdout);
    expect([shown.scope, shown.sync_scope, shown.tools.length]).toEqual(['organizer', 'control', tools.length]);
    const edit = shown.tools.find(({ name }: { name: string }) => name === 'edit_note');
    expect(edit).toEqual({
      name: 'edit_note',
      scope: 'editor',
      sync_scope: 'disabled',
      effect: 'destructive',
      title: expect.any(String),
    });
  });

  test('prints a table with a count, and CSV with a header', async () => {
    const { stdout, stderr } = await inProcess(['mcp', 'tools', '--scope', 'search-only']);
    expect(stdout).toMatch(/^search_documents {2,}search-only {2}disabled {2}read {2}/m);
    expect(stderr).toMatch(/^\d+ tools with scope search-only and sync scope disabled\.\n$/);
    const csv = await inProcess(['mcp', 'tools', '-o', 'csv']);
    expect(csv.stdout).toMatch(/^name,scope,sync_scope,effect,title\r\n/);
  });
});
