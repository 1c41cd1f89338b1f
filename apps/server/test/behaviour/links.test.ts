import type { Output } from '@notes/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefused, type Note, useService } from './support.js';

const api = useService();
type Entry = Output<'checkLinks'>['entries'][number];

const check = async (body: string, document_id?: string): Promise<Entry[]> =>
  (await api.find<'checkLinks'>('/links/check', { body, document_id })).entries;
const one = async (body: string): Promise<Entry> => {
  const [entry, ...others] = await check(body);
  expect(others, body).toEqual([]);
  return entry as Entry;
};
const readLinks = (note: Note, direction = '') =>
  api.show<'listDocumentLinks'>(`/documents/${note.id}/links${direction && `?direction=${direction}`}`);

let beta: Note;
let roses: Note;
let hedges: Note[];

beforeAll(async () => {
  beta = await api.note({ title: 'Béta Straße', body: '# Ein Anfang\n\nText. ^mark\n\nPlain.\n' });
  const garden = await api.notebook('Garden');
  const [beds, shed] = [await api.notebook('Beds', garden.notebook_id), await api.notebook('Shed')];
  roses = await api.note({ title: 'Roses', notebook_id: beds.notebook_id });
  hedges = [
    await api.note({ title: 'Hedge', notebook_id: beds.notebook_id }),
    await api.note({ title: 'hedge', notebook_id: shed.notebook_id }),
  ];
  await api.note({ title: 'Report.md' });
});

describe('a link in a text', () => {
  it('is found in each of its forms, and not in code [LINK-KINDS]', async () => {
    const forms = [
      ['wikilink', '[[Roses]]'],
      ['embed', '![[Roses]]'],
      ['link', '[shown](Roses.md)'],
      ['image', '![alt](https://example.org/a.png)'],
      ['autolink', '<https://example.org/>'],
      ['autolink', 'https://example.org/bare'],
      ['link', '[full][label]'],
      ['link', '[label][]'],
      ['link', '[label]'],
    ] as const;
    const no = [
      '`[[Roses]]`',
      '```\n[[Roses]]\n```',
      '    [[Roses]]',
      '\\[[Roses]]',
      '[[]]',
      '[no]',
      '$$\n[[Roses]]\n$$',
    ];
    const body = [...no, ...forms.map(([, text]) => text), '[label]: https://example.org/'].join('\n\n');
    const entries = await check(body);
    expect(entries.map(({ kind }) => kind)).toEqual(forms.map(([kind]) => kind));
    const slices = entries.map(({ start_byte, end_byte }) =>
      Buffer.from(body).subarray(start_byte, end_byte).toString(),
    );
    expect(slices).toEqual(forms.map(([, text]) => text));
  });

  it('has its line, its column in code points and its byte range [LINK-POSITION]', async () => {
    const body = 'é\r\n😀 [[Roses|the 花]] x\r\n\r\n- a [b][c]\r\n\r\n[c]: x\r\n';
    const entries = await check(body);
    expect(entries).toMatchObject([
      { line: 2, column: 3, text: 'the 花', target: 'Roses', anchor: null },
      { line: 4, column: 5, text: 'b', target: 'x' },
    ]);
    const pieces = entries.map(({ start_byte, end_byte }) =>
      Buffer.from(body).subarray(start_byte, end_byte).toString(),
    );
    expect(pieces).toEqual(['[[Roses|the 花]]', '[b][c]']);
  });
});

