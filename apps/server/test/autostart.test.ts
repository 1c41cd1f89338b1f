import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineService } from '../src/autostart/define-service.js';
import {
  formatMarker,
  readMarker,
  refuseControlCharacters,
  type ServiceDefinition,
} from '../src/autostart/definition.js';
import { renderLaunchAgent } from '../src/autostart/launch-agent.js';
import { quoteUnitWord, renderSystemdUnit } from '../src/autostart/systemd-unit.js';
import { quoteWindowsArgument, renderWindowsTask } from '../src/autostart/windows-task.js';
import { cleanUp, MAIN, run, temporaryFolder } from './support/binary.js';

cleanUp();

/** Path with characters that are special for service managers, shells and XML. */
const HOSTILE = `/srv/my "notes" 100% %h $HOME \${x} \\ 'é' <b> & --> ;|`;
const definition: ServiceDefinition = {
  profile: 'work',
  dataDir: HOSTILE,
  command: ['/opt/no de/node', '/opt/notes-server.js', 'serve', '--data-dir', HOSTILE, '--set', 'mcp.max_results=5'],
  environment: { XDG_DATA_HOME: HOSTILE },
  writableFolders: [HOSTILE, '/media/disk 2'],
  canHideHome: false,
  canHideTemporary: true,
};
const systemDefinition: ServiceDefinition = { ...definition, account: 'notes', canHideHome: true };

const has = (program: string) => spawnSync(program, ['--version']).error === undefined;
/** Largest exposure that `systemd-analyze security` may report, out of ten. */
const MAX_EXPOSURE = { system: 1.2, user: 5.6 };

describe('the systemd unit', () => {
  it('quotes paths and expands no variables [SERVER-AUTOSTART-UNIT]', () => {
    const quoted = String.raw`"/srv/my \"notes\" 100%% %%h $HOME ${'${x}'} \\ 'é' <b> & --> ;|"`;
    expect(quoteUnitWord(HOSTILE)).toBe(quoted);
    const unit = renderSystemdUnit(definition);
    expect(unit).toContain(`ExecStart=:"/opt/no de/node" "/opt/notes-server.js" "serve" "--data-dir" ${quoted}`);
    expect(unit).toContain(`ReadWritePaths=${quoted}\nReadWritePaths="-/media/disk 2"`);
    expect(unit).toContain(`Environment="XDG_DATA_HOME=${quoted.slice(1)}`);
    expect(unit).toContain('ProtectHome=read-only');
    expect(unit).not.toMatch(/MemoryDenyWriteExecute|^User=/m);
  });

  it('of a system service has its own account and hides the home folders [SERVER-AUTOSTART-UNIT]', () => {
    const unit = renderSystemdUnit(systemDefinition);
    for (const line of ['User=notes', 'ProtectHome=yes', 'CapabilityBoundingSet=', 'WantedBy=multi-user.target'])
      expect(unit.split('\n')).toContain(line);
  });

  it.each([
    ['system', systemDefinition],
    ['user', definition],
  ] as const)('of the %s is valid with low exposure [SERVER-AUTOSTART-UNIT]', (kind, described, ...rest) => {
    const context = rest.at(-1) as unknown as { skip(why: string): never };
    if (!has('systemd-analyze')) context.skip('systemd-analyze is not installed');
    const folder = temporaryFolder();
    const unit = join(folder, 'notes.service');
    const command = [process.execPath, MAIN, ...described.command.slice(2)];
    writeFileSync(
      unit,
      renderSystemdUnit({ ...described, command, ...(kind === 'system' ? { account: 'root' } : {}) }),
    );
    const analyze = (...words: string[]) =>
      spawnSync('systemd-analyze', [`--${kind}`, ...words], {
        encoding: 'utf8',
        env: { ...process.env, XDG_RUNTIME_DIR: folder, SYSTEMD_COLORS: '0' },
      });
    if (kind === 'user') expect(analyze('verify', unit)).toMatchObject({ status: 0, stderr: '' });
    writeFileSync(unit, renderSystemdUnit({ ...described, command }));
    const judged = analyze('security', '--offline=true', unit);
    const exposure = Number(/exposure level for notes\.service: ([\d.]+)/.exec(judged.stdout)?.[1]);
    expect(exposure).toBeLessThanOrEqual(MAX_EXPOSURE[kind]);
  });
});

