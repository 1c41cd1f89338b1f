import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildShortContent } from '../../src/notes/documents/content.js';
import plan from '../../src/organise/selection/plan-task.js';
import type { SelectionTask } from '../../src/organise/selection/selection-task.js';
import type { LintTask } from '../../src/upkeep/reports/lint-task.js';
import lint from '../../src/upkeep/reports/lint-task.js';
import { openTestLibrary } from '../support.js';

const CHECKS: LintTask['checks'] = [
  'broken_document_link',
  'ambiguous_link',
  'unresolved_heading_anchor',
  'duplicate_source_id',
  'missing_title',
  'missing_alt_text',
  'unlocalized_remote_media',
];

/** Notes with a finding in each, by the end of their ids. */
const NOTES = [
  { title: 'A', body: '# Part\n[[B]] [[B#gone]] [[Nowhere]] ![](https://x.test/1.png)', tags: ['one', 'two'] },
  { title: 'B', body: '[[A#Part]] [[A#Other]] [[Nowhere]]', tags: ['two'] },
  { title: 'Twin', body: '[[A]] ![](x.png) [[Twin]]', tags: [] },
  { title: 'twin', body: '[[Twin]] <img src="//x.test/2.png">', tags: ['one'] },
  { title: '', body: '[[B#gone]]', tags: ['three'] },
];

/**
 * Creates a library with these notes, in this order and at these times. Its notebooks and tags always have the same
 * ids.
 */
async function createLibrary(order: readonly number[], startedAt: number) {
  const { library } = await openTestLibrary();
  for (const [step, index] of order.entries()) {
    const { title, body, tags } = NOTES[index]!;
    const at = startedAt + step;
    const made = buildShortContent(library, { title, body })!;
    const times = { createdAt: at, updatedAt: at };
    const revision = { ...made, ...times, revisionId: `rev_${index}`, origin: 'cli', at, id: `doc_${index}` };
    await library.store.write((unit) => {
      const notebookPk = unit.notebooks.get('nb_notes')!.pk;
      const pk = unit.documents.insert({ ...revision, notebookPk });
      for (const name of tags) unit.tags.attach(pk, unit.tags.ensure(name, () => `tag_${name}`, at).pk);
      unit.provenance.record({ pk, id: `doc_${index}` }, { kind: 'folder', id: `${index % 2}.md` }, 'x', at);
    });
  }
  return library.store.paths.dataDir;
}

const planTask = (dataDir: string): SelectionTask => ({
  dataDir,
  databaseId: 'db_same',
  target: 'subset_transfer',
  selectors: {
    documentIds: ['doc_0', 'doc_3'],
    notebooks: [],
    includesDescendants: true,
    tags: ['two'],
    query: null,
    partsAsWords: 0,
  },
  policy: { include_trashed: false, all_revisions: false },
  hidesTrash: false,
  now: 1,
  detailLimit: 100,
});

describe('Digests of reports and plans', () => {
  it('do not depend on the order and the times in which a library was created [LINT-DIGEST] [PLAN-DIGEST]', async () => {
    const inOrder = NOTES.map((_, index) => index);
    const dataDir = await createLibrary(inOrder, 1_000);
    const found = lint({ dataDir, checks: CHECKS, detailLimit: 100 });
    expect(found.checks.map(({ count }) => count > 0)).toEqual(CHECKS.map(() => true));
    const planned = plan(planTask(dataDir));
    expect(planned.documents.map(({ document_id }) => document_id)).toEqual(['doc_0', 'doc_1', 'doc_3']);
    const orders = fc.shuffledSubarray(inOrder, { minLength: NOTES.length });
    await fc.assert(
      fc.asyncProperty(orders, fc.integer({ min: 1, max: 2e12 }), async (order, startedAt) => {
        const other = await createLibrary(order, startedAt);
        expect(lint({ dataDir: other, checks: CHECKS, detailLimit: 100 })).toEqual(found);
        expect(plan(planTask(other))).toEqual(planned);
      }),
      { seed: 20_261_121, numRuns: 6 },
    );
  });
});
