import { createHash } from 'node:crypto';
import type { Output } from '@notes/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefused, type Note, useService } from './support.js';

const api = useService();

type Report = Output<'getLintReport'>;
type Check = Report['checks'][number]['check'];

const CHECKS = [
  'broken_document_link',
  'broken_resource_link',
  'ambiguous_link',
  'unresolved_block_anchor',
  'unresolved_heading_anchor',
  'duplicate_source_id',
  'missing_title',
  'unlocalized_remote_media',
  'missing_alt_text',
  'unreferenced_resource',
  'projection_backlog',
];
const LINT = '/admin/lint/report';
const fingerprint = (text: string) => createHash('sha256').update(text).digest('hex');

const report = (query = '') => api.show<'getLintReport'>(`${LINT}${query}`);
const findCheck = ({ checks }: Report, name: Check) =>
  checks.find(({ check }) => check === name) as Report['checks'][number];

/** Returns the findings of a check in one note, by line and column, as reason and fingerprint. */
async function findings(check: Check, { id }: Note) {
  const { examples } = findCheck(await report(`?checks=${check}&detail_limit=200`), check);
  return examples
    .filter(({ document_id }) => document_id === id)
    .map(({ line, column, reason, fingerprint_sha256 }) => [line, column, reason, fingerprint_sha256]);
}

