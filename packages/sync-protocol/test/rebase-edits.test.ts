import { describe, expect, it } from 'vitest';
import type { LoggedOperation, Operation } from '../src/index.js';
import { computeView, deriveMergedRevisionId, type RebasedEdits, rebaseEdits } from '../src/merge/index.js';
import { readVectors } from './support.js';

const DOC = 'doc_a';

/** Builds a log of two replicas. An operation is by `rep_b` unless `own`, and follows all before it unless `l` says so. */
class Log {
  readonly operations: LoggedOperation[] = [];
  /** Operations that the replica still lacks in part. */
  awaited: Record<string, number> | null = null;
  readonly #numbers = new Map<string, number>();

  append(replica: string, fields: Record<string, unknown>, l = this.operations.length + 1): this {
    const s = (this.#numbers.get(replica) ?? 0) + 1;
    this.#numbers.set(replica, s);
    this.operations.push({ replica, operation: { s, l, w: l, ...fields } as unknown as Operation });
    return this;
  }

  others = (rev: string, parents: string[], body: string) => this.#write('rep_b', rev, parents, body);
  own = (rev: string, parents: string[], body: string, l?: number) => this.#write('rep_a', rev, parents, body, l);

  #write(replica: string, rev: string, parents: string[], body: string, l?: number): this {
    return this.append(replica, { op: 'doc.write', doc: DOC, rev, parents, title: 'A', body }, l);
  }

  rebase() {
    return rebaseEdits(DOC, this.operations, {
      replica: 'rep_a',
      published: 0,
      awaited: this.awaited,
      readBody: ({ body }) => body ?? '',
    });
  }

  /** Returns the log after the rebase, without the revisions that others may have pruned. */
  prune(...revisions: string[]): LoggedOperation[] {
    const { changed, merged } = this.rebase();
    const log = new Log();
    for (const { replica, operation } of this.operations) {
      if (operation.op === 'doc.write' && replica === 'rep_b' && revisions.includes(operation.rev)) continue;
      const other = changed.find((each) => each.replica === replica && each.operation.s === operation.s);
      log.operations.push(other ?? { replica, operation });
    }
    for (const { at: w, ...fields } of merged) log.append('rep_a', { ...fields, s: 90, w }, 90);
    return log.operations;
  }
}

const readNote = (operations: readonly LoggedOperation[]) => computeView(operations).notes.get(DOC);

