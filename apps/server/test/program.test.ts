import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { configKeys, listRoutes } from '@notes/contract';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { cleanUp, type Ended, getPort, MAIN, type RunOptions, run, serve, temporaryFolder } from './support/binary.js';

cleanUp();

/** Expected result of a run that must not start. */
interface Refusal {
  readonly args: (folder: string) => readonly string[];
  readonly env?: Record<string, string>;
  /** Content of `config.toml` in the data directory. */
  readonly file?: string;
  readonly code: 1 | 2;
  /** Pattern that standard error has to match. */
  readonly says: RegExp;
}

const inFolder =
  (...more: string[]) =>
  (folder: string) => ['--data-dir', folder, '--listen', '127.0.0.1:0', ...more];
const listening = (address: string) => (folder: string) => ['--data-dir', folder, '--listen', address];

const refusals: Record<string, Refusal> = {
  'an unknown flag': { args: inFolder('--nonsense'), code: 2, says: /^notes-server: Unknown option '--nonsense'\n/ },
  'an unknown command': { args: () => ['nonsense'], code: 2, says: /^notes-server: Unknown command 'nonsense'\nTry / },
  'an unknown subcommand': { args: () => ['service', 'nonsense'], code: 2, says: /^notes-server: Unknown command/ },
  'a flag near another one': {
    args: inFolder('--confg', 'x'),
    code: 2,
    says: /'--confg' \(Did you mean --config\?\)\n/,
  },
  'a flag without its value': { args: () => ['--data-dir'], code: 2, says: /--data-dir/ },
  'an empty data directory': { args: () => ['--data-dir', ''], code: 2, says: /--data-dir.*empty/ },
  'an empty address': { args: inFolder('--listen', ' '), code: 2, says: /--listen.*empty/ },
  'a profile that is a path': { args: inFolder('--profile', '../x'), code: 2, says: /--profile/ },
  'an unknown key of --set': {
    args: inFolder('--set', 'server.listen_adr=127.0.0.1:0'),
    code: 2,
    says: /server\.listen_adr is not a setting\. Did you mean server\.listen_addr\?/,
  },
  'an unknown variable': {
    args: inFolder(),
    env: { NOTES_SERVER_REQUEST_TIMEOUT: '1' },
    code: 2,
    says: /NOTES_SERVER_REQUEST_TIMEOUT is not a setting\. Did you mean NOTES_SERVER_REQUEST_TIMEOUT_SECONDS\?/,
  },
  'an unknown key of the file': {
    args: inFolder(),
    file: '[mcp]\ndefault_scop = "editor"\n',
    code: 2,
    says: /config\.toml: mcp\.default_scop is not a setting\. Did you mean mcp\.default_scope\?/,
  },
  '--set without a value': { args: inFolder('--set', 'log.level'), code: 2, says: /key=value/ },
  '--set without a key': { args: inFolder('--set', '=x'), code: 2, says: /key=value/ },
  'a value of another kind': {
    args: inFolder('--set', 'server.request_timeout_seconds=soon'),
    code: 2,
    says: /server\.request_timeout_seconds/,
  },
  'a value out of range': {
    args: inFolder('--set', 'server.request_timeout_seconds=0'),
    code: 2,
    says: /server\.request_timeout_seconds/,
  },
  'a value outside its list': { args: inFolder('--set', 'log.level=loud'), code: 2, says: /log\.level/ },
  'a value of another kind in a variable': {
    args: inFolder(),
    env: { NOTES_MCP_MAX_RESULTS: '51' },
    code: 2,
    says: /NOTES_MCP_MAX_RESULTS.*mcp\.max_results/,
  },
  'a value of another kind in the file': {
    args: inFolder(),
    file: '[server]\nallowed_hosts = "x"\n',
    code: 2,
    says: /server\.allowed_hosts/,
  },
  'a file that is no TOML': { args: inFolder(), file: '[server\nlisten_addr = \n', code: 2, says: /config\.toml/ },
  'a file that is not there': {
    args: inFolder('--config', '/nonexistent/notes.toml'),
    code: 2,
    says: /\/nonexistent\/notes\.toml/,
  },
  'an address without a port': { args: listening('127.0.0.1'), code: 2, says: /^notes-server: --listen: / },
  'a port alone': { args: listening(':8080'), code: 2, says: /^notes-server: --listen: / },
  'a port beyond ports': { args: listening('127.0.0.1:65536'), code: 2, says: /^notes-server: --listen: / },
  'a name': { args: listening('example.test:0'), code: 2, says: /^notes-server: --listen: / },
  'every address': { args: listening('0.0.0.0:0'), code: 2, says: /^notes-server: --listen: .*loopback/ },
  'every IPv6 address': { args: listening('[::]:0'), code: 2, says: /^notes-server: --listen: .*loopback/ },
  'an address of the network': {
    args: listening('192.168.1.2:0'),
    code: 2,
    says: /^notes-server: --listen: .*loopback/,
  },
  'peers on every address without TLS': {
    args: inFolder('--set', 'sync.rest.enabled=true', '--set', 'sync.rest.host=0.0.0.0'),
    code: 2,
    says: /sync\.rest\.tls_cert_file.*TLS/,
  },
  'a certificate without its key': {
    args: inFolder('--set', 'sync.rest.enabled=true', '--set', 'sync.rest.tls_cert_file=/nonexistent.pem'),
    code: 2,
    says: /sync\.rest\.tls_key_file/,
  },
};

