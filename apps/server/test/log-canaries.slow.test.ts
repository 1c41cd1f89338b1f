import { readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@notes/contract';
import { tools } from '@notes/contract/tools';
import { closeLibrary, openLibrary } from '@notes/operations';
import { loadConfig } from '@notes/operations/config';
import { sampleSeed } from '@notes/tooling/samples';
import { expect, onTestFinished, test } from 'vitest';
import { carryOut, everyOperation } from './fuzz/request.js';
import { request, WIDEST } from './mcp/support.js';
import { type RawRequest, requestBytes, sampleRequest } from './support/ask.js';
import { cleanUp, getPort, run, serve, temporaryFolder } from './support/binary.js';
import { converse } from './support/raw.js';
import { CANARY, World } from './support/world.js';

cleanUp();

const SEED = 20_261_121;
const { seed = SEED } = sampleSeed(SEED);
const SETTINGS = ['log.level=trace', 'log.format=json', ...WIDEST].flatMap((setting) => ['--set', setting]);

/** Sends a request, and ignores its answer. */
const send = (port: number, each: RawRequest) =>
  converse(port, requestBytes(each), { methods: [each.method ?? 'GET'] });

/** Starts the built service, with objects that are made beside it. */
async function startWithWorld() {
  const dataDir = join(temporaryFolder(), 'data');
  const program = serve(dataDir, SETTINGS);
  const port = getPort(await program.ready());
  const library = await openLibrary({
    config: loadConfig({ dataDir }, {}),
    serviceVersion: '0.0.0-test',
    create: false,
  });
  onTestFinished(() => closeLibrary(library));
  return { dataDir, program, port, world: new World(library) };
}

/** Lists two calls of every tool, with the values of a sample and with a field that no tool has, and one of no tool. */
async function listCalls(world: World): Promise<unknown[]> {
  const calls = tools.map(async ({ name, operation }) => {
    const isSampled = operations[operation].http !== null;
    const { params, fields } = await world.sample(isSampled ? operation : 'getDocument');
    const sampled = { ...params, ...fields };
    return [sampled, { ...sampled, [CANARY]: CANARY }].map((args, n) =>
      request('tools/call', { name, arguments: args }, `${CANARY} ${name} ${n}`),
    );
  });
  const unknown = request('tools/call', { name: CANARY, arguments: {} }, CANARY);
  return [...(await Promise.all(calls)).flat(), unknown];
}

interface Line {
  readonly msg: string;
  readonly level: number;
  readonly outcome?: string;
}

/** Parses the lines of the log. Warnings of Node between them are no JSON. */
const readLines = (log: string) =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
const findCanaries = (log: string) => log.split('\n').filter((line) => line.toLowerCase().includes(CANARY));

test('the log of the built service has no title, text, query or request path of any request [LOG-NO-TEXT]', async () => {
  const { program, port, world } = await startWithWorld();
  for (const plan of everyOperation(seed)) await send(port, (await carryOut(plan, world)).request);
  for (const target of [`/${CANARY}`, `/api/v1/documents/${CANARY}`, `/api/v1/tags/%ff${CANARY}`, `/?${CANARY}=1`])
    for (const method of ['GET', 'PUT']) await send(port, { method, target, body: `${CANARY}{` });
  const headers = [['Accept', 'application/json, text/event-stream']] as const;
  for (const call of await listCalls(world))
    await send(port, { method: 'POST', target: '/mcp', headers, body: JSON.stringify(call) });
  const { stderr } = await program.stop();
  const calls = readLines(stderr).filter(({ msg }) => msg === 'tool called');
  expect(calls).toHaveLength(2 * tools.length + 1);
  expect(calls.filter(({ outcome }) => outcome === 'ok').length).toBeGreaterThan(tools.length / 2);
  expect(findCanaries(stderr)).toEqual([]);
});

test('the log of the built agent on standard input has no argument of any tool [LOG-NO-TEXT]', async () => {
  const { dataDir, world } = await startWithWorld();
  const agent = run(['mcp', '--data-dir', dataDir, ...SETTINGS]);
  for (const call of [...(await listCalls(world)), CANARY]) agent.child.stdin.write(`${JSON.stringify(call)}\n`);
  agent.child.stdin.end(`${CANARY}{`);
  const { stderr } = await agent.ended;
  expect(readLines(stderr).filter(({ msg }) => msg === 'tool called')).toHaveLength(2 * tools.length + 1);
  expect(findCanaries(stderr)).toEqual([]);
});

/** Faults of the disk, which the log describes with the message of their cause. */
const faults: Record<string, (dataDir: string) => void> = {
  'attachments are lost': (dataDir) => {
    for (const entry of readdirSync(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) rmSync(join(entry.parentPath, entry.name));
  },
  'the folder of attachments is a file': (dataDir) => {
    rmSync(join(dataDir, 'blobs'), { recursive: true });
    writeFileSync(join(dataDir, 'blobs'), '');
  },
  'the library is cut off': (dataDir) => {
    const path = join(dataDir, 'notes.db');
    truncateSync(path, Math.floor(statSync(path).size / 2));
  },
};

test.each(Object.entries(faults))('the log has no text when %s [LOG-NO-TEXT]', async (_, breakLibrary) => {
  const { dataDir, program, port, world } = await startWithWorld();
  const samples = await world.samples();
  closeLibrary(world.library);
  breakLibrary(dataDir);
  for (const sample of samples) await send(port, sampleRequest(sample));
  const { stderr } = await program.stop();
  expect(readLines(stderr).filter(({ level }) => level > 30).length).toBeGreaterThan(0);
  expect(findCanaries(stderr)).toEqual([]);
});
