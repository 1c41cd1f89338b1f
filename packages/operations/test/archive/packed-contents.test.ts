import { LINK_KINDS, type LinkReference } from '@notes/storage';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packContents, unpackContents } from '../../src/exchange/archive/restore/packed-contents.js';

const text = fc.string({ unit: 'binary', maxLength: 4 });
const number = fc.nat({ max: 2 ** 31 - 1 });
const reference: fc.Arbitrary<LinkReference> = fc.oneof(
  text.map((title) => ({ type: 'title' as const, title })),
  fc.record({ type: fc.constantFrom('document' as const, 'resource' as const), id: text }),
  fc.record({ type: fc.constantFrom('self' as const, 'external' as const, 'invalid' as const) }),
);
const link = fc.record({
  kind: fc.constantFrom(...LINK_KINDS),
  line: number,
  column: number,
  startByte: number,
  endByte: number,
  target: text,
  anchor: fc.option(text),
  text,
  reference,
});
const task = fc.record({ text, done: fc.boolean(), line: number, blockId: text, due: fc.option(text) });
const derived = fc.record(
  {
    links: fc.array(link, { maxLength: 4 }),
    tasks: fc.array(task, { maxLength: 3 }),
    features: number,
    resources: fc.array(text, { maxLength: 3 }),
    taskCounts: fc.record({ open: number, done: number }),
  },
  { requiredKeys: ['links', 'tasks', 'features'] },
);

it('packed contents are equal after they are unpacked, also in another thread', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ excerpt: text, sizeBytes: number, derived }), { maxLength: 4 }), (contents) => {
      expect(unpackContents(structuredClone(packContents(contents)))).toEqual(contents);
    }),
    { numRuns: 500 },
  );
});
