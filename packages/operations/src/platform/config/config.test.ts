import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConfigKeyName, configKeys, environmentName, mcpScopes } from '@notes/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, type ConfigFlags, effectiveMcpScope, loadConfig, readListenAddress } from './index.js';
import { parseListenAddress } from './listen.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'notes-config-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
/** Writes a settings file with this text and returns its path. */
function toml(text: string): string {
  const path = join(folder, `${++files}.toml`);
  writeFileSync(path, text);
  return path;
}
const load = (flags: ConfigFlags, environment: Record<string, string> = {}) =>
  loadConfig({ dataDir: folder, ...flags }, environment);
const values = (...given: Parameters<typeof load>) => load(...given).values;
const refusal = (...given: Parameters<typeof load>) => {
  expect(() => load(...given)).toThrow(ConfigError);
  try {
    load(...given);
  } catch (error) {
    return (error as Error).message;
  }
};

describe('a setting', () => {
  const key = 'server.listen_addr';
  const config = () => toml('[server]\nlisten_addr = "127.0.0.1:1"\nrequest_timeout_seconds = 7\n');

  it('comes from a flag, else the environment, else the file, else the default [G-PRECEDENCE]', () => {
    const environment = { NOTES_SERVER_LISTEN_ADDR: '127.0.0.1:2' };
    const set = [`${key}=127.0.0.1:3`];
    expect(values({})[key]).toBe('127.0.0.1:8080');
    expect(values({ config: config() })[key]).toBe('127.0.0.1:1');
    expect(values({ config: config() }, environment)[key]).toBe('127.0.0.1:2');
    expect(values({ config: config(), set }, environment)[key]).toBe('127.0.0.1:3');
    expect(values({ config: config(), set, listen: '127.0.0.1:4' }, environment)[key]).toBe('127.0.0.1:4');
    expect(values({ config: config() }, environment)['server.request_timeout_seconds']).toBe(7);
  });

  it('search.sidecar.url with a user name or password is refused without showing it [SIDECAR-KEY]', () => {
    for (const address of ['http://me:word@127.0.0.1:8097', 'https://word@box.lan']) {
      const message = refusal({ set: [`search.sidecar.url=${address}`] });
      expect(message).toMatch(/search\.sidecar\.url: must not contain a user name or password\. Put the key into/);
      expect(message).not.toContain('word@');
    }
    const path = 'http://127.0.0.1:8097/@notes';
    expect(values({ set: [`search.sidecar.url=${path}`] })['search.sidecar.url']).toBe(path);
  });

  it.each([0, 1, 3, 4, 1023])('mcp.max_document_bytes=%i is refused by name [N-MCP-TEXT-SETTING]', (value) => {
    const start = () => loadConfig({ set: [`mcp.max_document_bytes=${value}`] }, {});
    expect(start).toThrow(ConfigError);
    expect(start).toThrow('mcp.max_document_bytes: must be at least 1024');
  });

  it('has a default that its schema accepts', () => {
    for (const [name, { getSchema, default: standard }] of Object.entries(configKeys))
      expect(getSchema().safeParse(standard).success, name).toBe(true);
  });

  it('is read as a number, a list or a text by its type', () => {
    const set = ['mcp.max_results=20', 'server.allowed_hosts=notes.lan, box.lan', 'log.level=debug'];
    expect(values({ set })).toMatchObject({
      'mcp.max_results': 20,
      'server.allowed_hosts': ['notes.lan', 'box.lan'],
      'log.level': 'debug',
    });
    const config = toml('mcp.max_results = 20\nserver = { allowed_hosts = ["notes.lan"] }\n');
    expect(values({ config })).toMatchObject({ 'mcp.max_results': 20, 'server.allowed_hosts': ['notes.lan'] });
  });

  it.each(Object.keys(configKeys) as ConfigKeyName[])('%s has an environment variable of its own', (name) => {
    const standard = configKeys[name].default;
    const text = Array.isArray(standard) ? standard.join(',') : String(standard);
    expect(values({}, { [environmentName(name)]: text })[name]).toEqual(standard);
  });
});

