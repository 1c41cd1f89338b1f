import { expect, test } from 'vitest';
import { type Conflict, startResolution } from './conflict-resolution.js';

const side = (revision_id: string, body: string) => ({
  revision_id,
  replica_id: 'rep_1',
  title: 'T',
  body,
  updated_at: '2026-01-01T00:00:00.000Z',
});
const conflict: Conflict = {
  conflict_id: 'cfl_1',
  kind: 'document_content',
  state: 'open',
  subject_id: 'doc_1',
  document_id: 'doc_1',
  title: 'T',
  base_revision_id: 'rev_0',
  current_revision_id: 'rev_1',
  created_at: '2026-01-01T00:00:00.000Z',
  resolved_at: null,
  resolution: null,
  resolved_by_replica_id: null,
  local: side('rev_1', '1\nhere\n3\n4\n5\n'),
  remote: side('rev_2', '1\nthere\n3\n4\n5\n'),
  base: { revision_id: 'rev_0', title: 'T', body: '1\n2\n3\n4\n5\n' },
};

test('startResolution starts with the side of this device and resumes with the earlier result', () => {
  const started = startResolution(undefined, conflict);
  expect(started).toMatchObject({ key: 'cfl_1', body: conflict.local?.body, title: 'T' });
  expect(started?.hunks).toMatchObject([{ base: '2\n', mine: 'here\n', theirs: 'there\n', isDecided: false }]);
  expect(startResolution(started, conflict)).toEqual(started);
});

test('startResolution keeps decisions when one side is edited', () => {
  const started = startResolution(undefined, conflict);
  const decided = started && {
    ...started,
    body: '1\nboth\n3\n4\n5\n',
    hunks: started.hunks.map((hunk) => ({ ...hunk, isDecided: true })),
  };
  const moved = startResolution(decided, { ...conflict, local: side('rev_3', '1\nhere\n3\n4\nfive\n') });
  expect(moved?.body).toBe('1\nboth\n3\n4\nfive\n');
  expect(moved?.hunks.filter(({ isDecided }) => !isDecided)).toEqual([]);
});

test('startResolution keeps the order of the sides when this device edits the other side', () => {
  const started = startResolution(undefined, conflict);
  const turned = { ...conflict, local: side('rev_3', '1\nthere\n3\n4\nfive\n'), remote: conflict.local };
  const moved = startResolution(started, turned);
  expect([moved?.mine, moved?.theirs]).toMatchObject([
    { revisionId: 'rev_1', keeping: 'keep_remote' },
    { revisionId: 'rev_3', keeping: 'keep_local' },
  ]);
  expect(moved).toMatchObject({ body: '1\nhere\n3\n4\nfive\n', hunks: [{ mine: 'here\n', theirs: 'there\n' }] });
});

test('startResolution without a base asks about the whole text', () => {
  expect(startResolution(undefined, { ...conflict, base: null })?.hunks).toHaveLength(1);
});

test('startResolution returns undefined for a closed conflict or a purged text', () => {
  expect(startResolution(undefined, { ...conflict, state: 'resolved' })).toBeUndefined();
  const purged = { ...side('rev_2', ''), title: null, body: null };
  expect(startResolution(undefined, { ...conflict, remote: purged })).toBeUndefined();
});
