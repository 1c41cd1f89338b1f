import { createHash } from 'node:crypto';
import type { Output } from '@notes/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefused, type Note, type Notebook, type Resource, useService } from './support.js';

const api = useService();

type Plan = Output<'planSelection'>;
const PLAN = '/selection/plan';
const plan = (question: Record<string, unknown>) => api.find<'planSelection'>(PLAN, question);
const transfer = (selection: Record<string, unknown>, more = {}) =>
  plan({ target: 'subset_transfer', selection, ...more });
const listDocumentIds = ({ documents }: Pick<Plan, 'documents'>) => documents.map(({ document_id }) => document_id);
const ids = (...notes: Note[]) => notes.map(({ id }) => id).sort();

/** Largest number of stored links of one note. */
const MAX_LINKS = 20_000;

let outer: Notebook;
let inner: Notebook;
let garden: Note;
let compost: Note;
let diary: Note;
let trashed: Note;
let picture: Resource;

beforeAll(async () => {
  outer = await api.notebook('Outer');
  inner = await api.notebook('Inner', outer.notebook_id);
  picture = await api.resource(Buffer.from('a picture'), 'garden.png', 'image/png');
  compost = await api.note({ title: 'Compost', body: 'worms', notebook_id: outer.notebook_id });
  diary = await api.note({ title: 'Diary', body: 'to [[Garden]]', tags: ['private'] });
  garden = await api.note({
    title: 'Garden',
    body: `![plan](${picture.uri}) [[Compost]] [[Diary]] [[Nowhere]] [x](https://a.test) ![y](https://a.test/y.png)`,
    tags: ['plants/herbs', 'open'],
    notebook_id: inner.notebook_id,
  });
  trashed = await api.createTrashed({ title: 'Old', body: 'rotten', tags: ['open'], notebook_id: inner.notebook_id });
});

/** Computes the digest from the specification of the format alone. */
async function digest(target: string, policy: Record<string, boolean>, entities: readonly [string, string][]) {
  const { database_info } = await api.show<'getStatus'>('/status');
  const lines = entities
    .map(([kind, id]) => [kind, id, JSON.stringify({ id, kind })] as const)
    .sort((a, b) => Buffer.compare(Buffer.from(`${a[0]}\0${a[1]}`), Buffer.from(`${b[0]}\0${b[1]}`)))
    .map(([, , line]) => line);
  const header = `{"database_id":"${database_info.database_id}","format":"service-selection","policy":{"all_revisions":${policy.all_revisions},"include_trashed":${policy.include_trashed}},"target":"${target}","version":1}`;
  return createHash('sha256')
    .update([header, ...lines, ''].join('\n'))
    .digest('hex');
}

const tagIds = async (note: Note) =>
  (await api.show<'listDocumentTags'>(`/documents/${note.id}/tags`)).tags.map(({ tag_id }) => tag_id);