describe('unpublished edits of a replica that was behind [SYNC-WAIT]', () => {
  it('keep the revisions of others that no other one supersedes as their parents', () => {
    const log = new Log().others('rev_1', [], 'a\n').own('rev_2', ['rev_1'], 'b\n').own('rev_3', ['rev_2'], 'c\n');
    expect(log.rebase()).toEqual({ changed: [], merged: [] });
  });

  it('lose the superseded ones, and are merged by another revision with the same text', () => {
    const log = new Log().others('rev_1', [], 'a\nb\nc\n').own('rev_x', ['rev_1'], 'a\nb\nC\n');
    log.others('rev_2', ['rev_1'], 'A\nb\nc\n');
    const { changed, merged } = log.rebase();
    expect(changed).toMatchObject([{ operation: { op: 'doc.write', rev: 'rev_x', parents: [] } }]);
    const rev = deriveMergedRevisionId(['rev_2', 'rev_x']);
    expect(merged).toEqual([
      { op: 'doc.write', doc: DOC, rev, parents: ['rev_2', 'rev_x'], title: 'A', body: 'A\nb\nC\n', at: 3 },
    ]);
    expect(readNote(log.operations)).toMatchObject({ revisionId: rev, body: 'A\nb\nC\n' });
    for (const gone of [[], ['rev_1']])
      expect(readNote(log.prune(...gone))).toMatchObject({ revisionId: rev, body: 'A\nb\nC\n', losers: [] });
  });

  it('are in conflict without a base where they do not merge', () => {
    const log = new Log().others('rev_1', [], 'a\n').own('rev_x', ['rev_1'], 'mine\n');
    log.others('rev_2', ['rev_1'], 'theirs\n');
    expect(log.rebase().merged).toEqual([]);
    for (const gone of [[], ['rev_1']])
      expect(readNote(log.prune(...gone))).toMatchObject({
        body: 'theirs\n',
        losers: [{ revisionId: 'rev_x', reason: 'no_base', body: 'mine\n' }],
      });
  });

  it('while operations are lacking, keep no awaited revision of others as a parent', () => {
    const log = new Log().others('rev_1', [], 'a\n').own('rev_x', ['rev_1'], 'b\n').own('rev_y', ['rev_x'], 'c\n');
    log.others('rev_2', [], 'd\n').own('rev_z', ['rev_2'], 'e\n');
    log.awaited = { rep_b: 1 };
    expect(log.rebase()).toMatchObject({ changed: [{ operation: { rev: 'rev_x', parents: [] } }], merged: [] });
    expect(log.rebase().changed).toHaveLength(1);
  });

  it('are dropped when they were published under another id of the device', () => {
    const log = new Log()
      .others('rev_1', [], 'a\n')
      .others('rev_x', ['rev_1'], 'b\n')
      .own('rev_x', ['rev_1'], 'b\n', 2);
    log.others('rev_2', ['rev_x'], 'c\n');
    expect(log.rebase().changed).toMatchObject([{ operation: { op: 'doc.tag_remove', dots: [], s: 1 } }]);
    for (const gone of [[], ['rev_1', 'rev_x']])
      expect(readNote(log.prune(...gone))).toMatchObject({ heads: ['rev_2'], body: 'c\n', losers: [] });
  });

  it('are dropped when the device published their squashed successor under another id', () => {
    const log = new Log()
      .others('rev_2', ['rev_1'], 'b\n')
      .own('rev_1', [], 'a\n', 0)
      .own('rev_2', ['rev_1'], 'b\n', 1);
    log.others('rev_3', ['rev_2'], 'c\n');
    const { changed, merged } = log.rebase();
    expect(changed.map(({ operation: { op, s } }) => [op, s]).sort()).toEqual([
      ['doc.tag_remove', 1],
      ['doc.tag_remove', 2],
    ]);
    expect(merged).toEqual([]);
    for (const gone of [[], ['rev_2']])
      expect(readNote(log.prune(...gone))).toMatchObject({ heads: ['rev_3'], body: 'c\n', losers: [] });
  });

  it('are merged by a revision they were squashed into, which others may have pruned', () => {
    const log = new Log().others('rev_2', ['rev_1'], 'A\nb\nc\n').own('rev_1', [], 'a\nb\nc\n', 0);
    log.own('rev_x', ['rev_1'], 'a\nb\nC\n').others('rev_3', ['rev_2'], 'AA\nb\nc\n');
    for (const gone of [[], ['rev_2']])
      expect(readNote(log.prune(...gone))).toMatchObject({
        revisionId: deriveMergedRevisionId(['rev_3', 'rev_x']),
        body: 'AA\nb\nC\n',
        losers: [],
      });
  });

  it('of a purged note are dropped when the purge had seen a revision they were squashed into', () => {
    const log = new Log().others('rev_2', ['rev_1'], 'b\n').own('rev_1', [], 'a\n', 0);
    log.append('rep_b', { op: 'doc.purge', doc: DOC, seen: ['rev_2'] });
    for (const gone of [[], ['rev_2']]) expect(computeView(log.prune(...gone)).notes.size).toBe(0);
  });

  it('that are in Trash restore no note', () => {
    const log = new Log()
      .others('rev_1', [], 'a\nb\n')
      .own('rev_x', ['rev_1'], 'a\nB\n')
      .others('rev_2', ['rev_1'], 'A\nb\n');
    log.append('rep_a', { op: 'doc.trash', doc: DOC, seen: ['rev_x', 'rev_2'] });
    expect(log.rebase()).toMatchObject({ changed: [{ operation: { rev: 'rev_x', parents: [] } }], merged: [] });
    expect(readNote(log.prune('rev_1'))?.trashedAt).toBe(4);
  });

  it('of a purged note keep their revisions in the recovered one', () => {
    const log = new Log()
      .others('rev_1', [], 'a\nb\n')
      .own('rev_x', ['rev_1'], 'a\nB\n')
      .others('rev_2', ['rev_1'], 'A\nb\n');
    log.append('rep_b', { op: 'doc.purge', doc: DOC, seen: ['rev_2'] });
    const views = [[], ['rev_1'], ['rev_1', 'rev_2']].map((gone) => computeView(log.prune(...gone)).notes);
    for (const notes of views)
      expect([...notes.values()].map(({ body, heads }) => [body, heads])).toEqual([['a\nB\n', ['rev_x']]]);
  });
});

interface Case extends RebasedEdits {
  readonly name: string;
  readonly replica: string;
  readonly awaited: Record<string, number> | null;
  readonly operations: readonly LoggedOperation[];
}

describe('the rebase vectors [SYNC-WAIT]', () => {
  it.each(readVectors<Case[]>('rebase'))('$name', ({ replica, awaited, operations, changed, merged }) => {
    const edits = { replica, published: 0, awaited, readBody: ({ body = '' }: { body?: string | undefined }) => body };
    for (const given of [operations, operations.toReversed()]) {
      const found = rebaseEdits('doc_n', given, edits);
      expect({ ...found, changed: found.changed.toSorted((a, b) => a.operation.s - b.operation.s) }).toEqual({
        changed,
        merged,
      });
    }
  });

  it.each(readVectors<Case[]>('rebase'))('$name, and a second rebase changes nothing', (vector) => {
    const { replica, awaited, operations, changed, merged } = vector;
    const edits = { replica, published: 0, awaited, readBody: ({ body = '' }: { body?: string | undefined }) => body };
    const rebased = operations.map((logged) => {
      const other = changed.find(({ operation }) => operation.s === logged.operation.s);
      return logged.replica === replica && other !== undefined ? other : logged;
    });
    for (const [n, { at: w, ...revision }] of merged.entries())
      rebased.push({ replica, operation: { ...revision, s: 90 + n, l: 90 + n, w } });
    expect(rebaseEdits('doc_n', rebased, edits)).toEqual({ changed: [], merged: [] });
  });
});