/** Parses XML in another language; undefined where its interpreter is missing. */
function readXml(script: string, input: string | Buffer): unknown {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', script], { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

describe('the launchd agent', () => {
  it('preserves every argument exactly [SERVER-AUTOSTART-UNIT]', (context) => {
    if (!has('python3')) context.skip('python3 is not installed');
    const script = 'import plistlib, json, sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))';
    expect(readXml(script, renderLaunchAgent(definition, '/Users/a & b/notes.log'))).toEqual({
      Label: 'notes.work',
      ProgramArguments: definition.command,
      EnvironmentVariables: definition.environment,
      RunAtLoad: true,
      KeepAlive: { SuccessfulExit: false },
      ThrottleInterval: 5,
      ExitTimeOut: 30,
      Umask: 63,
      StandardErrorPath: '/Users/a & b/notes.log',
    });
  });
});

/** Splits a command line as the C runtime of Windows does. */
function splitWindows(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const slashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0;
    const after = line[at + slashes];
    if (slashes > 0) {
      word = (word ?? '') + '\\'.repeat(after === '"' ? Math.floor(slashes / 2) : slashes);
      at += slashes - 1;
      if (after === '"' && slashes % 2 === 1) {
        word += '"';
        at += 1;
      }
    } else if (after === '"') {
      isQuoted = !isQuoted;
      word ??= '';
    } else if (after === ' ' && !isQuoted) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + after;
    }
  }
  return word === undefined ? words : [...words, word];
}

describe('the Windows scheduled task', () => {
  it('quotes arguments so that a program parses them back unchanged [SERVER-AUTOSTART-UNIT]', () => {
    const word = fc.string({ unit: fc.constantFrom('a', ' ', '"', '\\', '%', '&', 'é') });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        expect(splitWindows(words.map(quoteWindowsArgument).join(' '))).toEqual(words);
      }),
    );
  });

  it('is UTF-16 XML with the program and its arguments [SERVER-AUTOSTART-UNIT]', (context) => {
    if (!has('python3')) context.skip('python3 is not installed');
    const script = `
import json, sys, xml.etree.ElementTree as E
root = E.fromstring(sys.stdin.buffer.read())
print(json.dumps({e.tag.split('}')[1]: e.text for e in root.iter()}))`;
    const task = Buffer.from(`\ufeff${renderWindowsTask(definition, 'HOME & CO\\ann')}`, 'utf16le');
    const read = readXml(script, task) as Record<string, string>;
    expect(read).toMatchObject({ UserId: 'HOME & CO\\ann', Command: '/opt/no de/node', RunLevel: 'LeastPrivilege' });
    expect(splitWindows(read.Arguments as string)).toEqual(definition.command.slice(1));
  });
});

describe('a service definition', () => {
  it('stores its data directory in a comment that is valid in every format [SERVER-AUTOSTART-UNIT]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (path) => {
        expect(formatMarker(path)).toMatch(/^[\x20-\x7e]+$/);
        expect(formatMarker(path)).not.toMatch(/--|\\$/);
        expect(readMarker(`<!-- ${formatMarker(path)} -->`)).toBe(path);
      }),
    );
    expect(readMarker('[Unit]\nDescription=of somebody else')).toBeNull();
    expect(readMarker('notes-server data-dir: %E0%A4%A')).toBeNull();
  });

  it('rejects a line break in a path [SERVER-AUTOSTART-UNIT]', () => {
    expect(() => refuseControlCharacters(['/srv/a\nExecStart=/bin/sh'])).toThrow(/control character.*another path/);
  });

  it('rejects a program that is missing or in the npx cache [SERVER-AUTOSTART-UNIT]', async () => {
    const { loadConfig } = await import('@notes/operations/config');
    const folder = temporaryFolder();
    const flags = { dataDir: folder };
    const define = (program: string) => defineService(loadConfig(flags, {}), flags, { environment: {}, program });
    expect(() => define(join(folder, 'gone.js'))).toThrow(/does not exist at .*gone\.js\. Install/);
    expect(() => define(folder)).toThrow(/is not a file/);
    expect(define(MAIN).command.slice(0, 3)).toEqual([process.execPath, MAIN, 'serve']);
  });
});

