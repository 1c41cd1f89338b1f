import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OpenedLibrary, openTestLibrary } from '../support.js';

const TITLES = ['One', 'Two', 'two', 'Three#', ''];
const link = fc.constantFrom(
  '[[One]]',
  '[[Two]]',
  '[[Gone]]',
  '[[One#Part]]',
  '[[One#part-1]]',
  '[[One#^mark]]',
  '[[#Part]]',
  '[x](One.md#^mark)',
  '[x](resource://default/resources/res_x)',
  '[x](document://default/documents/doc_x#a)',
  '[x](document://x)',
  '[x](javascript:1)',
  '<https://a.test/#x>',
);
const paragraph = fc.oneof(
  { weight: 3, arbitrary: fc.array(link, { maxLength: 4 }).map((links) => links.join(' ')) },
  { weight: 1, arbitrary: fc.constantFrom('# Part', 'text ^mark', '```\n[[Gone]]\n```', '- [ ] x ^mark') },
);
const notes = fc.array(
  fc.record({
    title: fc.constantFrom(...TITLES),
    paragraphs: fc.array(paragraph, { maxLength: 4 }),
    trashed: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

type Place = string;

/** Returns the locations of lint findings of some checks. */
async function listLinted({ call }: OpenedLibrary, checks: readonly string[]): Promise<Place[]> {
  const report = await call('getLintReport', { checks, detail_limit: 200 });
  const places = report.checks.flatMap(({ examples }) =>
    examples.map(({ document_id, line, column }) => `${document_id} ${line}:${column}`),
  );
  expect(report.checks.reduce((sum, { count }) => sum + count, 0)).toBe(places.length);
  return places.sort();
}

/** Returns the locations of links with a status in active notes. */
async function listByStatus(
  { call }: OpenedLibrary,
  ids: readonly string[],
  statuses: readonly string[],
): Promise<Place[]> {
  const places: Place[] = [];
  for (const id of ids) {
    const { outgoing } = await call('listDocumentLinks', { document_id: id, direction: 'outgoing' });
    for (const { status, target, line, column } of outgoing)
      if (statuses.includes(status) && !target.startsWith('javascript:')) places.push(`${id} ${line}:${column}`);
  }
  return places.sort();
}

describe('The findings of lint for links', () => {
  it('equal those of listing the links of each note [LINT-DOCUMENT-LINKS] [LINT-RESOURCE-LINKS] [LINT-AMBIGUOUS] [LINT-ANCHORS]', async () => {
    await fc.assert(
      fc.asyncProperty(notes, async (library) => {
        const opened = await openTestLibrary();
        const active: string[] = [];
        for (const { title, paragraphs, trashed } of library) {
          const { id, current_revision_id } = await opened.call('createDocument', {
            title,
            body: paragraphs.join('\n\n'),
          });
          const base_revision_id = current_revision_id;
          if (trashed) await opened.call('trashDocument', { document_id: id, base_revision_id });
          else active.push(id);
        }
        const broken = ['broken_document_link', 'broken_resource_link'];
        expect(await listLinted(opened, broken)).toEqual(await listByStatus(opened, active, ['unresolved', 'invalid']));
        expect(await listLinted(opened, ['ambiguous_link'])).toEqual(await listByStatus(opened, active, ['ambiguous']));
        const anchors = ['unresolved_block_anchor', 'unresolved_heading_anchor'];
        expect(await listLinted(opened, anchors)).toEqual(await listByStatus(opened, active, ['stale_anchor']));
        opened.library.store.close();
      }),
      { seed: 20_261_121, numRuns: samples(6) },
    );
  });
});
