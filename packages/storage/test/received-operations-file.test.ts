import { readdirSync } from 'node:fs';
import type { LoggedOperation } from '@notes/sync-protocol';
import { getEntityKey, groupOperations } from '@notes/sync-protocol/merge';
import { computeGroupsDigest, createStoredOperations } from '@notes/sync-protocol/run';
import { expect, it, onTestFinished } from 'vitest';
import { dataPaths, makeDataDirectory } from '../src/index.js';
import { ReceivedOperationsFile } from '../src/sync/received-operations-file.js';
import { temporaryDirectory } from './support.js';

const HASH = 'a'.repeat(64);

const makeOperation = (s: number, operation: object): LoggedOperation =>
  ({ replica: s % 2 === 0 ? 'rep_a' : 'rep_b', operation: { ...operation, s, l: s, w: 0 } }) as LoggedOperation;

const write = (s: number, doc: string, text: object): LoggedOperation =>
  makeOperation(s, { op: 'doc.write', doc, rev: `rev_${s}`, parents: [], title: `${s}`, ...text });

const OPERATIONS = [
  ...Array.from({ length: 450 }, (_, i) => write(i + 1, `doc_${i % 200}`, { body: `body ${i}` })),
  write(451, 'doc_long', { body_ref: { sha256: HASH, size: 4, chunks: 1 } }),
  makeOperation(452, { op: 'doc.purge', doc: 'doc_7', seen: ['rev_8'] }),
  makeOperation(453, { op: 'tag.create', tag: 'tag_1', name: 'one', created: 0 }),
  makeOperation(454, { op: 'doc.tag_add', doc: 'doc_1', tag: 'tag_1' }),
];

function createShelf() {
  const paths = dataPaths(temporaryDirectory());
  makeDataDirectory(paths);
  const made = new ReceivedOperationsFile(paths);
  let isOpen = true;
  const close = () => {
    if (isOpen) made.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { made, paths, close };
}

it('ReceivedOperationsFile returns operations unchanged, in order and by entity', async () => {
  const { made } = createShelf();
  for (let from = 0; from < OPERATIONS.length; from += 100) made.add(OPERATIONS.slice(from, from + 100));
  made.addText(HASH, Buffer.from('long'));
  expect(made.size).toBe(OPERATIONS.length);
  for (const place of [0, 1, 200, 453, 454]) expect([...made.inOrder(place)]).toEqual(OPERATIONS.slice(place));
  const groups = groupOperations(OPERATIONS);
  for (const kind of ['note', 'resource', 'provenance'] as const)
    expect(new Set(made.listIds(kind))).toEqual(new Set(groups.listIds(kind)));
  expect([...made.listPurged()]).toEqual(['doc_7']);
  for (const { operation } of OPERATIONS)
    expect(made.getOperations(getEntityKey(operation))).toEqual(groups.getOperations(getEntityKey(operation)));
  const inMemory = createStoredOperations(OPERATIONS, ({ body = 'long' }) => body);
  expect(await computeGroupsDigest(made, made)).toBe(await computeGroupsDigest(inMemory, inMemory));
});

it('ReceivedOperationsFile returns each added text once', () => {
  const { made } = createShelf();
  expect([...made.texts()]).toEqual([]);
  for (const text of ['long', 'long']) made.addText(HASH, Buffer.from(text));
  expect(Array.from(made.texts(), ([sha256, text]) => [sha256, Buffer.from(text).toString()])).toEqual([
    [HASH, 'long'],
  ]);
});

it('ReceivedOperationsFile supports nested iterations over its operations', () => {
  const { made } = createShelf();
  made.add(OPERATIONS);
  for (const logged of made.inOrder(300)) {
    expect(made.getOperations(getEntityKey(logged.operation))).toContainEqual(logged);
    for (const other of made.inOrder(450)) expect(made.readBody(other.operation as never)).toBeDefined();
  }
});

it('ReceivedOperationsFile leaves no file after close', () => {
  const { made, paths, close } = createShelf();
  made.add(OPERATIONS);
  if (process.platform !== 'win32') expect(readdirSync(paths.tmp)).toEqual([]);
  close();
  expect(readdirSync(paths.tmp)).toEqual([]);
});