describe('the target of a link', () => {
  it.each([
    ['[[Roses]]', 'resolved'],
    ['[[No such note]]', 'unresolved'],
    ['[x](no%20such%20note.md)', 'unresolved'],
    ['[[Hedge]]', 'ambiguous'],
    ['<https://example.org/>', 'external'],
    ['<someone@example.org>', 'external'],
    ['[x](mailto:a@example.org)', 'external'],
    ['[x](//example.org/y)', 'external'],
    ['[x](javascript:alert(1))', 'invalid'],
    ['[x](<JAVA&#115;cript:alert(1)>)', 'invalid'],
    ['[x](vbscript:x)', 'invalid'],
    ['[x](http://)', 'invalid'],
    ['[x](document://default/documents/x)', 'invalid'],
    ['[x](service://databases/x)', 'invalid'],
    ['[[Béta Straße#no such heading]]', 'stale_anchor'],
    ['[[Béta Straße#^none]]', 'stale_anchor'],
    ['[[Béta Straße#blk_0000000000000000]]', 'stale_anchor'],
    [`[x](document://default/documents/doc_${'0'.repeat(26)})`, 'unresolved'],
  ])('%s is %s [LINK-STATUS]', async (body, status) => {
    expect((await one(body)).status).toBe(status);
  });

  it('is found regardless of case and Unicode form [LINK-TITLE] [LINK-CANONICAL]', async () => {
    for (const title of ['Béta Straße', 'BÉTA STRASSE', 'be\u0301ta straße', ' Béta Straße '])
      expect(await one(`[[${title}]]`), title).toMatchObject({ status: 'resolved', canonical_target: beta.uri });
    expect((await one('[[Beta Strase]]')).status).toBe('unresolved');
    expect(await one('[[No such note]]')).not.toHaveProperty('canonical_target');
  });

  it.each([
    ['[[Beds/Roses]]', 'resolved'],
    ['[[garden/beds/roses]]', 'resolved'],
    ['[[Shed/Roses]]', 'unresolved'],
    ['[[Garden/Roses]]', 'unresolved'],
    ['[[Beds/Hedge]]', 'resolved'],
    ['[[Garden/Hedge]]', 'unresolved'],
    ['[x](Shed/hedge.md)', 'resolved'],
  ])('can be qualified by a notebook: %s is %s [LINK-NOTEBOOK]', async (body, status) => {
    expect((await one(body)).status).toBe(status);
  });

  it('can be given as a file name [LINK-FILE] [LINK-CANONICAL]', async () => {
    for (const body of ['[[Roses.md]]', '[x](Roses.md)', '[x](./Roses.md)', '[x](roses.markdown)', '![[Roses.md]]'])
      expect(await one(body), body).toMatchObject({ status: 'resolved', canonical_target: roses.uri });
    expect(await one('[x](B%C3%A9ta%20Stra%C3%9Fe.md)')).toMatchObject({ status: 'resolved' });
    expect(await one('[[Report.md]]')).toMatchObject({ status: 'resolved' });
  });

  it('can be given as a URI or stable link [LINK-ID]', async () => {
    expect(await one(`[x](${beta.uri})`)).toMatchObject({ status: 'resolved' });
    expect(await one(`[x](${beta.stable_link})`)).toMatchObject({ status: 'resolved' });
    expect(await one(`[[${beta.uri}#^mark|x]]`)).toMatchObject({ status: 'resolved', anchor: '^mark' });
    const foreign = beta.stable_link.replace(/db_[^/]+/, `db_${'0'.repeat(26)}`);
    expect((await one(`[x](${foreign})`)).status).not.toBe('resolved');
  });

  it('can include an anchor [LINK-ANCHOR] [LINK-CANONICAL]', async () => {
    const { blocks } = await api.show<'getDocumentBlocks'>(`/documents/${beta.id}/blocks`);
    const plain = blocks[2]?.block_id;
    for (const anchor of ['^mark', 'ein-anfang', 'Ein Anfang', plain]) {
      const entry = await one(`[[Béta Straße#${anchor}]]`);
      expect(entry, anchor).toMatchObject({ status: 'resolved', target: 'Béta Straße', anchor });
      expect(entry.canonical_target?.startsWith(`${beta.uri}#`)).toBe(true);
    }
    expect((await one('[[C#]]')).target).toBe('C#');
  });

  it('has at most 10 candidates when it is ambiguous [LINK-AMBIGUOUS]', async () => {
    const { candidates = [] } = await one('[[HEDGE]]');
    const shown = hedges.map(({ id, title, uri, notebook_id }) => ({ document_id: id, title, uri, notebook_id }));
    expect(candidates).toHaveLength(2);
    expect(candidates).toEqual(expect.arrayContaining(shown));
    await Promise.all(Array.from({ length: 12 }, () => api.note({ title: 'Many' })));
    expect((await one('[[many]]')).candidates).toHaveLength(10);
  });
});

