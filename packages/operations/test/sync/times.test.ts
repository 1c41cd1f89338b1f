import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { letIn, meet, pairedFolders } from './devices.js';

const notebookTimes = async (device: { call: Awaited<ReturnType<typeof pairedFolders>>['first']['call'] }) => {
  const { notebooks } = await device.call('listNotebooks', {});
  return notebooks.filter(({ name }) => name.startsWith('Trips')).map(({ name, updated_at }) => [name, updated_at]);
};

it('devices give the same times to notebooks that both changed and to notes that both trashed [SYNC-MERGE]', async () => {
  const { first, second, device } = await pairedFolders();
  const third = device('third');
  const { notebook_id } = await third.call('createNotebook', { name: 'Trip' });
  await sleep(5);
  await third.call('updateNotebook', { notebook_id, name: 'Trips' });
  const [renamed] = await notebookTimes(third);
  const { id: document_id, current_revision_id: base_revision_id } = await first.note('Trashed twice', 'one\n');
  await letIn(first, third, 'merge');
  await meet(third, first, second);
  for (const each of [first, second, third]) expect(await notebookTimes(each)).toEqual([renamed]);

  await first.call('updateNotebook', { notebook_id, name: 'Trips of first' });
  await first.call('trashDocument', { document_id, base_revision_id });
  await sleep(5);
  await second.call('updateNotebook', { notebook_id, icon_emoji: '⛵' });
  await second.call('trashDocument', { document_id, base_revision_id });
  const [latest] = await notebookTimes(second);
  await meet(first, second, third, first, second);
  for (const each of [first, second, third]) expect(await each.library()).toEqual(await first.library());
  expect(await notebookTimes(third)).toEqual([['Trips of first', latest?.[1]]]);
});
