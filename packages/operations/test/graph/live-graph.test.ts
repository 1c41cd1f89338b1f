import { readOnSeparateConnection } from '@notes/storage';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OpenedLibrary, openTestLibrary } from '../support.js';

const TITLES = ['Ash', 'Birch', 'Cedar', 'Date', 'Elm'];

interface Step {
  readonly kind: 'write' | 'rename' | 'trash' | 'restore' | 'purge';
  readonly note: number;
  readonly links: readonly number[];
  /** Index of the process that acts. */
  readonly door: number;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('write', 'rename', 'trash', 'restore', 'purge'),
    note: fc.nat(TITLES.length - 1),
    links: fc.array(fc.nat(TITLES.length - 1), { maxLength: 4 }),
    door: fc.nat(1),
  }),
  { maxLength: 12 },
);

async function act({ call }: OpenedLibrary, ids: (string | undefined)[], { kind, note, links }: Step): Promise<void> {
  const document_id = ids[note];
  const body = links.map((link) => `[[${TITLES[link]}]]`).join('\n');
  if (document_id === undefined) {
    ids[note] = (await call('createDocument', { title: TITLES[note], body })).id;
    return;
  }
  const { current_revision_id: base_revision_id, deleted_at } = await call('getDocument', { document_id });
  if (deleted_at !== undefined) {
    if (kind === 'restore') await call('restoreDocument', { document_id });
    if (kind !== 'purge') return;
    await call('purgeDocument', { document_id, confirmation: `purge-document:${document_id}` });
    ids[note] = undefined;
  } else if (kind === 'trash') await call('trashDocument', { document_id, base_revision_id });
  else if (kind === 'rename') {
    await call('replaceDocument', { document_id, base_revision_id, title: TITLES[links[0] ?? note], body });
  } else if (kind === 'write') {
    await call('replaceDocument', { document_id, base_revision_id, title: TITLES[note], body });
  }
}

/** Returns the incrementally updated graph, and the graph read from the file. */
async function graphs({ library }: OpenedLibrary) {
  const span = { cells: new Int32Array(0) as ArrayLike<number>, start: 0, end: 0 };
  const followed = await library.graph.read(({ links, rules }) =>
    rules.active().map((node) => {
      links.outgoing(node, span);
      return [node, Array.from(span.cells).slice(span.start, span.end), rules.isReadOnly(node)];
    }),
  );
  const { edges, nodes, flags } = readOnSeparateConnection(library.store.paths.dataDir, ({ links }) => links.graph());
  const targets = (node: number) =>
    [...edges].filter((_, i) => i % 2 === 1 && edges[i - 1] === node).sort((a, b) => a - b);
  const read = [...nodes].flatMap((node, i) =>
    (flags[i]! & 1) === 1 ? [[node, targets(node), (flags[i]! & 2) === 2]] : [],
  );
  return { followed, read: read.sort((a, b) => (a[0] as number) - (b[0] as number)) };
}

describe('LiveGraph', () => {
  it('has the links of the library, whichever process wrote them', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const here = await openTestLibrary();
        const there = await openTestLibrary(here.library.store.paths.dataDir);
        const ids: (string | undefined)[] = [];
        for (const step of sequence) {
          await act(step.door === 0 ? here : there, ids, step);
          if (step.note % 2 === 0) continue;
          const { followed, read } = await graphs(here);
          expect(followed).toEqual(read);
        }
        const { followed, read } = await graphs(here);
        expect(followed).toEqual(read);
        here.library.store.close();
        there.library.store.close();
      }),
      { numRuns: samples(10), seed: 7 },
    );
  });
});
