import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readContent } from '../../src/notes/resources/content.js';
import { type OpenedLibrary, openTestLibrary, temporaryFolder, uploadBytes } from '../support.js';
import { meet, pairedFolders } from './devices.js';

/** Creates two devices of one group that exchange over a folder, and an attachment of the first. */
async function group() {
  const folder = join(temporaryFolder(), 'share');
  mkdirSync(folder);
  const open = () => openTestLibrary(undefined, ['sync.target=directory', `sync.directory.path=${folder}`]);
  const [first, second] = [await open(), await open()];
  await first.call('initializeSync', { name: 'laptop' });
  const { invitations } = await first.call('manageInvitations', {});
  const pair = () => second.call('pairDevice', { code: invitations[0]?.code as string, name: 'phone' });
  await pair();
  await first.call('runSync', {});
  await pair();
  const { id: resource_id } = await uploadBytes(first, 'bytes', { filename: 'a.txt' });
  await first.call('createDocument', { title: 'A', body: `![](resource://default/resources/${resource_id})\n` });
  return { first, second, resource_id };
}

async function readText({ library, call }: OpenedLibrary, resource_id: string): Promise<string> {
  const content = await call('getResourceContent', { resource_id });
  let text = '';
  for await (const piece of readContent(library, content)) text += piece.toString();
  return text;
}

const attachmentCheck = async ({ call }: OpenedLibrary) =>
  (await call('checkLibrary', {})).checks.find(({ check }) => check === 'attachments');

describe('the bytes of an attachment', () => {
  it('are evicted when another device has them, and fetched again on demand [SYNC-CONTENT]', async () => {
    const { first, second, resource_id } = await group();
    const wish = (intent: 'eager' | 'lazy' | 'pin' | 'evict') => ({ resource_id, intent });
    for (const { call } of [first, second, first, second]) await call('runSync', {});
    expect(await readText(second, resource_id)).toBe('bytes');
    expect(await second.call('setResourceIntent', wish('evict'))).toEqual({
      ...wish('evict'),
      presence: 'remote',
      size_bytes: 5,
      fetched_bytes: 0,
    });
    const readIntent = () => second.call('setResourceIntent', { resource_id });
    expect(await readIntent()).toMatchObject({ intent: 'evict', presence: 'remote' });
    expect((await second.call('getSyncOverview', {})).pending).toMatchObject({
      ...{ resources: 0, bytes: 0, resources_remote: 1, bytes_remote: 5 },
    });
    await second.call('runSync', {});
    expect(await attachmentCheck(second)).toMatchObject({
      status: 'ok',
      findings: [`${resource_id} not received yet: 5 bytes`],
    });
    const folder = (name: string) => join(temporaryFolder(), name);
    const incomplete = {
      code: 'conflict',
      message: `The bytes of 1 attachment (5 bytes) are not on this device yet: a.txt (${resource_id}). Run \`notes sync run --all-attachments\` first`,
    };
    await expect(second.call('exportArchive', { directory: folder('archive') })).rejects.toMatchObject(incomplete);
    await expect(second.call('exportNotes', { directory: folder('files'), format: 'markdown' })).rejects.toMatchObject(
      incomplete,
    );
    const refusal = {
      code: 'not_found',
      message: expect.stringMatching(
        /^The content is not on this device yet\. .* arrives with the next sync: notes sync run$/,
      ),
    };
    await expect(readText(second, resource_id)).rejects.toMatchObject(refusal);
    expect((await second.call('getSyncOverview', {})).pending).toMatchObject({ resources: 1, bytes: 5 });
    await second.call('runSync', {});
    expect(await readText(second, resource_id)).toBe('bytes');
    expect((await second.call('getSyncOverview', {})).pending).toMatchObject({ resources: 0, bytes: 0 });
    expect(await readIntent()).toMatchObject({ intent: 'lazy', presence: 'local' });
    expect(await second.call('setResourceIntent', wish('pin'))).toMatchObject({ presence: 'local', intent: 'pin' });
  });

  it('are all fetched by a sync with all attachments [SYNC-CONTENT]', async () => {
    const { first, second, resource_id } = await group();
    for (const { call } of [first, second, first, second]) await call('runSync', {});
    await second.call('setResourceIntent', { resource_id, intent: 'evict' });
    const readPending = async () => (await second.call('getSyncOverview', {})).pending;
    expect(await readPending()).toMatchObject({ resources: 0, resources_remote: 1, bytes_remote: 5 });
    await expect(second.call('runSync', { kind: 'verify', all_attachments: true })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^all_attachments: /),
    });

    await second.call('runSync', { all_attachments: true });
    expect(await readPending()).toMatchObject({ resources: 0, resources_remote: 0 });
    expect(await readText(second, resource_id)).toBe('bytes');
  });

  it('stay on one of two devices that evict them at the same time [SYNC-CONTENT]', async () => {
    const { first, second, resource_id } = await group();
    for (let round = 0; round < 3; round += 1)
      for (const { call } of [first, second]) expect((await call('runSync', {})).summary.alerts).toBe(0);
    const answers = await Promise.allSettled(
      [first, second].map(({ call }) => call('setResourceIntent', { resource_id, intent: 'evict' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(await readText(first, resource_id)).toBe('bytes');
  });

  it('stay on one of two devices when one continues as a new replica [SYNC-CONTENT]', async () => {
    const { first, second } = await pairedFolders();
    const resource_id = await first.open(async (opened) => {
      const { id } = await uploadBytes(opened, 'bytes', { filename: 'a.txt' });
      await opened.call('createDocument', { title: 'A', body: `![](resource://default/resources/${id})\n` });
      return id;
    });
    await meet(first, second, first, second);
    const copy = first.copy('copy');
    await first.note('Lost', 'with the disk\n');
    await meet(first, second);
    first.restore(copy);
    await meet(first, second, first, second, first);
    const answers = await Promise.allSettled(
      [first, second].map((device) => device.call('setResourceIntent', { resource_id, intent: 'evict' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(await first.open((opened) => readText(opened, resource_id))).toBe('bytes');
  });

  it('stay where no other device has acknowledged them [SYNC-CONTENT]', async () => {
    const { first, second, resource_id } = await group();
    const evict = ({ call }: OpenedLibrary) => call('setResourceIntent', { resource_id, intent: 'evict' });
    await expect(evict(first)).rejects.toMatchObject({ code: 'conflict' });
    await first.call('runSync', {});
    await expect(evict(first)).rejects.toMatchObject({ code: 'conflict' });
    // The device acknowledges fetched bytes in the run after the fetch.
    for (const { call } of [second, first]) await call('runSync', {});
    await expect(evict(first)).rejects.toMatchObject({ code: 'conflict' });
    for (const { call } of [second, first]) await call('runSync', {});
    // A device removes nothing by the acknowledgement of a younger one, which may rely on that of the older one.
    await expect(evict(first)).rejects.toMatchObject({ code: 'conflict' });
    await first.call('runSync', { kind: 'verify' });
    expect(await evict(first)).toMatchObject({ presence: 'remote' });
    await first.call('runSync', {});
    await second.call('runSync', {});
    await expect(evict(second)).rejects.toMatchObject({ code: 'conflict' });
    await expect(
      (await openTestLibrary()).call('setResourceIntent', { resource_id, intent: 'pin' }),
    ).rejects.toMatchObject({ code: 'conflict' });
  });
});