describe('selectors', () => {
  it('of a notebook include the notebooks below it [PLAN-NOTEBOOKS]', async () => {
    expect(listDocumentIds(await transfer({ notebooks: [outer.notebook_id] }))).toEqual(ids(garden, compost));
    const directly = { policy: { include_descendant_notebooks: false } };
    expect(listDocumentIds(await transfer({ notebooks: [outer.notebook_id] }, directly))).toEqual(ids(compost));
  });

  it('of a tag include the tags below it, in any spelling [PLAN-TAGS]', async () => {
    expect(listDocumentIds(await transfer({ tags: ['Plants'] }))).toEqual(ids(garden));
    expect(listDocumentIds(await transfer({ tags: ['plants/herbs', 'PRIVATE'] }))).toEqual(ids(garden, diary));
    expect(listDocumentIds(await transfer({ tags: ['plant'] }))).toEqual([]);
  });

  it('of a query include every note that the search finds [PLAN-QUERY]', async () => {
    expect(listDocumentIds(await transfer({ query: 'worms OR title:diary' }))).toEqual(ids(compost, diary));
    expect(listDocumentIds(await transfer({ query: '' }))).toEqual(ids(garden, compost, diary));
    expectRefused(await api.post(PLAN, { target: 'subset_transfer', selection: { query: '(' } }), 'validation_failed');
  });

  it('include notes in Trash when the policy allows it [PLAN-QUERY] [PLAN-POLICY]', async () => {
    const policy = { include_trashed: true };
    for (const selection of [
      { query: 'rotten' },
      { query: '' },
      { tags: ['open'] },
      { notebooks: [inner.notebook_id] },
    ]) {
      expect(listDocumentIds(await transfer(selection, { policy })), JSON.stringify(selection)).toContain(trashed.id);
      expect(listDocumentIds(await transfer(selection))).not.toContain(trashed.id);
    }
    expect(listDocumentIds(await transfer({ query: '-is:trashed' }, { policy }))).not.toContain(trashed.id);
  });

  it('are combined as a union in any order [PLAN-UNION]', async () => {
    const both = await transfer({ notebooks: [inner.notebook_id], document_ids: [diary.id, compost.id, diary.id] });
    expect(listDocumentIds(both)).toEqual(ids(garden, compost, diary));
    const again = await transfer({ document_ids: [compost.id, garden.id, diary.id] });
    const { exclusions: _, totals: __, privacy: ___, ...same } = both;
    expect(again).toMatchObject({ ...same, warnings: again.warnings });
    expect((await transfer({ query: '', tags: ['open'] })).manifest_sha256).toBe(both.manifest_sha256);
  });

  it('are required for a subset and rejected for a full archive [PLAN-TARGETS]', async () => {
    for (const target of ['subset_transfer', 'publication_handoff'])
      for (const body of [{ target }, { target, selection: {} }])
        expectRefused(await api.post(PLAN, body), 'validation_failed');
    const all = { target: 'full_archive', selection: { tags: ['open'] } };
    expect(expectRefused(await api.post(PLAN, all), 'validation_failed')).toMatch(/^selection: /);
    expectRefused(await api.post(PLAN, { target: 'backup' }), 'validation_failed');
    expectRefused(await api.post(PLAN, { target: 'full_archive', path: '/tmp' }), 'validation_failed');
    expectRefused(await api.post(PLAN, { target: 'subset_transfer', selection: { sql: 'x' } }), 'validation_failed');
  });
});

