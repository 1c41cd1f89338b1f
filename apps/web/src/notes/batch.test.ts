import { operations } from '@notes/contract';
import { expect, test } from 'vitest';
import { type BatchOperation, batchRequest, verbs } from './batch.js';
import type { NoteRow } from './rows.js';

const rows: NoteRow[] = [
  { id: 'doc_a', title: '', revisionId: 'rev_a', tags: [], updatedAt: '', excerpt: '', highlights: [] },
];
const choose = (operation: BatchOperation, part: { notebookId?: string; tags?: string } = {}) =>
  batchRequest({ operation, mode: 'atomic', notebookId: 'nb_x', tags: '#work/sync, review,', ...part }, rows);

test.each(Object.keys(verbs) as BatchOperation[])('what %s asks is a request of the contract', (operation) => {
  expect(operations.runBatch.input.safeParse(choose(operation)).error).toBeUndefined();
});

test('tags are told apart by commas, without their sign', () => {
  expect(choose('add_tags')?.tags).toEqual(['work/sync', 'review']);
});

test('only trash names the revisions it is meant for', () => {
  expect(choose('trash')?.items).toEqual([{ document_id: 'doc_a', base_revision_id: 'rev_a' }]);
  expect(choose('duplicate')?.items).toEqual([{ document_id: 'doc_a' }]);
});

test('nothing is asked while something needed is missing', () => {
  expect(choose('move', { notebookId: '' })).toBeUndefined();
  expect(choose('remove_tags', { tags: ' , ' })).toBeUndefined();
});
