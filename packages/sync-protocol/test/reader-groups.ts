import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { getControlState } from '../src/control/index.js';
import { appendOwn, type Change, MemoryCarrier } from '../src/testing/index.js';
import { pruneAll } from '../src/testing/sim/prune.js';
import { DATABASE, Device } from './run/devices.js';
import { fill } from './support.js';

/** Secret of the recovery code of the groups. */
export const SECRET = fill(32, 7);
const NOW = Date.UTC(2026, 0, 1);

/** Returns the dot of the operation. */
const append = (device: Device, change: Change) => device.store.change((state) => appendOwn(state, change, NOW));

let count = 0;

function newId(prefix: string): string {
  count += 1;
  return `${prefix}_${count.toString().padStart(4, '0')}`;
}

function addNotebook(device: Device, name: string, parent: string | null = null): string {
  const notebook = newId('nb');
  append(device, { op: 'nb.create', notebook, name, parent, icon_emoji: null, created: NOW });
  return notebook;
}

export function addNote(device: Device, title: string, body: string, notebook: string | null = null) {
  const [doc, rev] = [newId('doc'), newId('rev')];
  append(device, { op: 'doc.create', doc, created: NOW, file_name: null });
  append(device, { op: 'doc.write', doc, rev, parents: [], title, body });
  if (notebook !== null) append(device, { op: 'doc.home', doc, notebook });
  return { doc, rev };
}

export function edit(device: Device, { doc, rev }: { readonly doc: string; readonly rev: string }, body: string) {
  const next = { doc, rev: newId('rev') };
  append(device, { op: 'doc.write', ...next, parents: [rev], title: 'Edited', body });
  return next;
}

function addBlob({ store }: Device, bytes: Uint8Array) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  store.state.blobs.set(sha256, bytes);
  return { sha256, size: bytes.length };
}

function addAttachment(device: Device, filename: string, bytes: Uint8Array) {
  const resource = newId('res');
  const dot = append(device, {
    ...{ op: 'res.create', resource, ...addBlob(device, bytes), mime: 'text/plain', filename, created: NOW },
  });
  return { resource, dot };
}

/** Adds a note whose text is in a blob. */
function addText(device: Device, text: string) {
  const [doc, rev] = [newId('doc'), newId('rev')];
  const { sha256, size } = addBlob(device, Buffer.from(text));
  append(device, { op: 'doc.create', doc, created: NOW, file_name: null });
  append(device, { op: 'doc.write', doc, rev, parents: [], title: 'long', body_ref: { sha256, size, chunks: 1 } });
}

/** Two devices that synchronise over a carrier in memory. */
export async function createGroup() {
  const carrier = new MemoryCarrier({ carrierId: `car_${'0'.repeat(26)}`, databaseId: DATABASE });
  const first = await Device.createFounder(SECRET);
  const second = await first.invite();
  const sync = async (device: Device, snapshot = false) => {
    const { alerts } = await device.sync(carrier.carrierFor(device.keys.replicaId), { snapshot });
    expect(alerts).toEqual([]);
  };
  const syncAll = async () => {
    for (let round = 0; round < 3; round += 1) for (const device of [first, second]) await sync(device);
  };
  await syncAll();
  return { carrier, first, second, sync, syncAll };
}

const LONG_TEXT = 'A long day. '.repeat(100);
const TITLES = [
  '../../outside',
  '..',
  '',
  'a/b/c',
  'a\\b',
  'CON',
  'nul.txt',
  'Same',
  'same',
  'Same (2)',
  'x'.repeat(600),
];
const BODIES = ['', 'text\n', '---\nown: front matter\n---\ntext', 'CRLF\r\n', 'no end', '\u2028separators\u0085\n'];

/** Adds what the names and numbers of files depend on: titles, notebooks, conflicts, attachments, Trash. */
export async function addEverything({ first, second, syncAll }: Awaited<ReturnType<typeof createGroup>>) {
  for (const [n, title] of TITLES.entries()) addNote(first, title, BODIES[n % BODIES.length] as string);
  const parent = addNotebook(first, 'A');
  addNote(first, 'Plan', 'A note named like a notebook.\n', parent);
  addNote(first, 'inside', 'In Plan.md.\n', addNotebook(first, 'Plan.md', parent));
  for (const name of ['Trash', 'attachments', 'library.json', '..', 'CON', 'DUP', 'dup'])
    addNote(second, name, `In ${name}.\n`, addNotebook(second, name));
  let deepest: string | null = null;
  for (let n = 0; n < 30; n += 1) deepest = addNotebook(first, `${'深'.repeat(60)}${n}`, deepest);
  addNote(first, 'deepest', 'Below 30 notebooks.\n', deepest);
  for (const title of ['gone', '../gone']) {
    const { doc, rev } = addNote(first, title, 'In Trash.\n');
    append(first, { op: 'doc.trash', doc, seen: [rev] });
  }
  const tagged = addNote(second, 'tagged', 'With tags.\n');
  for (const name of ['früh', 'crop/legume']) {
    const tag = newId('tag');
    append(second, { op: 'tag.create', tag, name, created: NOW });
    append(second, { op: 'doc.tag_add', doc: tagged.doc, tag });
  }
  const [shown, attached] = [
    addAttachment(first, '../plan ✎.txt', fill(985_000, 65)),
    addAttachment(second, '', fill(0, 0)),
  ];
  addNote(first, 'with a picture', `![](resource://default/resources/${shown.resource})\n`);
  append(second, { op: 'doc.attach', doc: tagged.doc, resource: attached.resource, relation_type: 'source' });
  const deleted = addAttachment(first, 'deleted.txt', fill(9, 66));
  append(first, { op: 'res.delete', resource: deleted.resource, seen: [deleted.dot] });
  addText(second, LONG_TEXT);
  const apart = addNote(first, 'apart', 'one\n');
  await syncAll();
  edit(first, apart, 'ONE\n');
  edit(second, apart, 'uno\n');
  await syncAll();
}

/** Creates a group whose texts and attachments are on the carrier once each: without a checkpoint. */
export async function createSmallGroup() {
  const group = await createGroup();
  const { first, second, syncAll } = group;
  for (const device of [first, second]) {
    addNote(device, 'A', 'text\n');
    addText(device, LONG_TEXT + device.keys.replicaId);
    addAttachment(device, 'a.txt', Buffer.from(device.keys.replicaId));
    await syncAll();
  }
  return group;
}

/** Creates a group with a checkpoint that replaces pruned operations and segments, and changes after it. */
export async function createPrunedGroup() {
  const group = await createGroup();
  const { carrier, first, second, sync, syncAll } = group;
  let note = addNote(first, 'A', 'one\n');
  for (const body of ['two\n', 'three\n', 'four\n']) {
    note = edit(first, note, body);
    addNote(second, `after ${body.trim()}`, body);
    await syncAll();
  }
  addAttachment(second, 'a.txt', fill(10, 67));
  await syncAll();
  await sync(first, true);
  await syncAll();
  const before = carrier.folder(first.keys.replicaId, 'ops').size;
  for (const device of [first, second]) pruneAll(device.store.state, getControlState(await device.log()));
  await syncAll();
  expect(carrier.folder(first.keys.replicaId, 'ops').size).toBeLessThan(before);
  edit(second, note, 'five\n');
  addNote(first, 'later', 'later\n');
  await syncAll();
  return group;
}