describe('a mistake in the settings', () => {
  it('with an unknown key is refused with the nearest known key [G-UNKNOWN]', () => {
    const near = (message: string | undefined) => expect(message).toMatch(/mcp\.max_resuls.*mcp\.max_results/);
    near(refusal({ set: ['mcp.max_resuls=5'] }));
    near(refusal({ config: toml('[mcp]\nmax_resuls = 5\n') }));
    expect(refusal({}, { NOTES_MCP_MAX_RESULS_: '5' })).toMatch(/NOTES_MCP_MAX_RESULS_.*NOTES_MCP_MAX_RESULTS/);
    expect(refusal({ config: toml('server = 1\n') })).toContain('server');
    expect(refusal({ set: ['__proto__=1'] })).toContain('__proto__');
    expect(refusal({ set: ['no-value'] })).toContain('key=value');
  });

  it('with a value of the wrong type or out of bounds is refused by name [G-VALUE]', () => {
    for (const wrong of [
      'mcp.max_results=x',
      'mcp.max_results=',
      'mcp.max_results=51',
      'mcp.max_results=1.5',
      'log.level=loud',
    ])
      expect(refusal({ set: [wrong] })).toContain(wrong.split('=')[0]);
    expect(refusal({}, { NOTES_MCP_MAX_RESULTS: '0' })).toContain('NOTES_MCP_MAX_RESULTS');
    expect(refusal({ config: toml('[mcp]\nmax_results = "20"\n') })).toContain('mcp.max_results');
    expect(refusal({ config: toml('not toml') })).toContain('.toml');
    expect(refusal({ config: join(folder, 'missing.toml') })).toContain('missing.toml');
    expect(refusal({ profile: '../escape' })).toContain('--profile');
  });

  it('such as an empty folder, file or profile is refused by name [G-VALUE]', () => {
    expect(refusal({ dataDir: '' })).toMatch(/^--data-dir: the value is empty/);
    expect(refusal({ config: '' })).toMatch(/^--config: the value is empty/);
    expect(refusal({ config: '/missing/config.toml' })).toBe('/missing/config.toml: the file does not exist');
    expect(refusal({ profile: '' })).toMatch(/^--profile: the value is empty/);
    expect(() => loadConfig({}, { NOTES_DATA_DIR: '' })).toThrow(/^NOTES_DATA_DIR: the value is empty/);
    expect(refusal({}, { NOTES_CONFIG: '' })).toMatch(/^NOTES_CONFIG: the value is empty/);
  });

  it('such as a data directory that is not a folder is refused [G-VALUE]', () => {
    const file = toml('');
    expect(refusal({ dataDir: file })).toBe(`--data-dir: ${file} is not a folder. Name a folder for the library`);
    expect(() => loadConfig({}, { NOTES_DATA_DIR: file })).toThrow(`NOTES_DATA_DIR: ${file} is not a folder`);
    expect(refusal({ dataDir: join(file, 'x') })).toContain(`${file} is not a folder`);
  });

  it('does not include other variables and variables that stand for a flag', () => {
    expect(load({}, { NOTES_PROFILE: 'work', NOTES: 'x', PATH: 'x' }).profile).toBe('work');
    expect(load({ profile: 'home' }, { NOTES_PROFILE: 'work' }).profile).toBe('home');
  });
});

it('a data directory has its own settings file, and each profile has its own folders [G-PLACES]', () => {
  const own = join(folder, 'own');
  mkdirSync(own);
  writeFileSync(join(own, 'config.toml'), '[mcp]\nmax_results = 3\n');
  expect(loadConfig({ dataDir: own }, {})).toMatchObject({
    dataDir: own,
    configPath: join(own, 'config.toml'),
    values: { 'mcp.max_results': 3 },
  });
  expect(loadConfig({}, { NOTES_DATA_DIR: own }).dataDir).toBe(own);
  const [one, two] = [loadConfig({ profile: 'one' }, {}), loadConfig({ profile: 'two' }, {})];
  expect([
    one.dataDir.endsWith(join('notes', 'one')),
    two.configPath.endsWith(join('notes', 'two', 'config.toml')),
  ]).toEqual([true, true]);
});

