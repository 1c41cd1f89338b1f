import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { computeViewDigest } from '@notes/sync-protocol/run';
import { expect, it } from 'vitest';
import { tree } from '../archive/support.js';
import { writeFiles } from '../import/support.js';
import { type OpenedLibrary, openTestLibrary, temporaryFolder } from '../support.js';
import { Group, readViewDigest } from './exchange.js';
import { openReplica } from './support.js';

const SOURCE = { kind: 'markdown', id: 'Vault:picture.png' };

/** Creates the first device of a group, and a folder to import with a note and its picture. */
async function foundGroup() {
  const root = temporaryFolder();
  const share = join(root, 'share');
  mkdirSync(share);
  const open = () => openTestLibrary(undefined, ['sync.target=directory', `sync.directory.path=${share}`]);
  const first = await open();
  await first.call('initializeSync', { name: 'laptop' });
  const admit = async (name: string): Promise<OpenedLibrary> => {
    const device = await open();
    await first.call('manageInvitations', { action: 'create' });
    const { invitations } = await first.call('manageInvitations', {});
    const code = invitations.at(-1)?.code;
    await device.call('pairDevice', { code, name });
    await first.call('runSync', {});
    await device.call('pairDevice', { code, name });
    return device;
  };
  const importPicture = async ({ call }: OpenedLibrary, picture: string) => {
    writeFiles(join(root, 'Vault'), { 'note.md': '![](picture.png)', 'picture.png': picture });
    await call('importFolder', { format: 'markdown', path: join(root, 'Vault'), source: 'Vault' });
  };
  return { root, first, admit, importPicture };
}

const runSync = async ({ call }: OpenedLibrary, kind = 'incremental') => (await call('runSync', { kind })).summary;

/** Returns the id of the attachment that an import finds for the picture. */
const findPicture = ({ library }: OpenedLibrary) =>
  library.store.read(({ resources }) => resources.findBySource(SOURCE)?.id);

it('devices agree after an import of an attachment that changed, and a checkpoint is written [SYNC-APPLY]', async () => {
  const { first, admit, importPicture } = await foundGroup();
  const second = await admit('phone');
  await importPicture(first, 'old');
  const old = findPicture(first);
  await runSync(first);
  expect(await runSync(second)).toMatchObject({ alerts: 0 });
  expect(findPicture(second)).toBe(old);
  await importPicture(first, 'new');
  expect(await runSync(first, 'snapshot')).toMatchObject({ alerts: 0, checkpoints_sent: 1 });
  expect(await runSync(second)).toMatchObject({ alerts: 0, checkpoints_verified: 1 });
  // The third device receives both imports at once.
  const third = await admit('tablet');
  expect(await runSync(third)).toMatchObject({ alerts: 0 });
  const devices = [first, second, third];
  expect(new Set(devices.map(readViewDigest)).size).toBe(1);
  expect(findPicture(first)).not.toBe(old);
  expect(new Set(devices.map(findPicture)).size).toBe(1);
  // Whichever device imports the file again finds it unchanged.
  const before = readViewDigest(second);
  await importPicture(second, 'new');
  expect(readViewDigest(second)).toBe(before);
});

it('an imported note has the dates of its source on every device [SYNC-APPLY]', async () => {
  const { root, first, admit } = await foundGroup();
  const second = await admit('phone');
  const folder = join(root, 'Dated');
  const importDated = async (text: string) => {
    writeFiles(folder, { 'a.md': `---\ncreated: 2019-03-01\nupdated: 2020-05-01\ntags: [old]\n---\n${text}\n` });
    await first.call('importFolder', { format: 'markdown', path: folder, source: 'Dated' });
  };
  const readDates = async ({ call }: OpenedLibrary) => {
    const [found] = (await call('searchDocuments', { query: 'tag:old' })).results;
    const { created_at, updated_at } = await call('getDocument', { document_id: found?.document_id as string });
    return [created_at, updated_at];
  };
  await importDated('one');
  await runSync(first);
  await runSync(second);
  expect(await readDates(second)).toEqual(['2019-03-01T00:00:00.000Z', '2020-05-01T00:00:00.000Z']);
  expect(await readDates(first)).toEqual(await readDates(second));
  await importDated('two');
  await runSync(first);
  await runSync(second);
  expect(await readDates(first)).toEqual(await readDates(second));
  // A device that joins later receives all operations at once.
  const third = await admit('tablet');
  await runSync(third);
  expect(await readDates(third)).toEqual(await readDates(first));
});

it('an archive and its restored copy have the sources of all attachments of a changed file [ARC-RESTORE]', async () => {
  const { root, first, importPicture } = await foundGroup();
  for (const picture of ['old', 'new']) await importPicture(first, picture);
  const exportTo = async ({ call }: OpenedLibrary, name: string) => {
    await call('exportArchive', { directory: join(root, name) });
    const { 'manifest.json': manifest = '', ...files } = tree(join(root, name));
    return { files, compatibility: JSON.parse(manifest).compatibility };
  };
  const archive = await exportTo(first, 'a');
  expect(Object.values(archive.files).join('').split(`"source_id":"${SOURCE.id}"`)).toHaveLength(3);
  // Older versions have room for one attachment of a source.
  expect(archive.compatibility.minimum_schema_version).toBe(26);
  await first.call('restoreArchive', { directory: join(root, 'a'), into_dir: join(root, 'restored') });
  const restored = await openTestLibrary(join(root, 'restored'));
  expect(findPicture(restored)).toBe(findPicture(first));
  expect(await exportTo(restored, 'b')).toEqual(archive);
});

it('the digest of a library has the sources of a note in the order of the reference view [SYNC-APPLY]', async () => {
  const opened = await openReplica();
  const { id } = await opened.call('createDocument', { title: 'A', body: 'x' });
  await opened.library.store.write(({ documents, provenance }) => {
    const document = documents.get(id);
    if (document === undefined) throw new Error('the note was just created');
    // In UTF-16 the first id sorts before the second, in UTF-8 after it.
    for (const path of ['\u{1f600}.md', '\uff1a.md'])
      provenance.record(document, { kind: 'markdown', id: `Vault:${path}` }, 'a'.repeat(64), 1);
  });
  expect(readViewDigest(opened)).toBe(computeViewDigest(new Group([opened]).reference(opened)));
});
