import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { inProcess, notes, start, testLibrary, waitForEnd } from './support.js';

const SERVER = fileURLToPath(new URL('../../server/dist/bundle/notes-server.js', import.meta.url));
const message = (id: number, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

test('mcp stdio serves the library on standard input and output until the input ends [CLI-MCP-STDIO]', async (context) => {
  if (!existsSync(SERVER)) context.skip('the server is not built');
  const { run } = testLibrary(notes);
  await run(['new', 'Tea', '--body', 'green needle', '-q']);
  const search = message(3, 'tools/call', { name: 'search_documents', arguments: { query: 'needle' } });
  const { code, stdout } = await run(['mcp', 'stdio', '--scope', 'search-only'], {
    input: message(1, 'ping') + message(2, 'tools/list') + search,
  });
  expect(code).toBe(0);
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const answer = (id: number) => answers.find((each) => each.id === id)?.result;
  expect(answers).toHaveLength(3);
  expect(answer(2).tools).toHaveLength(6);
  expect(answer(3).structuredContent.results).toMatchObject([{ title: 'Tea' }]);
});

test('mcp stdio forwards a signal and exits with the code of the server [CLI-MCP-STDIO]', async (context) => {
  if (!existsSync(SERVER)) context.skip('the server is not built');
  const { dataDir } = testLibrary();
  const child = start(['--data-dir', dataDir, 'mcp', 'stdio']);
  child.stdin.write(message(1, 'ping'));
  await once(child.stdout, 'data');
  const end = waitForEnd(child);
  child.kill('SIGTERM');
  expect(await end).toMatchObject({ code: 0 });
});

test('mcp stdio rejects an output format, because standard output contains only messages [CLI-MCP-STDIO]', async () => {
  for (const flags of [['--json'], ['-o', 'json']])
    expect(await inProcess(['mcp', 'stdio', ...flags])).toMatchObject({ code: 2, stdout: '' });
});