describe('the MCP scope', () => {
  const scope = (text: string) => effectiveMcpScope(values({ config: toml(text) }));

  it('is read-only by default [M-SCOPE-DEFAULT]', () => {
    expect(scope('')).toEqual({ scope: 'read-only', warnings: [] });
    for (const each of mcpScopes) expect(scope(`mcp.default_scope = "${each}"`)).toEqual({ scope: each, warnings: [] });
  });

  it('is read-only with a warning for an unknown value [M-SCOPE-UNKNOWN]', () => {
    for (const bad of ['admin', '', 'Editor', 'organizer '])
      expect(scope(`mcp.default_scope = "${bad}"`)).toEqual({
        scope: 'read-only',
        warnings: [expect.stringContaining(JSON.stringify(bad))],
      });
  });

  it('is taken from the former name when only that is set [M-SCOPE-FORMER]', () => {
    for (const each of mcpScopes) {
      expect(scope(`mcp.default_profile = "${each}"`)).toEqual({
        scope: each,
        warnings: [expect.stringContaining('former name')],
      });
    }
    const { scope: unknown, warnings } = scope('mcp.default_profile = "admin"');
    expect([unknown, warnings.length]).toEqual(['read-only', 2]);
  });

  it('is the narrower one with a warning when both names are set [M-SCOPE-NARROWER]', () => {
    for (const [at, one] of mcpScopes.entries()) {
      for (const [other, two] of mcpScopes.entries()) {
        const found = scope(`mcp.default_scope = "${one}"\nmcp.default_profile = "${two}"`);
        expect(found).toEqual({
          scope: mcpScopes[Math.min(at, other)],
          warnings: [expect.stringContaining('narrower')],
        });
      }
    }
    expect(scope('mcp.default_scope = "organizer"\nmcp.default_profile = "admin"').scope).toBe('read-only');
  });
});

it.each([
  ['mcp.max_result', ' Did you mean mcp.max_results?'],
  ['max_results', ' Did you mean mcp.max_results?'],
  ['colour', ' To see all settings: notes config list'],
  ['qqqqqqqq.zzzz', ' To see all settings: notes config list'],
])('the unknown setting %s is refused with a near name or none', (key, hint) => {
  expect(refusal({ set: [`${key}=1`] })).toBe(`--set: ${key} is not a setting.${hint}`);
});

it('an unknown variable is refused with a near name or none', () => {
  const read = (name: string) => refusal({}, { [name]: 'x' });
  expect(read('NOTES_LOG_LEVL')).toBe('NOTES_LOG_LEVL is not a setting. Did you mean NOTES_LOG_LEVEL?');
  expect(read('NOTES_ZZZZZZZZZZ')).toBe('NOTES_ZZZZZZZZZZ is not a setting. To see all settings: notes config list');
});

it('a settings file that is not valid TOML is refused with the line and column', () => {
  const config = toml('[log]\nlevel = "info\n');
  expect(refusal({ config })).toMatch(/: line 2, column \d+: Invalid TOML document: /);
});

it('sync.directory.path accepts absolute paths only', () => {
  const readFolder = (path: string) => values({ set: [`sync.directory.path=${path}`] })['sync.directory.path'];
  for (const path of ['', '/media/disk', 'C:\\share', 'c:/share', '\\\\server\\share'])
    expect(readFolder(path)).toBe(path);
  for (const path of ['carrier', './carrier', '../carrier', '~/carrier', 'C:carrier', ' /carrier'])
    expect(() => readFolder(path), path).toThrow(/sync\.directory\.path: must be an absolute path/);
});

it('parseListenAddress accepts loopback addresses only [A-LOOPBACK]', () => {
  expect(parseListenAddress('127.0.0.1:0')).toEqual({ host: '127.0.0.1', port: 0 });
  expect(parseListenAddress('[::1]:8080')).toEqual({ host: '::1', port: 8080 });
  expect(parseListenAddress('localhost:65535')).toEqual({ host: 'localhost', port: 65_535 });
  const refused = [
    '0.0.0.0:80',
    '[::]:80',
    '192.168.1.2:80',
    '127.0.0.1',
    ':80',
    '127.0.0.1:',
    '127.0.0.1:65536',
    '127.1:80',
    'example.org:80',
    '::1:80',
    '',
  ];
  for (const address of refused) expect(() => parseListenAddress(address), address).toThrow(/server\.listen_addr/);
});

it.each([
  ['--listen: x is not', { listen: 'x' }, {}],
  ['NOTES_SERVER_LISTEN_ADDR: x is not', {}, { NOTES_SERVER_LISTEN_ADDR: 'x' }],
  ['server.listen_addr: x is not', { set: ['server.listen_addr=x'] }, {}],
])('an error of the address to listen on begins with %j', (message, flags, environment) => {
  const config = loadConfig({ dataDir: '/nowhere', ...flags }, environment);
  expect(() => readListenAddress(config)).toThrow(new RegExp(`^${message}`));
});