describe('a plan of a full archive', () => {
  it('includes all notes, trashed ones as well, except generated ones [PLAN-FULL]', async () => {
    const { documents, counts, exclusions, policy } = await plan({ target: 'full_archive' });
    expect(listDocumentIds({ documents })).toEqual(ids(garden, compost, diary, trashed));
    expect(documents.filter((row) => row.trashed).map(({ document_id }) => document_id)).toEqual([trashed.id]);
    expect(policy).toEqual({ include_trashed: true, all_revisions: true });
    const { notebooks } = await api.show<'listNotebooks'>('/notebooks');
    const { search_notebooks } = await api.show<'listSearchNotebooks'>('/search-notebooks');
    expect(counts).toMatchObject({ notebooks: notebooks.length, search_notebooks: search_notebooks.length });
    const help = await api.show<'listNotebookDocuments'>('/notebooks/nb_help/notes?limit=200');
    expect(exclusions).toEqual(
      help.documents
        .map(({ id }) => ({ kind: 'documents', id, reason: 'builtin_readonly' }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
  });

  it('has a digest that follows from its ids alone [PLAN-DIGEST]', async () => {
    await api.rewrite(compost, { body: 'more worms' });
    const { manifest_sha256, counts } = await plan({ target: 'full_archive', detail_limit: 0 });
    const revisions = await Promise.all(
      [garden, compost, diary].map(async ({ id }) => {
        const page = await api.show<'listRevisions'>(`/documents/${id}/revisions`);
        return page.revisions.map(({ revision_id }) => revision_id);
      }),
    );
    const { notebooks } = await api.show<'listNotebooks'>('/notebooks');
    const { search_notebooks } = await api.show<'listSearchNotebooks'>('/search-notebooks');
    const { tags } = await api.show<'listTags'>('/tags');
    const entities: [string, string][] = [
      ['collections', 'default'],
      ...ids(garden, compost, diary, trashed).map((id): [string, string] => ['documents', id]),
      ...[...revisions.flat(), trashed.current_revision_id].map((id): [string, string] => ['revisions', id]),
      ...notebooks.map(({ notebook_id }): [string, string] => ['notebooks', notebook_id]),
      ...search_notebooks.map((row): [string, string] => ['search_notebooks', row.search_notebook_id]),
      ...tags.map(({ tag_id }): [string, string] => ['tags', tag_id]),
      ['resources', picture.id],
    ];
    const policy = { all_revisions: true, include_trashed: true };
    expect(manifest_sha256).toBe(await digest('full_archive', policy, entities));
    expect(counts).toMatchObject({ documents: 4, revisions: 5, resources: 1, tags: tags.length });
  });
});

describe('a plan of a subset', () => {
  it('includes active notes with their parent notebooks, tags, current revisions and attachments [PLAN-SUBSET]', async () => {
    const { counts, documents } = await transfer({ notebooks: [inner.notebook_id] });
    expect(counts).toEqual({
      collections: 1,
      notebooks: 2,
      search_notebooks: 0,
      tags: 2,
      documents: 1,
      revisions: 1,
      document_tags: 2,
      resources: 1,
      document_resources: 1,
      links: 6,
      provenance: 0,
      source_bundles: 0,
    });
    expect(documents).toEqual([
      {
        document_id: garden.id,
        revision_id: garden.current_revision_id,
        notebook_id: inner.notebook_id,
        size_bytes: garden.size_bytes,
        body_sha256: createHash('sha256').update(garden.body).digest('hex'),
        trashed: false,
      },
    ]);
  });

  it('has a digest that follows from its ids alone [PLAN-DIGEST]', async () => {
    const { manifest_sha256, policy } = await transfer({ tags: ['plants'], document_ids: [compost.id] });
    const { current_revision_id } = await api.read(compost.id);
    const entities: [string, string][] = [
      ['collections', 'default'],
      ['documents', garden.id],
      ['documents', compost.id],
      ['revisions', garden.current_revision_id],
      ['revisions', current_revision_id],
      ['notebooks', outer.notebook_id],
      ['notebooks', inner.notebook_id],
      ['resources', picture.id],
      ...(await tagIds(garden)).map((id): [string, string] => ['tags', id]),
    ];
    expect(manifest_sha256).toBe(await digest('subset_transfer', policy, entities));
  });

  it('can include trashed notes and all revisions for a transfer [PLAN-POLICY]', async () => {
    const question = { notebooks: [outer.notebook_id] };
    const policy = { include_trashed: true, all_revisions: true };
    const more = await transfer(question, { policy });
    expect(more.policy).toEqual(policy);
    expect(listDocumentIds(more)).toEqual(ids(garden, compost, trashed));
    expect(more.counts.revisions).toBe(4);
    expect(more.manifest_sha256).not.toBe((await transfer(question)).manifest_sha256);
    for (const key of ['include_trashed', 'all_revisions']) {
      const published = { target: 'publication_handoff', selection: question, policy: { [key]: true } };
      expect(expectRefused(await api.post(PLAN, published), 'validation_failed')).toContain(key);
      const full = { target: 'full_archive', policy: { [key]: false } };
      expect(expectRefused(await api.post(PLAN, full), 'validation_failed')).toContain(key);
    }
  });

  it('lists excluded objects with the reason [PLAN-EXCLUDED]', async () => {
    const { exclusions, totals, documents, counts } = await transfer({
      document_ids: [trashed.id, 'doc_help_welcome', 'doc_zz', diary.id],
      notebooks: ['nb_zz'],
      tags: ['Unknown'],
    });
    expect(listDocumentIds({ documents })).toEqual([diary.id]);
    expect(exclusions).toEqual([
      { kind: 'documents', id: trashed.id, reason: 'trashed' },
      { kind: 'documents', id: 'doc_help_welcome', reason: 'builtin_readonly' },
      { kind: 'documents', id: 'doc_zz', reason: 'not_found' },
      { kind: 'notebooks', id: 'nb_zz', reason: 'not_found' },
      {
        kind: 'tags',
        id: null,
        reason: 'not_found',
        fingerprint_sha256: createHash('sha256').update('unknown').digest('hex'),
      },
    ]);
    expect([totals.exclusions, counts.documents]).toEqual([5, 1]);
    expect((await transfer({ notebooks: ['nb_help'] })).counts.documents).toBe(0);
  });
});

describe('a selection plan', () => {
  it('counts for each note the links that stay, leave, are broken or external [PLAN-LINKS]', async () => {
    const { links, warnings } = await transfer({ notebooks: [outer.notebook_id] });
    expect(links).toEqual([{ document_id: garden.id, kept: 2, leaving: 1, unresolved: 1, external: 2 }]);
    const codes = Object.fromEntries(warnings.map(({ code, count }) => [code, count]));
    expect(codes).toEqual({ links_leave_selection: 1, links_unresolved: 1, remote_media: 1 });
    expect((await transfer({ query: '' })).links).toContainEqual({
      document_id: garden.id,
      kept: 3,
      leaving: 0,
      unresolved: 1,
      external: 2,
    });
  });

  it('warns of an empty selection and of unknown selectors [PLAN-WARNINGS]', async () => {
    const { warnings, counts } = await transfer({ tags: ['unknown', 'plant'] });
    expect(warnings).toEqual([
      { code: 'empty_selection', count: 1 },
      { code: 'selectors_not_found', count: 2 },
    ]);
    expect(counts.documents).toBe(0);
  });

  it('warns of notes that were not analysed in full [PLAN-WARNINGS]', async () => {
    const long = await api.note({ body: '[a](https://a.test) '.repeat(MAX_LINKS + 1) });
    const { warnings, links } = await transfer({ document_ids: [long.id] });
    expect(warnings).toEqual([{ code: 'partly_read_documents', count: 1 }]);
    expect(links).toMatchObject([{ external: MAX_LINKS }]);
    await api.rewrite(long, { body: '[a](https://a.test) '.repeat(MAX_LINKS) });
    expect((await transfer({ document_ids: [long.id] })).warnings).toEqual([]);
    await api.trash(await api.read(long.id));
    await api.purge(long.id);
  });

  it('lists what a recipient learns besides the notes [PLAN-PRIVACY]', async () => {
    const readPrivacy = ({ privacy }: Plan) =>
      Object.fromEntries(privacy.map(({ subject, decision, count }) => [subject, `${decision} ${count}`]));
    const selection = { notebooks: [outer.notebook_id] };
    await api.library.store.write(({ documents, provenance }) =>
      provenance.record(documents.get(garden.id)!, { kind: 'folder', id: 'g.md' }, 'x', 1),
    );
    const common = { external_links: 'kept_in_text 2', remote_media: 'kept_in_text 1', attachments: 'included 1' };
    expect(readPrivacy(await transfer(selection))).toEqual({
      ...common,
      trashed_notes: 'withheld 1',
      older_revisions: 'withheld 1',
      provenance: 'included 1',
    });
    const published = await plan({ target: 'publication_handoff', selection });
    expect(readPrivacy(published)).toMatchObject({
      ...common,
      provenance: 'withheld 1',
      older_revisions: 'withheld 1',
    });
    expect(published.counts.provenance).toBe(0);
    expect(readPrivacy(await plan({ target: 'full_archive' }))).toMatchObject({
      trashed_notes: 'included 1',
      older_revisions: 'included 1',
    });
  });

  it('lists the fields of each record that are included [PLAN-METADATA]', async () => {
    const fields = async (target: string, selection?: unknown) => {
      const { metadata, counts } = await plan({ target, ...(selection !== undefined && { selection }) });
      expect(metadata.map(({ entity }) => entity)).toEqual(Object.keys(counts));
      return metadata.flatMap(({ entity, withheld }) => withheld.map((field) => `${entity}.${field}`));
    };
    expect(await fields('full_archive')).toEqual([]);
    const subset = await fields('subset_transfer', { query: '' });
    expect(subset.every((field) => /^(?:search_notebooks|source_bundles)\./.test(field))).toBe(true);
    const published = await fields('publication_handoff', { query: '' });
    expect(published).toEqual(
      expect.arrayContaining([...subset, 'provenance.source_id', 'revisions.author_replica_id']),
    );
  });

  it('truncates each list separately, but no count or digest [PLAN-CAPS]', async () => {
    const question = { target: 'full_archive' };
    const whole = await plan(question);
    const { truncated: _, ...same } = whole;
    const lists = ['documents', 'links', 'privacy', 'metadata', 'exclusions', 'warnings'] as const;
    for (const name of lists) expect(whole[name]).toHaveLength(whole.totals[name]);
    expect(whole.truncated).toBe(false);
    for (const detail_limit of [0, 3]) {
      const cut = await plan({ ...question, detail_limit });
      const shorter = Object.fromEntries(lists.map((name) => [name, whole[name].slice(0, detail_limit)]));
      expect(cut).toEqual({ ...same, ...shorter, truncated: true });
    }
    expect(await plan({ ...question, detail_limit: 1_000_000 })).toEqual(whole);
    expectRefused(await api.post(PLAN, { ...question, detail_limit: -1 }), 'validation_failed');
  });

  it('changes nothing, and is the same when repeated [PLAN-READ-ONLY]', async () => {
    const first = await plan({ target: 'full_archive' });
    await api.expectUnchanged(async () => expect(await plan({ target: 'full_archive' })).toEqual(first));
  });
});
