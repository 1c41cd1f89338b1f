import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../drafts/remote.js';
import { journal } from '../drafts/shared-journal.js';
import { decide } from './decide.js';
import type { DraftResolution, LocalDraft } from './draft-resolution.js';
import { draftResolutions, removeStaleResolutions } from './draft-resolution.js';

const base = { title: 'T', body: 'one', revisionId: 'rev_1' };
const draft: LocalDraft = {
  key: 'doc_1',
  base,
  notebookId: undefined,
  text: { title: 'T', body: 'mine' },
  selection: { anchor: 0, head: 0 },
  unanswered: [],
  startedAt: 1,
  changedAt: 1,
};
const theirs = { ...base, id: 'doc_1', notebookId: 'nb_notes', editable: true, deletedAt: undefined, updatedAt: 0 };
const deciding: DraftResolution = { key: 'doc_1', draft, theirs, myTitle: 'T', title: 'T', body: 'by hand', hunks: [] };
const succeed = async (): Promise<Outcome> => ({ kind: 'done', note: theirs });

describe('a decision [WEB-A5]', () => {
  beforeEach(async () => {
    vi.stubGlobal('navigator', {});
    await journal.put(draft);
    await draftResolutions.put(deciding);
  });

  it('removes the draft and its result when it succeeds', async () => {
    expect(await decide(draft, succeed)).toMatchObject({ kind: 'done' });
    expect(await journal.get('doc_1')).toBeUndefined();
    expect(await draftResolutions.get('doc_1')).toBeUndefined();
  });

  it('is stale when another tab changed the draft', async () => {
    const newer = { ...draft, text: { title: 'T', body: 'mine and more' } };
    await journal.put(newer);
    const act = vi.fn(succeed);
    expect(await decide(draft, act)).toEqual({ kind: 'stale' });
    expect(act).not.toHaveBeenCalled();
    expect(await journal.get('doc_1')).toEqual(newer);
  });

  it('is removed with its draft unless the draft can still be restored', async () => {
    await draftResolutions.put({ ...deciding, key: 'doc_2' });
    await draftResolutions.put({ ...deciding, key: 'doc_3', isTakenBack: true });
    await removeStaleResolutions();
    expect((await draftResolutions.list()).map(({ key }) => key)).toEqual(['doc_1', 'doc_3']);
  });

  it('keeps the draft and its result when the action fails', async () => {
    expect(await decide(draft, async () => ({ kind: 'offline' }))).toEqual({ kind: 'offline' });
    expect(await journal.get('doc_1')).toEqual(draft);
    expect(await draftResolutions.get('doc_1')).toEqual(deciding);
  });
});