describe('the lint report', () => {
  it('has eleven checks without findings in a new library [LINT-CHECKS] [LINT-SCOPE]', async () => {
    const before = await report();
    expect(before.checks).toEqual(CHECKS.map((check) => ({ check, count: 0, examples: [] })));
    expect(before).toMatchObject({ generated_at: expect.any(String), unparsed_documents: 0 });
    expect(before.report_sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('lists broken links to notes with line, column and the hash of the target [LINT-DOCUMENT-LINKS]', async () => {
    const trashed = await api.createTrashed({ title: 'Gone' });
    const note = await api.note({
      body: `[[Nowhere]]\n[x](document://default/documents/doc_zz) é [y](Some%20file.md)\n[z](${trashed.uri})\n<document://default/x>`,
    });
    expect(await findings('broken_document_link', note)).toEqual([
      [1, 1, 'unknown_title', fingerprint('Nowhere')],
      [2, 1, 'unknown_note', fingerprint('document://default/documents/doc_zz')],
      [2, 44, 'unknown_title', fingerprint('Some%20file.md')],
      [3, 1, 'trashed_note', fingerprint(trashed.uri)],
      [4, 1, 'malformed', fingerprint('document://default/x')],
    ]);
  });

  it('lists broken links to attachments [LINT-RESOURCE-LINKS]', async () => {
    const { uri } = await api.resource(Buffer.from('linked'));
    const note = await api.note({
      body: `![a](${uri})\n![b](resource://default/resources/res_zz)\n[c](resource://elsewhere/x)`,
    });
    expect(await findings('broken_resource_link', note)).toEqual([
      [2, 1, 'unknown_resource', fingerprint('resource://default/resources/res_zz')],
      [3, 1, 'malformed', fingerprint('resource://elsewhere/x')],
    ]);
    expect(await findings('broken_document_link', note)).toEqual([]);
  });

  it('lists ambiguous wikilinks [LINT-AMBIGUOUS]', async () => {
    await Promise.all([api.note({ title: 'Twin' }), api.note({ title: 'twin' })]);
    const note = await api.note({ body: 'see [[Twin]]' });
    expect(await findings('ambiguous_link', note)).toEqual([[1, 5, 'several_notes', fingerprint('Twin')]]);
  });

  it('lists anchors whose block or heading no longer exists [LINT-ANCHORS]', async () => {
    const target = await api.note({ title: 'Target', body: '# First part\n\ntext ^mark\n' });
    const note = await api.note({
      body: '[[Target#First part]] [[Target#^mark]]\n[[Target#Second part]] [[Target#^other]]\n[own](#nothing)\n# Own\n[o](#own)',
    });
    const heading = ['unknown_heading', fingerprint('Target#Second part')];
    const block = ['unknown_block', fingerprint('Target#^other')];
    expect(await findings('unresolved_heading_anchor', note)).toEqual([
      [2, 1, ...heading],
      [3, 1, 'unknown_heading', fingerprint('#nothing')],
    ]);
    expect(await findings('unresolved_block_anchor', note)).toEqual([[2, 24, ...block]]);
    await api.rewrite(target, { body: '# Second part\n\ntext ^other\n' });
    expect(await findings('unresolved_heading_anchor', note)).toContainEqual([
      1,
      1,
      'unknown_heading',
      fingerprint('Target#First part'),
    ]);
    expect(await findings('unresolved_block_anchor', note)).toEqual([
      [1, 23, 'unknown_block', fingerprint('Target#^mark')],
    ]);
  });

  it('lists notes that claim the same source [LINT-SOURCES]', async () => {
    const notes = await Promise.all([api.note(), api.note(), api.note()]);
    const claim = (note: Note, id: string) =>
      api.library.store.write(({ documents, provenance }) =>
        provenance.record(documents.get(note.id)!, { kind: 'folder', id }, 'x', 1),
      );
    const [first, second, third] = notes as [Note, Note, Note];
    await claim(first, 'a.md');
    await claim(second, 'a.md');
    await claim(third, 'b.md');
    const expected = [[null, null, 'same_source', fingerprint('["folder","a.md"]')]];
    expect(await findings('duplicate_source_id', first)).toEqual(expected);
    expect(await findings('duplicate_source_id', second)).toEqual(expected);
    expect(await findings('duplicate_source_id', third)).toEqual([]);
    await api.trash(first);
    expect(await findings('duplicate_source_id', second)).toEqual([]);
  });

  it('lists notes with an empty or blank title [LINT-TITLES]', async () => {
    const notes = await Promise.all([api.note({ title: '' }), api.note({ title: '  ' }), api.note({ title: 'x' })]);
    const each = await Promise.all(notes.map((note) => findings('missing_title', note)));
    const empty = [[null, null, 'empty_title', fingerprint('')]];
    expect(each).toEqual([empty, empty, []]);
  });

  it('lists remote images and images without alternative text [LINT-IMAGES]', async () => {
    const note = await api.note({
      body: '![](https://a.test/x.png) ![b](//b.test/y.png)\n<img src="http://c.test/z.png">\n![d](local.png) ![ ](local.png)',
    });
    expect(await findings('unlocalized_remote_media', note)).toEqual([
      [1, 1, 'remote_image', fingerprint('https://a.test/x.png')],
      [1, 27, 'remote_image', fingerprint('//b.test/y.png')],
      [2, 1, 'remote_html_image', fingerprint('http://c.test/z.png')],
    ]);
    expect(await findings('missing_alt_text', note)).toEqual([
      [1, 1, 'empty_alt_text', fingerprint('https://a.test/x.png')],
      [3, 17, 'empty_alt_text', fingerprint('local.png')],
    ]);
  });

  it('lists attachments that no note uses, not even in Trash [LINT-RESOURCES]', async () => {
    const examples = async () =>
      findCheck(await report('?checks=unreferenced_resource'), 'unreferenced_resource').examples;
    const resource = await api.resource(Buffer.from('alone'), 'alone.txt');
    const finding = { document_id: null, line: null, column: null, fingerprint_sha256: resource.sha256 };
    expect(await examples()).toEqual([{ ...finding, reason: 'unattached_upload', resource_id: resource.id }]);
    const note = await api.note({ body: `[x](${resource.uri})` });
    expect(await examples()).toEqual([]);
    await api.trash(note);
    expect(await examples()).toEqual([]);
    await api.purge(note.id);
    expect(await examples()).toEqual([{ ...finding, reason: 'note_purged', resource_id: resource.id }]);
  });

  it('has no projection backlog without a search sidecar [LINT-BACKLOG]', async () => {
    expect(findCheck(await report(), 'projection_backlog')).toMatchObject({ count: 0, examples: [] });
  });

  it('skips notes in Trash and in read-only notebooks [LINT-SCOPE]', async () => {
    const note = await api.note({ title: '', body: '[[Nowhere]] ![](https://x.test/y.png) [a](#b)' });
    expect(await findings('broken_document_link', note)).toHaveLength(1);
    await api.trash(note);
    for (const check of CHECKS as Check[]) expect(await findings(check, note), check).toEqual([]);
    await api.post('/graph/report/note');
    const help = (await report('?detail_limit=200')).checks.flatMap(({ examples }) => examples);
    expect(help.filter(({ document_id }) => /^doc_(help|report)_/.test(document_id ?? ''))).toEqual([]);
  });
});

describe('a note that was not analysed in full', () => {
  const all = 20_000;
  const images = (count: number) => Array.from({ length: count }, (_, n) => `<img src="https://a.test/${n}">`);
  it.each([
    ['links', Array.from({ length: all + 1 }, () => '[[Nowhere]]'), 'broken_document_link'],
    ['images in HTML', images(all + 1), 'unlocalized_remote_media'],
  ] as const)('because of its %s is counted [LINT-UNREAD]', async (_, written, check) => {
    const before = findCheck(await report(), check).count;
    const note = await api.note({ body: written.join('\n') });
    const some = await report();
    expect(findCheck(some, check).count).toBe(before + all);
    expect(some.unparsed_documents).toBe(1);
    await api.rewrite(note, { body: written.slice(2).join('\n') });
    const whole = await report();
    expect(findCheck(whole, check).count).toBe(before + all - 1);
    expect(whole.unparsed_documents).toBe(0);
    await api.trash(await api.read(note.id));
  });

  it('because of its tasks is counted unless it is in Trash, and always in the status [LINT-UNREAD] [LINT-SCOPE]', async () => {
    const countUnparsed = async () => (await api.show<'getStatus'>('/status')).database_info.counts.unparsed_documents;
    const note = await api.note({ body: '- [ ] do\n'.repeat(all + 1) });
    expect([(await report()).unparsed_documents, await countUnparsed()]).toEqual([1, 1]);
    await api.trash(note);
    expect([(await report()).unparsed_documents, await countUnparsed()]).toEqual([0, 1]);
  });
});

describe('a lint report request', () => {
  let all: Report;
  beforeAll(async () => {
    await api.note({ body: Array.from({ length: 12 }, (_, n) => `[[Missing ${n}]]`).join('\n') });
    all = await report('?detail_limit=200');
  });

  it('can select checks, and returns them in a fixed order [LINT-SUBSET]', async () => {
    const some = await report('?checks=missing_title,ambiguous_link,missing_title');
    expect(some.checks.map(({ check }) => check)).toEqual(['ambiguous_link', 'missing_title']);
    expect(findCheck(some, 'missing_title').count).toBe(findCheck(all, 'missing_title').count);
    expect(some.report_sha256).not.toBe(all.report_sha256);
    expect(some.report_sha256).toBe((await report('?checks=ambiguous_link,missing_title')).report_sha256);
    for (const wrong of ['', 'nonsense', 'ambiguous_link,', 'ambiguous_link,nonsense'])
      expectRefused(await api.get(`${LINT}?checks=${wrong}`), 'validation_failed');
    expectRefused(await api.get(`${LINT}?checks=missing_title&checks=ambiguous_link`), 'validation_failed');
  });

  it('limits the examples of each check but never a count [LINT-DETAIL]', async () => {
    const check = 'broken_document_link';
    const { count, examples } = findCheck(all, check);
    expect(count).toBe(examples.length);
    for (const [query, shown] of [
      ['', 10],
      ['?detail_limit=0', 0],
      ['?detail_limit=3', 3],
      ['?detail_limit=9999', count],
    ] as const) {
      const some = await report(query);
      expect(findCheck(some, check)).toEqual({ check, count, examples: examples.slice(0, shown) });
      expect(some.report_sha256).toBe(all.report_sha256);
    }
    for (const wrong of ['-1', 'x', '1.5'])
      expectRefused(await api.get(`${LINT}?detail_limit=${wrong}`), 'validation_failed');
  });

  it('changes nothing, and there is no route that applies fixes [LINT-READ-ONLY]', async () => {
    await api.expectUnchanged(() => report());
    expect((await api.post(LINT)).status).toBe(405);
    expect((await api.post('/admin/lint/apply')).status).toBe(404);
  });

  it('has a digest that depends on the findings alone [LINT-DIGEST]', async () => {
    expect((await report()).report_sha256).toBe(all.report_sha256);
    const note = await api.note({ body: '[[Another one]]' });
    const more = await report();
    expect(more.report_sha256).not.toBe(all.report_sha256);
    await api.rewrite(note, { body: '\n[[Another one]]' });
    expect((await report()).report_sha256).not.toBe(more.report_sha256);
    await api.trash(await api.read(note.id));
    expect((await report()).report_sha256).toBe(all.report_sha256);
  });
});