describe('notes-server service', () => {
  const inHome = () => {
    const home = temporaryFolder();
    return {
      home,
      // Compiled code is kept in the cache of the account, elsewhere here.
      env: {
        HOME: home,
        XDG_CACHE_HOME: temporaryFolder(),
        XDG_CONFIG_HOME: '',
        XDG_RUNTIME_DIR: join(home, 'run'),
        DBUS_SESSION_BUS_ADDRESS: '',
      },
    };
  };

  it('install --print prints the definition with flags and variables, and writes nothing [SERVER-AUTOSTART]', async () => {
    const { home, env } = inHome();
    const place = { ...env, NOTES_DATA_DIR: join(home, 'a b') };
    const words = ['service', 'install', '--profile', 'work', '--listen', '127.0.0.1:0', '--set', 'log.level=warn'];
    const printed = await run([...words, '--print'], { env: place }).ended;
    expect(printed).toMatchObject({ code: 0, stderr: '' });
    for (const text of ['serve', join(home, 'a b'), '127.0.0.1:0', 'log.level=warn', MAIN])
      expect(printed.stdout).toContain(text);
    expect(await run([...words, '--dry-run'], { env: place }).ended).toMatchObject({ stdout: printed.stdout });
    expect(spawnSync('ls', ['-A', home], { encoding: 'utf8' }).stdout).toBe('');
  });

  it('install rejects settings with which the service would not start [SERVER-AUTOSTART]', async () => {
    const { env } = inHome();
    const ask = (...words: string[]) => run(['service', 'install', '--print', ...words], { env }).ended;
    expect(await ask('--listen', '0.0.0.0:80')).toMatchObject({ code: 2, stdout: '' });
    expect(await ask('--run-as', 'nobody')).toMatchObject({ code: 2, stderr: expect.stringContaining('--system') });
    if (process.platform !== 'linux') return;
    const expectRefusal = async (words: string[], reason: string) =>
      expect(await ask('--system', ...words)).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
    await expectRefusal(['--run-as', 'root'], 'must not run as root');
    await expectRefusal(['--run-as', 'nobody'], '--data-dir');
    await expectRefusal(['--run-as', 'a b', '--data-dir', '/srv/notes'], 'not the name of an account');
  });

  it('install explains what to do when no systemd answers, and leaves no file [SERVER-AUTOSTART]', async (context) => {
    if (process.platform !== 'linux') context.skip('systemd is for Linux');
    const { home, env } = inHome();
    const { code, stderr } = await run(['service', 'install'], { env }).ended;
    expect([code, stderr.split('\n').length]).toEqual([1, 2]);
    expect(stderr).toMatch(/systemd --user does not respond\..*--system/);
    expect(spawnSync('ls', ['-A', home], { encoding: 'utf8' }).stdout).toBe('');
  });

  it('status, restart and uninstall report when nothing is installed [SERVER-AUTOSTART]', async () => {
    const { env } = inHome();
    const said = { stdout: expect.stringContaining('is not installed') };
    expect(await run(['service', 'status'], { env }).ended).toMatchObject({ code: 1, ...said });
    expect(await run(['service', 'uninstall'], { env }).ended).toMatchObject({ code: 0, ...said });
    expect(await run(['service', 'restart'], { env }).ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is not installed: .*\. To install it: notes-server service install$/m),
    });
    expect(await run(['service', 'restart', '--set', 'log.level=warn'], { env }).ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('a restart keeps the settings of the installation'),
    });
  });
});
