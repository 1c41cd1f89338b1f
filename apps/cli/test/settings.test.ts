import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inProcess, notes, start, temporaryFolder, testLibrary, writeFiles } from './support.js';

test('config list prints each setting with its source; config get and set read and write one [CLI-CONFIG]', async () => {
  const { dataDir, run } = testLibrary(inProcess);
  const file = join(dataDir, 'config.toml');
  expect((await run(['config', 'path'])).stdout).toBe(`${file}\n`);
  expect((await run(['config', 'get', 'mcp.max_results'])).stdout).toBe('10\n');
  const set = await run(['config', 'set', 'mcp.max_results', '20']);
  expect(set).toMatchObject({ code: 0, stdout: 'mcp.max_results = 20\n' });
  expect(set.stderr).toContain(file);
  const listed = await run(['config', 'list', '--json'], { env: { NOTES_LOG_LEVEL: 'warn' } });
  const { settings } = JSON.parse(listed.stdout);
  const of = (key: string) => settings.find((setting: { key: string }) => setting.key === key);
  expect(of('mcp.max_results')).toMatchObject({ value: 20, source: file });
  expect(of('log.level')).toMatchObject({ value: 'warn', source: 'NOTES_LOG_LEVEL' });
  expect(of('log.format')).toMatchObject({ value: 'auto', source: null });
  for (const wrong of [
    ['get', 'mcp.max_result'],
    ['set', 'mcp.max_result', '1'],
    ['set', 'mcp.max_results', '51'],
  ])
    expect(await run(['config', ...wrong])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('mcp.max_results'),
    });
});

test('config unset removes a setting, and names what else sets it [CLI-CONFIG]', async () => {
  const { dataDir, run } = testLibrary(inProcess);
  const file = join(dataDir, 'config.toml');
  await run(['config', 'set', 'mcp.max_results', '20']);
  const unset = await run(['config', 'unset', 'mcp.max_results']);
  expect(unset).toMatchObject({ code: 0, stdout: 'mcp.max_results = 10\n', stderr: expect.stringContaining(file) });
  expect(JSON.parse((await run(['config', 'get', 'mcp.max_results', '--json'])).stdout)).toMatchObject({
    source: null,
  });
  const again = await run(['config', 'unset', 'mcp.max_results', '--json'], { env: { NOTES_MCP_MAX_RESULTS: '5' } });
  const expected = { key: 'mcp.max_results', value: 5, source: 'NOTES_MCP_MAX_RESULTS', path: file, removed: false };
  expect(JSON.parse(again.stdout)).toMatchObject(expected);
  expect(await run(['config', 'unset', 'mcp.max_result'])).toMatchObject({ code: 2 });
});

test('config list, set, unset and path work on a file with faults, which they repair [CLI-CONFIG]', async () => {
  const { dataDir, run } = testLibrary(inProcess);
  const file = join(dataDir, 'config.toml');
  writeFiles(dataDir, { 'config.toml': '# mine\n[log]\nlevel = "loud"\nlevle = "warn"\n[zzzzzzzz]\nqqqqqqqq = 1\n' });
  expect(await run(['status'])).toMatchObject({ code: 2, stderr: expect.stringContaining('log.level') });
  const listed = await run(['config', 'list']);
  expect(listed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^log\.level +info +default$/m) });
  const wide = listed.stdout.split('\n').filter((line) => line.length > 80);
  expect(wide.map((line) => line.split(' ')[0])).toEqual(['media.allowed_mime_types']);
  expect(listed.stderr).toContain(`${file}: log.levle is not a setting. Did you mean log.level?\n`);
  expect(listed.stderr).toContain(
    `${file}: zzzzzzzz.qqqqqqqq is not a setting. To see all settings: notes config list\n`,
  );
  expect(await run(['config', 'set', 'log.level', 'error'])).toMatchObject({ code: 0 });
  for (const key of ['log.levle', 'zzzzzzzz.qqqqqqqq'])
    expect(await run(['config', 'unset', key])).toMatchObject({
      ...{ code: 0, stdout: '', stderr: expect.stringContaining(`Removed from ${file}.`) },
    });
  expect(await run(['config', 'unset', 'log.levle'])).toMatchObject({ code: 2 });
  expect(readFileSync(file, 'utf8')).toBe('# mine\n[log]\nlevel = "error"\n[zzzzzzzz]\n');
  expect((await run(['config', 'list'])).stderr).toBe('');

  writeFiles(dataDir, { 'config.toml': 'log.level = \n' });
  expect((await run(['config', 'path'])).stdout).toBe(`${file}\n`);
  for (const words of [['list'], ['set', 'log.level', 'warn'], ['unset', 'log.level']])
    expect(await run(['config', ...words])).toMatchObject({ code: 2, stderr: expect.stringContaining('line 1') });
});