describe('checking the links of a text', () => {
  it('stores nothing [LINK-CHECK]', async () => {
    const note = await api.note({ title: 'Checked', body: 'as it was' });
    await api.expectUnchanged(async () => expect(await check('[[Roses]]', note.id)).toHaveLength(1));
    expect(await api.read(note.id)).toEqual(note);
    expect((await readLinks(note)).outgoing).toEqual([]);
    expect(await check('')).toEqual([]);
    expectRefused(
      await api.post('/links/check', { body: 'x', document_id: (await api.createTrashed()).id }),
      'not_found',
    );
    expectRefused(await api.post('/links/check', {}), 'validation_failed');
  });

  it('resolves anchors of the note itself in the submitted text [LINK-CHECK-OWN]', async () => {
    const note = await api.note({ title: 'Itself', body: '# Stored\n' });
    const statuses = async (body: string) => (await check(body, note.id)).map(({ status }) => status);
    expect(await statuses('# Sent\n\n[[#Sent]] [x](#sent) [[#Stored]] [[Itself#sent]]')).toEqual([
      'resolved',
      'resolved',
      'stale_anchor',
      'resolved',
    ]);
  });
});

describe('the links of a note', () => {
  it('are listed in both directions, in order [LINK-OUTGOING] [LINK-INCOMING]', async () => {
    const target = await api.note({ title: 'Target', body: '[[Source]]' });
    const body = 'Before.\n\nSee [[Target|it]] and [[Nowhere]] or <https://example.org/>.\n';
    const source = await api.note({ title: 'Source', body });
    const [entries, { outgoing, incoming, truncated }] = [await check(body), await readLinks(source)];
    const titles = ['Target', null, null];
    expect(outgoing).toEqual(entries.map((entry, index) => ({ ...entry, target_title: titles[index] })));
    const toNamedNote = ({ id, title, uri, current_revision_id }: Note) => ({
      ...{ document_id: id, title, uri, current_revision_id },
    });
    expect(incoming).toEqual([{ ...toNamedNote(target), line: 1, context: expect.stringContaining('Source') }]);
    expect(truncated).toBe(false);
    const back = (await readLinks(target)).incoming;
    expect(back).toEqual([{ ...toNamedNote(source), line: 3, context: expect.stringContaining('See ') }]);
  });

  it('include every linking note although one links very often [LINK-INCOMING]', async () => {
    const target = await api.note({ title: 'Much linked' });
    const quiet = await api.note({ body: '[[Much linked]]' });
    const loud = await api.note({ body: '[[Much linked]]\n'.repeat(1_500) });
    const { incoming, truncated } = await readLinks(target, 'incoming');
    expect(new Set(incoming.map(({ document_id }) => document_id))).toEqual(new Set([quiet.id, loud.id]));
    expect(truncated).toBe(true);
  });

  it('are listed in the requested direction [LINK-DIRECTION]', async () => {
    const note = await api.note({ title: 'Both ways', body: '[[Both ways]] [[Roses]]' });
    await api.note({ body: '[[Both ways]]' });
    const [both, out, back] = [
      await readLinks(note, 'both'),
      await readLinks(note, 'outgoing'),
      await readLinks(note, 'incoming'),
    ];
    expect(both).toEqual(await readLinks(note));
    expect(out).toEqual({ ...both, incoming: [] });
    expect(back).toEqual({ ...both, outgoing: [] });
    expect([both.outgoing.length, both.incoming.length > 0]).toEqual([2, true]);
    expectRefused(await api.get(`/documents/${note.id}/links?direction=up`), 'validation_failed');
  });
});
