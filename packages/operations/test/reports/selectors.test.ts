import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestLibrary } from '../support.js';

const TAGS = ['a', 'a/b', 'a/bc', 'b', 'ab'];
const NOTES = 14;

describe('A selection', () => {
  it('is the union of the searches for each selector [PLAN-UNION] [PLAN-NOTEBOOKS] [PLAN-TAGS] [PLAN-QUERY]', async () => {
    const { call } = await openTestLibrary();
    const notebooks: string[] = [];
    for (const [n, parent] of [null, 0, 1, null].entries()) {
      const parent_notebook_id = parent === null ? null : notebooks[parent];
      notebooks.push((await call('createNotebook', { name: `N${n}`, parent_notebook_id })).notebook_id);
    }
    const documents: string[] = [];
    for (let n = 0; n < NOTES; n++) {
      const tags = TAGS.filter((_, index) => (n * 7 + index) % 3 === 0);
      const body = ['alpha', 'beta', 'alpha beta', ''][n % 4];
      const made = await call('createDocument', { title: `T${n}`, body, tags, notebook_id: notebooks[n % 4] });
      documents.push(made.id);
    }
    const find = async (query: string) =>
      (await call('searchDocuments', { query: `(${query}) -is:readonly`, limit: 100 })).results.map(
        ({ document_id }) => document_id,
      );
    const some = <T>(values: readonly T[]) => fc.option(fc.subarray([...values], { maxLength: 3 }), { nil: undefined });
    const selection = fc.record({
      notebooks: some(notebooks),
      tags: some([...TAGS, 'none such']),
      document_ids: some(documents),
      query: fc.constantFrom(undefined, 'alpha', '-alpha', 'alpha OR tag:b', 'title:T1*'),
    });
    await fc.assert(
      fc.asyncProperty(selection, async (selected) => {
        fc.pre(Object.values(selected).some((selector) => selector !== undefined));
        const queries = [
          ...(selected.notebooks ?? []).map((id) => `notebook:${id}`),
          ...(selected.tags ?? []).map((tag) => `tag:"${tag}"`),
          ...(selected.query === undefined ? [] : [selected.query]),
        ];
        const expected = new Set([...(selected.document_ids ?? []), ...(await Promise.all(queries.map(find))).flat()]);
        const plan = await call('planSelection', { target: 'subset_transfer', selection: selected });
        expect(plan.documents.map(({ document_id }) => document_id)).toEqual([...expected].sort());
        expect(plan.counts.documents).toBe(expected.size);
      }),
      { seed: 20_261_121, numRuns: samples(20) },
    );
  });
});
