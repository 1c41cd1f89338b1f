import { describe, expect, it } from 'vitest';
import { deriveDocumentConflictId } from '../src/merge/conflicts/conflict.js';
import {
  assignSides,
  computeLineageView,
  type DocumentConflict,
  findConflictState,
  resolveDocumentConflict,
} from '../src/merge/index.js';
import { ModelReplica, PROTOCOL } from '../src/testing/index.js';

const id = deriveDocumentConflictId('doc_1', 'rev_a2');

/** Creates two replicas that changed the same line. The revision of `a` is set aside. */
function inConflict() {
  const [a, b] = ['rep_a', 'rep_b'].map((name) => new ModelReplica(name, PROTOCOL)) as [ModelReplica, ModelReplica];
  a.author([{ op: 'doc.write', doc: 'doc_1', rev: 'rev_1', parents: [], title: 'T', body: 'x' }]);
  b.pull(a, 9);
  a.author([{ op: 'doc.write', doc: 'doc_1', rev: 'rev_a2', parents: ['rev_1'], title: 'T', body: 'of a' }]);
  b.author([{ op: 'doc.write', doc: 'doc_1', rev: 'rev_b2', parents: ['rev_1'], title: 'T', body: 'of b' }]);
  a.pull(b, 9);
  b.pull(a, 9);
  const conflict = a.view().conflicts.get(id) as DocumentConflict;
  return { a, b, conflict };
}

const stateAt = ({ log }: ModelReplica) => findConflictState(id, 'rev_a2', log, computeLineageView('doc_1', log));

describe('a conflict', () => {
  it('contains the note, the unmerged revision and their base', () => {
    const { conflict } = inConflict();
    expect(conflict).toMatchObject({
      conflictId: id,
      kind: 'document_content',
      documentId: 'doc_1',
      main: { revisionId: 'rev_b2', authors: ['rep_b'], body: 'of b' },
      other: { revisionId: 'rev_a2', authors: ['rep_a'], body: 'of a' },
      base: { revisionId: 'rev_1', body: 'x' },
    });
  });

  it('has the side of the asking replica as local', () => {
    const { conflict } = inConflict();
    expect(assignSides(conflict, 'rep_a').local.body).toBe('of a');
    expect(assignSides(conflict, 'rep_b').local.body).toBe('of b');
    expect(assignSides(conflict, 'rep_c').local.body).toBe('of b');
  });

  it('is open until a replica resolves it', () => {
    const { a, b, conflict } = inConflict();
    expect(stateAt(b)).toEqual({ state: 'open' });
    const note = a.view().notes.get('doc_1');
    if (note === undefined) throw new Error('the note is gone');
    const { write } = resolveDocumentConflict(note, conflict, 'rep_a', { resolution: 'keep_local' });
    expect(write).toEqual({ doc: 'doc_1', parents: ['rev_b2', 'rev_a2'], title: 'T', body: 'of a' });
    const resolve = { op: 'conflict.resolve', conflict: id, doc: 'doc_1', resolution: 'keep_local', write: 3 } as const;
    const [, resolved] = a.author([{ op: 'doc.write', rev: 'rev_a3', ...write }, resolve]);
    b.pull(a, 9);
    const by = { replicaId: 'rep_a', at: resolved?.operation.w };
    expect(stateAt(b)).toEqual({ state: 'resolved', resolution: 'keep_local', by });
  });

  it('stays open after a resolution while its revision is unmerged', () => {
    const { a } = inConflict();
    a.author([{ op: 'conflict.resolve', conflict: id, doc: 'doc_1', resolution: 'keep_both', write: null }]);
    expect(stateAt(a)).toEqual({ state: 'open' });
  });

  it('is resolved by an edit that makes the merge clean', () => {
    const { b } = inConflict();
    b.author([{ op: 'doc.write', doc: 'doc_1', rev: 'rev_b3', parents: ['rev_b2'], title: 'T', body: 'of a' }]);
    expect(stateAt(b)).toEqual({ state: 'resolved', resolution: 'merged', by: null });
  });

  it('is superseded when its revision is edited or purged', () => {
    const { a, b } = inConflict();
    a.author([{ op: 'doc.write', doc: 'doc_1', rev: 'rev_a3', parents: ['rev_a2'], title: 'T', body: 'more of a' }]);
    b.author([{ op: 'doc.write', doc: 'doc_1', rev: 'rev_b3', parents: ['rev_b2'], title: 'T', body: 'more of b' }]);
    b.author([{ op: 'doc.home', doc: 'doc_1', notebook: 'nb_notes' }]);
    b.pull(a, 9);
    expect(stateAt(b)).toEqual({ state: 'superseded' });
    b.author([{ op: 'doc.purge', doc: 'doc_1', seen: ['rev_b3', 'rev_a3'] }]);
    expect(stateAt(b)).toEqual({ state: 'superseded' });
  });
});