/** Expects nothing listening, nothing on standard output, and the reason in a line or two. */
function expectRefused(ended: Ended, code: number, says: RegExp): void {
  expect(ended.stderr).toMatch(says);
  expect([ended.code, ended.signal, ended.stdout]).toEqual([code, null, '']);
  expect(ended.stderr).not.toMatch(/\n\s+at |node:internal/);
  expect(ended.stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
}

describe.concurrent('a rejected start', () => {
  it.each(Object.entries(refusals))('%s', async (_, { args, env = {}, file, code, says }) => {
    const folder = temporaryFolder();
    if (file !== undefined) writeFileSync(join(folder, 'config.toml'), file);
    expectRefused(await run(args(folder), { env, cwd: folder }).ended, code, says);
  });
});

describe('a start that fails', () => {
  it('names the address that is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    const folder = temporaryFolder();
    const ended = await run(['--data-dir', folder, '--listen', `127.0.0.1:${port}`]).ended;
    taken.close();
    expect(readdirSync(folder).filter((name) => /-(wal|shm|journal)$/.test(name))).toEqual([]);
    expectRefused(ended, 1, new RegExp(`--listen: 127\\.0\\.0\\.1:${port} is in use`));
  });

  it('names the process that already serves the library', async () => {
    const folder = temporaryFolder();
    const first = serve(folder);
    await first.ready();
    expectRefused(await serve(folder).ended, 1, new RegExp(`process ${first.child.pid}\\b`));
    expect((await fetch(`${await first.ready()}/healthz`)).status).toBe(200);
  });

  it('reports that the data directory cannot be created', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const ended = await serve(join(file, 'data')).ended;
    expect([ended.code === 0, ended.stdout]).toEqual([false, '']);
    expect(ended.stderr).toContain(file);
    expect(ended.stderr).not.toMatch(/\n\s+at /);
  });

  const libraries: Record<string, [bytes: (library: Buffer) => Buffer, says: RegExp]> = {
    'an empty file': [() => Buffer.alloc(0), /empty/],
    'a file that is not a database': [() => Buffer.from('# My notes\n'.repeat(500)), /not a database/],
    'a database of another application': [(library) => patchBytes(library, 68, 0x12345678), /another application/],
    'a database without an application id': [(library) => patchBytes(library, 68, 0), /another application/],
    'a library of a newer version': [(library) => patchBytes(library, 60, 9_999), /schema 9999/],
  };

  let library = Buffer.alloc(0);
  beforeAll(async () => {
    const folder = temporaryFolder();
    const program = serve(folder);
    await program.ready();
    await program.stop();
    library = readFileSync(join(folder, 'notes.db'));
  });

  it.each(Object.entries(libraries))('leaves %s unchanged', async (_, [change, says]) => {
    const folder = temporaryFolder();
    const path = join(folder, 'notes.db');
    const bytes = change(library);
    writeFileSync(path, bytes);
    expectRefused(await serve(folder).ended, 1, says);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('does not occur with the original library', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'notes.db'), library);
    expect(await serve(folder).ready()).toMatch(/^http/);
  });
});

const patchBytes = (library: Buffer, at: number, value: number) => {
  const bytes = Buffer.from(library);
  bytes.writeUInt32BE(value, at);
  return bytes;
};