test('config get works on a file with faults in other settings, and names them [CLI-CONFIG]', async () => {
  const { dataDir, run } = testLibrary(inProcess);
  const file = join(dataDir, 'config.toml');
  writeFiles(dataDir, { 'config.toml': '[log]\nlevel = "loud"\n[mcp]\nmax_results = 20\n' });
  const fault = expect.stringContaining(`${file}: log.level: `);
  expect(await run(['config', 'get', 'mcp.max_results'])).toMatchObject({ code: 0, stdout: '20\n', stderr: fault });
  expect(await run(['config', 'get', 'log.level'])).toMatchObject({ code: 2, stdout: '', stderr: fault });
  const overridden = await run(['config', 'get', 'log.level'], { env: { NOTES_LOG_LEVEL: 'warn' } });
  expect(overridden).toMatchObject({ code: 0, stdout: 'warn\n', stderr: fault });
});

test('config get, list and set show no API key, which the settings file has [SIDECAR-KEY]', async () => {
  const { dataDir, run } = testLibrary(inProcess);
  const key = 'search.sidecar.api_key';
  expect((await run(['config', 'get', key])).stdout).toBe('\n');
  const shown = [
    await run(['config', 'set', key, 'k-5e3f9']),
    await run(['config', 'set', key, 'k-5e3f9', '--json']),
    await run(['config', 'get', key]),
    await run(['config', 'list']),
    await run(['config', 'list', '--json'], { env: { NOTES_SEARCH_SIDECAR_API_KEY: 'k-5e3f9' } }),
    await run(['status', '--json']),
    await run(['doctor', '--json']),
  ];
  for (const { stdout, stderr } of shown) expect(stdout + stderr).not.toContain('k-5e3f9');
  expect(shown[2]?.stdout).toBe('(hidden)\n');
  expect(readFileSync(join(dataDir, 'config.toml'), 'utf8')).toContain('k-5e3f9');
});

test('open opens the web UI, or a note in it, when a service runs [CLI-OPEN]', async () => {
  const { run } = testLibrary();
  const id = (await run(['new', 'Shopping', '-o', 'ids'])).stdout.trim();
  const service = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => service.once('listening', resolve));
  const { port } = service.address() as { port: number };
  const bin = writeFiles(temporaryFolder(), {});
  const env = { NOTES_SERVER_LISTEN_ADDR: `127.0.0.1:${port}`, PATH: bin };
  const shown = await run(['open', 'Shopping', '--json'], { env });
  expect(JSON.parse(shown.stdout)).toEqual({ url: `http://127.0.0.1:${port}/#/n/${id}`, opened: false });
  await new Promise((resolve) => service.close(resolve));
  expect(await run(['open'], { env })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Start notes-server'),
  });
});

test('status --watch prints a line for each change until Ctrl-C [CLI-WATCH]', async () => {
  const { dataDir, run } = testLibrary();
  await run(['new', 'One']);
  const watching = start(['--data-dir', dataDir, 'status', '--watch', '-o', 'jsonl']);
  let text = '';
  watching.stdout.on('data', (chunk) => {
    text += chunk;
  });
  const counts = () =>
    text
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line).database_info.change_counter);
  await expect.poll(() => counts().length).toBe(1);
  await run(['new', 'Two']);
  await expect.poll(() => counts().length).toBe(2);
  const ended = new Promise((resolve) => watching.once('close', resolve));
  watching.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(counts()[1]).toBeGreaterThan(counts()[0]);
});

test('--timeout ends a command with request_timeout, and stops a job at a checkpoint [CLI-TIMEOUT]', async () => {
  const { run } = testLibrary();
  await run(['new', 'One']);
  const late = await run(['lint', '--timeout', '0.001', '--json']);
  expect(late).toMatchObject({ code: 1, stdout: '' });
  expect(JSON.parse(late.stderr).error.code).toBe('request_timeout');
  const watched = await run(['status', '--watch', '--timeout', '0.5']);
  expect(watched).toMatchObject({ code: 0, stdout: expect.stringMatching(/\d notes {2}0 in Trash/) });
  for (const wrong of ['0', '-1', 'soon'])
    expect(await notes(['status', '--timeout', wrong])).toMatchObject({ code: 2 });
});

test('--progress prints JSON events, lines or nothing [CLI-PROGRESS]', async () => {
  const { run } = testLibrary(inProcess);
  const folder = writeFiles(temporaryFolder(), { 'a.md': '# A\n', 'b.md': '# B\n' });
  const readProgress = async (style: string) => (await run(['import', 'markdown', folder, '--progress', style])).stderr;
  const events = (await readProgress('json')).split('\n').filter((line) => line.startsWith('{'));
  expect(JSON.parse(events.at(-1) as string)).toEqual({
    event: 'progress',
    work: 'import',
    unit: 'notes',
    done: 2,
    total: 2,
  });
  expect(await readProgress('plain')).toContain('import: 0 of 2');
  expect(await readProgress('none')).not.toContain('of 2');
});
