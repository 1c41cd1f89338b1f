import { sampleSeed, samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LoggedOperation, type Operation, parseOperation } from '../src/index.js';
import { compareOperations } from '../src/log/order.js';
import { computeView, deriveRecoveredId } from '../src/merge/index.js';
import { IncrementalLibrary } from '../src/testing/index.js';
import { serialiseView } from '../src/testing/model/history.js';

/*
 * Operations that are well formed but otherwise invalid: numbers out of order, parents that come later or are each
 * other's, several revisions of one id, entities that were never created.
 */
const few = (prefix: string) => fc.constantFrom(...['1', '2', '3'].map((n) => `${prefix}_${n}`));
const doc = fc.constantFrom(
  'doc_1',
  'doc_2',
  deriveRecoveredId('doc_1'),
  deriveRecoveredId(deriveRecoveredId('doc_1')),
);
const revisions = fc.uniqueArray(few('rev'), { maxLength: 3 });
const dots = fc.uniqueArray(
  fc.tuple(few('rep'), fc.integer({ min: 1, max: 4 })).map(([replica, seq]) => `${replica}:${seq}`),
  { maxLength: 3 },
);
const name = fc.constantFrom('a', 'A', 'a (2)', 'Notes', 'Trash');
const body = fc.constantFrom('', 'x\ny', 'x\nz', 'resource://default/resources/res_1');
const parent = fc.option(few('nb'));
const created = fc.constant(0);
const icon_emoji = fc.constant(null);

const INTENTS = fc.oneof(
  fc.record({ op: fc.constant('doc.create'), doc, created, file_name: fc.constant(null) }),
  fc.record({ op: fc.constant('doc.write'), doc, rev: few('rev'), parents: revisions, title: name, body }),
  fc.record({ op: fc.constant('doc.write'), doc, rev: few('rev'), parents: revisions, title: name, body }),
  fc.record({ op: fc.constant('doc.home'), doc, notebook: few('nb') }),
  fc.record({ op: fc.constantFrom('doc.trash', 'doc.purge'), doc, seen: revisions }),
  fc.record({ op: fc.constant('doc.restore'), doc, undo: dots }),
  fc.record({ op: fc.constant('doc.tag_add'), doc, tag: few('tag') }),
  fc.record({ op: fc.constantFrom('doc.tag_remove', 'doc.detach'), doc, dots }),
  fc.record({ op: fc.constant('doc.attach'), doc, resource: few('res'), relation_type: fc.constant('attachment') }),
  fc.record({ op: fc.constant('nb.create'), notebook: few('nb'), name, parent, icon_emoji, created }),
  fc.record({ op: fc.constant('nb.move'), notebook: few('nb'), parent }),
  fc.record({ op: fc.constant('nb.name'), notebook: few('nb'), name }),
  fc.record({ op: fc.constant('nb.delete'), notebooks: fc.uniqueArray(few('nb'), { minLength: 1, maxLength: 2 }) }),
  fc.record({ op: fc.constant('tag.create'), tag: few('tag'), name, created }),
  fc.record({ op: fc.constant('tag.name'), tag: few('tag'), name }),
  fc.record({ op: fc.constant('sn.create'), search: few('snb'), name, query: body, icon_emoji, created }),
  fc.record({ op: fc.constant('sn.set'), search: few('snb'), name }),
  fc.record({ op: fc.constant('sn.delete'), search: few('snb'), seen: dots }),
  fc.record({ op: fc.constant('res.name'), resource: few('res'), filename: name }),
  fc.record({ op: fc.constant('res.delete'), resource: few('res'), seen: dots }),
  fc.record({
    op: fc.constant('conflict.resolve'),
    conflict: few('cfl'),
    doc: fc.option(doc),
    resolution: fc.constant('merged'),
    write: fc.constant(null),
  }),
);

const log = fc
  .uniqueArray(
    fc.record({
      replica: few('rep'),
      s: fc.integer({ min: 1, max: 9 }),
      l: fc.integer({ min: 1, max: 9 }),
      intent: INTENTS,
    }),
    { maxLength: 20, selector: ({ replica, s }) => `${replica}:${s}` },
  )
  .map((entries) =>
    entries.map(({ replica, s, l, intent }): LoggedOperation => {
      return { replica, operation: { ...intent, s, l, w: s } as unknown as Operation };
    }),
  );

describe('operations that no correct program writes', () => {
  it('make one library in any order', () => {
    fc.assert(
      fc.property(log, (operations) => {
        const reference = serialiseView(computeView(operations));
        expect(serialiseView(computeView(operations.toReversed()))).toBe(reference);
        expect(serialiseView(computeView([...operations].sort(compareOperations)))).toBe(reference);

        const library = new IncrementalLibrary();
        for (const logged of operations) {
          library.apply(logged);
          library.view();
        }
        expect(serialiseView(library.view())).toBe(reference);
      }),
      { ...sampleSeed(), numRuns: samples(500) },
    );
  });

  it('do not put a notebook into itself, and moves into it still apply', () => {
    const move = (s: number, notebook: string, parent: string) =>
      ({ replica: 'rep_1', operation: { op: 'nb.move', notebook, parent, s, l: s, w: s } }) as LoggedOperation;
    const made = ['nb_1', 'nb_2', 'nb_3'].map((notebook, at) => ({
      replica: 'rep_1',
      operation: {
        op: 'nb.create',
        notebook,
        name: notebook,
        parent: null,
        icon_emoji: null,
        created: 0,
        s: at + 1,
        l: at + 1,
        w: 0,
      },
    })) as LoggedOperation[];
    const moves = [move(4, 'nb_1', 'nb_1'), move(5, 'nb_2', 'nb_1'), move(6, 'nb_3', 'nb_2'), move(7, 'nb_2', 'nb_1')];
    const { notebooks } = computeView([...made, ...moves]);
    expect([...notebooks].map(([id, { parent }]) => [id, parent]).sort()).toEqual([
      ['nb_1', null],
      ['nb_2', 'nb_1'],
      ['nb_3', 'nb_2'],
    ]);
  });

  it('are well-formed', () => {
    fc.assert(
      fc.property(log, (operations) => {
        for (const { operation } of operations) {
          const isOwnParent =
            (operation.op === 'doc.write' && operation.parents.includes(operation.rev)) ||
            ((operation.op === 'nb.move' || operation.op === 'nb.create') && operation.parent === operation.notebook);
          expect(parseOperation(operation)).toEqual(isOwnParent ? 'malformed' : operation);
        }
      }),
      { ...sampleSeed(), numRuns: samples(100) },
    );
  });
});
