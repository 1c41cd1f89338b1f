import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { OpenedLibrary } from '../support.js';
import { type Folder, meet, pairedFolders, squashAndCompact } from './devices.js';

/** Texts whose first letter begins no other word: the word index omits a prefix shared with the preceding word. */
const TITLE = 'zq1titlecanary';
const BODY = 'xq2bodycanary';

const tracesIn = ({ path }: Folder) => {
  const files = ['notes.db', 'notes.db-wal'].map((name) => join(path, name)).filter((file) => existsSync(file));
  const bytes = Buffer.concat(files.map((file) => readFileSync(file)));
  return [TITLE, BODY].filter((word) => bytes.includes(word.slice(1)));
};

const purge = async ({ call }: OpenedLibrary, document_id: string) => {
  const { current_revision_id: base_revision_id } = await call('getDocument', { document_id });
  await call('trashDocument', { document_id, base_revision_id });
  await call('purgeDocument', { document_id, confirmation: `purge-document:${document_id}` });
};

it('a note purged on one device leaves no text in the database and log of another after a sync [PURGE-TRACES]', async () => {
  const { first, second } = await pairedFolders();
  const { id } = await first.note(TITLE, `${BODY}\n`);
  for (let n = 0; n < 10; n += 1) await first.note(`Note ${n}`, `other words ${n}\n`);
  await meet(first, second);
  expect(tracesIn(second)).toEqual([TITLE, BODY]);
  await first.open((opened) => purge(opened, id));
  await meet(first, second);
  expect(tracesIn(second)).toEqual([]);
});

it('a purged title leaves no trace in the log where a restored device re-authored it [PURGE-TRACES]', async () => {
  const { first, second } = await pairedFolders();
  const { id } = await first.note(TITLE, `${BODY}\n`);
  const copy = first.copy('copy');
  await meet(first, second);
  await first.append(id, 'more');
  first.restore(copy);
  await meet(first, second, first, second);
  await first.open((opened) => purge(opened, id));
  await meet(first, second, first);
  for (const device of [first, second]) expect(tracesIn(device)).toEqual([]);
});

it('a purged text leaves no trace where a restored device had squashed it [PURGE-TRACES] [SYNC-SQUASH]', async () => {
  const { first, second } = await pairedFolders();
  const { id, copy } = await squashAndCompact(first, second, `${BODY}\n`);
  second.restore(copy);
  await second.open(({ library }) =>
    library.store.write(({ revisions }) => {
      for (const old of revisions.listOld(Number.MAX_SAFE_INTEGER)) revisions.removeOld(old);
    }),
  );
  await meet(second, first, second);
  await first.open((opened) => purge(opened, id));
  await meet(first, second);
  for (const device of [first, second]) expect(tracesIn(device)).toEqual([]);
});

it('a purge leaves no digest of the note in the files of the library, from which its text could be guessed', async () => {
  const { first, second } = await pairedFolders();
  const { id } = await first.note(TITLE, `${BODY}\n`);
  await meet(first, second);
  const leaves = join(first.path, 'tmp', 'sync-leaves');
  expect(readFileSync(leaves).includes(id)).toBe(true);
  await first.open(async ({ call }) => {
    const { current_revision_id: base_revision_id } = await call('getDocument', { document_id: id });
    await call('trashDocument', { document_id: id, base_revision_id });
    await call('purgeDocuments', { notes: [id], confirmation: `purge-document:${id}` });
  });
  expect(existsSync(leaves)).toBe(false);
});