describe('the command line of notes-server', () => {
  it('prints its version', async () => {
    expect(await run(['--version']).ended).toMatchObject({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' });
  });

  it('prints every command and flag', async () => {
    const ended = await run(['--help']).ended;
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    for (const word of ['serve', 'openapi', '--config', '--profile', '--data-dir', '--listen', '--set', '--version'])
      expect(ended.stdout).toContain(word);
  });

  it.each(['', 'serve', 'mcp', 'migrate', 'service', 'service install', 'service status'])(
    'describes the commands and flags of "%s" in sentences',
    async (command) => {
      const { stdout } = await run([...command.split(' ').filter(Boolean), '--help']).ended;
      const entries = stdout.replaceAll(/\n {10,}/g, ' ').match(/^ {2}\S.*$/gm) ?? [];
      expect(entries.length).toBeGreaterThan(0);
      for (const entry of entries) expect(entry).toMatch(/ {2,}[A-Z].*\.(?: \(choices: .*\))?$/);
    },
  );

  it('accepts flags before and after the name of a command', async () => {
    const folder = temporaryFolder();
    const args = ['--data-dir', folder, '--set', 'log.level=warn', 'check-config', '--set', 'mcp.sync_scope=status'];
    const ended = await run(args).ended;
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    for (const said of [folder, 'log.level = "warn"', 'mcp.sync_scope = "status"'])
      expect(ended.stdout).toContain(said);
    const unknown = await run(['--data-dir', folder, 'mcp', '--scope', 'none']).ended;
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringMatching(/--scope.*search-only/)]);
  });

  it('openapi prints a description of every route as JSON', async () => {
    const ended = await run(['openapi']).ended;
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    const { openapi, paths } = JSON.parse(ended.stdout) as { openapi: string; paths: Record<string, object> };
    expect(openapi).toMatch(/^3\.1/);
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(
      listRoutes()
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    );
  });

  it.for(['openapi', '--help', 'check-config'])('%s reports a full disk and exits with 1', (word, context) => {
    if (process.platform !== 'linux') context.skip('only Linux has a device that is always full');
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const env = { ...process.env, NOTES_DATA_DIR: temporaryFolder() };
    const { status, stderr } = spawnSync(process.execPath, [MAIN, word], {
      env,
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, 'notes-server: The output cannot be written (ENOSPC)\n']);
  });

  it('openapi exits with 0 when its output is closed', async () => {
    const program = run(['openapi']);
    program.child.stdout.destroy();
    expect(await program.ended).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('the settings of a start', () => {
  const portIn = async (folder: string, args: string[], options: RunOptions = {}) => {
    const program = run(['--data-dir', folder, ...args], options);
    const url = await program.ready();
    await program.stop();
    return url;
  };

  it('come from flags, then variables, then the file, then defaults', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'config.toml'), '[server]\nlisten_addr = "127.0.0.3:0"\n');
    const env = { NOTES_SERVER_LISTEN_ADDR: '127.0.0.4:0' };
    expect(await portIn(folder, [])).toMatch(/^http:\/\/127\.0\.0\.3:/);
    expect(await portIn(folder, [], { env })).toMatch(/^http:\/\/127\.0\.0\.4:/);
    expect(await portIn(folder, ['--set', 'server.listen_addr=127.0.0.5:0'], { env })).toMatch(
      /^http:\/\/127\.0\.0\.5:/,
    );
    expect(await portIn(folder, ['--listen', '127.0.0.6:0'], { env })).toMatch(/^http:\/\/127\.0\.0\.6:/);
    const elsewhere = join(folder, 'other.toml');
    writeFileSync(elsewhere, 'server.listen_addr = "127.0.0.7:0"\n');
    expect(await portIn(folder, ['--config', elsewhere])).toMatch(/^http:\/\/127\.0\.0\.7:/);
    expect(configKeys['server.listen_addr'].default).toBe('127.0.0.1:8080');
  });

  it('set the allowed hosts and the largest body', async () => {
    const program = serve(temporaryFolder(), [
      '--set',
      'server.allowed_hosts=notes.home, other.home',
      '--set',
      'server.max_json_bytes=2048',
    ]);
    const url = await program.ready();
    const { converse } = await import('./support/raw.js');
    const requestHost = async (host: string) =>
      (await converse(getPort(url), `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).answers[0]
        ?.status;
    expect([
      await requestHost('notes.home'),
      await requestHost('other.home:1'),
      await requestHost('third.home'),
    ]).toEqual([200, 200, 403]);
    const post = (body: string) =>
      fetch(`${url}/api/v1/documents`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    expect([
      (await post('{"title":"x"}'.padEnd(2_048))).status,
      (await post('{"title":"x"}'.padEnd(2_049))).status,
    ]).toEqual([201, 413]);
  });

  it('and the library are below the home folder by default, separate for each profile', async () => {
    const home = temporaryFolder();
    const config = join(home, '.config', 'notes', 'work');
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, 'config.toml'), '[server]\nlisten_addr = "127.0.0.8:0"\n');
    chmodSync(home, 0o700);
    const env = { HOME: home, XDG_CONFIG_HOME: '', XDG_DATA_HOME: '' };
    const program = run(['--profile', 'work'], { env });
    const url = await program.ready();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.8:/);
    const status = (await (await fetch(`${url}/api/v1/status`)).json()) as {
      profile: string;
      paths: { data_dir: string };
    };
    expect(status.profile).toBe('work');
    expect(status.paths.data_dir.startsWith(home)).toBe(true);
  });
});
