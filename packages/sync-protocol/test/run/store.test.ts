import { describe, test } from 'vitest';
import { computeViewDigest } from '../../src/run/index.js';
import { STORE_CASES } from '../../src/suites/index.js';
import { appendOwn, MemoryStore } from '../../src/testing/index.js';
import { computeReferenceView } from '../../src/testing/sim/library-view.js';
import { OWN } from '../carrier/folders.js';

describe('MemoryStore', () => {
  test.each(STORE_CASES)('$name', async ({ run }) => {
    const store = new MemoryStore(OWN, {
      computeDigest: (operations) => computeViewDigest(computeReferenceView(operations, new Map())),
    });
    let notes = 0;
    await run({
      replicaId: OWN,
      store,
      change: async () => {
        notes += 1;
        const text = { parents: [], title: `Note ${notes}`, body: '' };
        store.change((state) =>
          appendOwn(state, { op: 'doc.write', doc: `doc_${notes}`, rev: `rev_${notes}`, ...text }, 0),
        );
      },
    });
  });
});
