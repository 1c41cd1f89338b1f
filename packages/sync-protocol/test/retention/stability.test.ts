import { describe, expect, it } from 'vitest';
import type { LoggedOperation, Operation, VersionVector } from '../../src/index.js';
import {
  computeRetentionFloor,
  computeSafeFloor,
  computeStableFloor,
  findPrunable,
  type MemberKnowledge,
} from '../../src/run/index.js';

const member = (
  replicaId: string,
  acknowledged: VersionVector | null,
  retired: MemberKnowledge['retired'] = false,
): MemberKnowledge => ({ replicaId, acknowledged, retired });

const both = [member('rep_a', { rep_a: 5, rep_b: 3 }), member('rep_b', { rep_a: 4, rep_b: 6 })];

describe('the safe floor', () => {
  it('contains what every member has applied', () => {
    expect(computeSafeFloor(both)).toEqual({ rep_a: 4, rep_b: 3 });
  });

  it('is empty while a member has never acknowledged', () => {
    expect(computeSafeFloor([...both, member('rep_c', null)])).toEqual({});
  });

  it('is not held back by a retired replica', () => {
    expect(computeSafeFloor([...both, member('rep_c', null, { applied: true })])).toEqual({ rep_a: 4, rep_b: 3 });
  });
});

describe('the stable floor', () => {
  it('exists once all operations that members wrote before they acknowledged are applied', () => {
    expect(computeStableFloor(both, { rep_a: 5, rep_b: 6 })).toEqual({ rep_a: 4, rep_b: 3 });
    expect(computeStableFloor(both, { rep_a: 5, rep_b: 5 })).toBeNull();
  });

  it('is null while a member has never acknowledged or operations of a retired one are missing', () => {
    const applied = { rep_a: 5, rep_b: 6 };
    expect(computeStableFloor([...both, member('rep_c', null)], applied)).toBeNull();
    expect(computeStableFloor([...both, member('rep_c', {}, { applied: false })], applied)).toBeNull();
    expect(computeStableFloor([...both, member('rep_c', {}, { applied: true })], applied)).not.toBeNull();
  });
});

describe('the retention floor', () => {
  const applied = { rep_a: 5, rep_b: 6 };
  const snapshot = (versions: VersionVector, verifiedBy: string[]) => ({ replicaId: 'rep_a', versions, verifiedBy });

  it('contains what a checkpoint verified by another member covers', () => {
    expect(computeRetentionFloor(both, applied, [])).toEqual({});
    expect(computeRetentionFloor(both, applied, [snapshot({ rep_a: 9, rep_b: 9 }, ['rep_a'])])).toEqual({});
    expect(computeRetentionFloor(both, applied, [snapshot({ rep_a: 9, rep_b: 9 }, ['rep_c'])])).toEqual({});
    expect(computeRetentionFloor(both, applied, [snapshot({ rep_a: 2, rep_b: 9 }, ['rep_b'])])).toEqual({
      rep_a: 2,
      rep_b: 3,
    });
  });

  it('contains only what a checkpoint covers that every member knows', () => {
    const three = [...both, member('rep_c', { rep_a: 5, rep_b: 6 })];
    const versions = { rep_a: 2, rep_b: 9 };
    expect(computeRetentionFloor(three, applied, [snapshot(versions, ['rep_b'])])).toEqual({});
    expect(computeRetentionFloor(three, applied, [snapshot(versions, ['rep_b', 'rep_c'])])).toEqual({
      rep_a: 2,
      rep_b: 3,
    });
    const retired = [...both, member('rep_c', null, { applied: true })];
    expect(computeRetentionFloor(retired, applied, [snapshot(versions, ['rep_b'])])).toEqual({ rep_a: 2, rep_b: 3 });
  });

  it('uses the checkpoint that covers most operations', () => {
    const snapshots = [snapshot({ rep_a: 1 }, ['rep_b']), snapshot({ rep_a: 4 }, ['rep_b']), snapshot({}, ['rep_b'])];
    expect(computeRetentionFloor(both, applied, snapshots)).toEqual({ rep_a: 4 });
  });

  it('accepts the own verification of a sole member', () => {
    const alone = [member('rep_a', { rep_a: 5 }), member('rep_b', {}, { applied: true })];
    expect(computeRetentionFloor(alone, applied, [snapshot({ rep_a: 3 }, ['rep_a'])])).toEqual({ rep_a: 3 });
  });
});

type Intent<Of> = Of extends Operation ? Omit<Of, 's' | 'l' | 'w'> : never;
const buildLog = (...intents: Intent<Operation>[]): LoggedOperation[] =>
  intents.map((intent, i) => ({ replica: 'rep_a', operation: { ...intent, s: i + 1, l: i + 1, w: 0 } as Operation }));
const write = (rev: string, ...parents: string[]): Intent<Operation> => ({
  op: 'doc.write',
  doc: 'doc_1',
  rev,
  parents,
  title: '',
  body: rev,
});
const listPrunable = (operations: readonly LoggedOperation[], floor: number) =>
  [...findPrunable('doc_1', operations, { rep_a: floor })].map((dot) => Number(dot.slice('rep_a:'.length))).sort();

describe('the prunable operations of a note', () => {
  it('include the ancestors of a single head that all replicas have', () => {
    const operations = buildLog(write('rev_1'), write('rev_2', 'rev_1'), write('rev_3', 'rev_2'));
    expect(listPrunable(operations, 2)).toEqual([]);
    expect(listPrunable(operations, 3)).toEqual([1, 2]);
  });

  it('include no revision while there are two heads', () => {
    expect(listPrunable(buildLog(write('rev_1'), write('rev_2', 'rev_1'), write('rev_3', 'rev_1')), 3)).toEqual([]);
  });

  it('include a removed addition and its removal, but not a later addition', () => {
    const add: Intent<Operation> = { op: 'doc.tag_add', doc: 'doc_1', tag: 'tag_1' };
    const remove: Intent<Operation> = { op: 'doc.tag_remove', doc: 'doc_1', dots: ['rep_a:1'] };
    expect(listPrunable(buildLog(add, remove, add), 3)).toEqual([1, 2]);
    expect(listPrunable(buildLog(add, remove), 1)).toEqual([]);
  });

  it('exclude operations that a removal of another kind names', () => {
    const undo: Intent<Operation> = { op: 'doc.restore', doc: 'doc_1', undo: ['rep_a:1', 'rep_a:2'] };
    const add: Intent<Operation> = { op: 'doc.tag_add', doc: 'doc_1', tag: 'tag_1' };
    expect(listPrunable(buildLog(write('rev_1'), add, undo), 3)).toEqual([3]);
  });

  it('include superseded moves between notebooks', () => {
    const home = (notebook: string): Intent<Operation> => ({ op: 'doc.home', doc: 'doc_1', notebook });
    expect(listPrunable(buildLog(home('nb_1'), home('nb_2'), home('nb_3')), 2)).toEqual([1]);
  });

  it('include all operations of a purged note but the purge', () => {
    const home: Intent<Operation> = { op: 'doc.home', doc: 'doc_1', notebook: 'nb_1' };
    const purge: Intent<Operation> = { op: 'doc.purge', doc: 'doc_1', seen: ['rev_1'] };
    expect(listPrunable(buildLog(write('rev_1'), home, purge), 3)).toEqual([1, 2]);
  });
});
