import { operations } from '@notes/contract';
import { expect, test } from 'vitest';
import { type BatchOperation, batchRequest, verbs } from './batch.js';
import type { NoteRow } from './rows.js';

const rows: NoteRow[] = [
  { id: 'doc_a', title: '', revisionId: 'rev_a', tags: [], updatedAt: '', excerpt: '', highlights: [] },
];
const choose = (operation: BatchOperation, part: { notebookId?: string; tags?: string } = {}) =>
  batchRequest({ operation, mode: 'atomic', notebookId: 'nb_x', tags: '#work/sync, review,', ...part }, rows);

test.each(Object.keys(verbs) as BatchOperation[])('batchRequest for %s is valid in the contract', (operation) => {
  expect(operations.runBatch.input.safeParse(choose(operation)).error).toBeUndefined();
});

test('batchRequest splits tags at commas and drops the # sign', () => {
  expect(choose('add_tags')?.tags).toEqual(['work/sync', 'review']);
});

test('batchRequest names revisions only for trash', () => {
  expect(choose('trash')?.items).toEqual([{ document_id: 'doc_a', base_revision_id: 'rev_a' }]);
  expect(choose('duplicate')?.items).toEqual([{ document_id: 'doc_a' }]);
});

test('batchRequest returns undefined while a required field is empty', () => {
  expect(choose('move', { notebookId: '' })).toBeUndefined();
  expect(choose('remove_tags', { tags: ' , ' })).toBeUndefined();
});
