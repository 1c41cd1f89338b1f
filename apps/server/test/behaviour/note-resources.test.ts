import type { Output } from '@notes/contract';
import { describe, expect, it } from 'vitest';
import { expectRefused, type Note, type Resource, useService } from './support.js';

const api = useService();
type Attachment = Output<'attachResource'>;

let made = 0;
const resource = (name = `file ${made}`) => api.resource(Buffer.from(`bytes ${++made}`), name);
const path = (note: Pick<Note, 'id'>, { id }: Pick<Resource, 'id'>) => `/documents/${note.id}/resources/${id}`;
const attach = (note: Pick<Note, 'id'>, to: Resource, relation_type?: string) =>
  api.post(path(note, to), relation_type === undefined ? undefined : { relation_type });
/** Lists the attachments of a note as `name relation`. */
const listAttachments = async ({ id }: Pick<Note, 'id'>) =>
  (await api.show<'listDocumentResources'>(`/documents/${id}/resources`)).resources.map(
    ({ filename, relation_type }) => `${filename} ${relation_type}`,
  );
const bodyWith = (...resources: Resource[]) => resources.map(({ uri }) => `![](${uri})`).join('\n');

describe('attaching a resource', () => {
  it('returns the attachment and its relation [RES-ATTACH]', async () => {
    const [note, file] = [await api.note(), await resource('a')];
    const { deduplicated: _, ...known } = file;
    const answer = await attach(note, file);
    const attachment = { document_id: note.id, resource: known, relation_type: 'attachment', added: true };
    expect([answer.status, answer.json()]).toEqual([200, attachment]);
    expect((await attach(note, file, 'cover')).json()).toEqual({ ...attachment, relation_type: 'cover' });
    const listed = await api.show<'listDocumentResources'>(`/documents/${note.id}/resources`);
    expect(listed).toEqual({
      resources: [
        { ...known, relation_type: 'attachment' },
        { ...known, relation_type: 'cover' },
      ],
    });
  });

  it('a second time changes nothing [RES-ATTACH-AGAIN]', async () => {
    const [note, file] = [await api.note(), await resource()];
    await attach(note, file, 'cover');
    await api.expectUnchanged(async () =>
      expect((await attach(note, file, 'cover')).json<Attachment>()).toMatchObject({ added: false }),
    );
  });

  it('requires a short lower-case word as relation [RES-ATTACH-WORD]', async () => {
    const [note, file] = [await api.note(), await resource()];
    await api.expectUnchanged(async () => {
      for (const word of ['', 'Cover', 'é', 'a b', '1a', '-a', `a${'b'.repeat(64)}`, 'embedded', 7, null])
        expectRefused(await api.post(path(note, file), { relation_type: word }), 'validation_failed');
    });
    for (const word of ['a', 'front-cover_2', `a${'b'.repeat(63)}`])
      expect((await attach(note, file, word)).json<Attachment>().relation_type).toBe(word);
  });

  it('changes updated_at but no revision [RES-ATTACH-NO-REVISION]', async () => {
    const [note, file] = [await api.note(), await resource()];
    for (const change of [() => attach(note, file), () => api.delete(path(note, file))]) {
      const before = await api.read(note.id);
      await new Promise((resolve) => setTimeout(resolve, 2));
      await change();
      const after = await api.read(note.id);
      expect(after).toEqual({ ...before, updated_at: after.updated_at });
      expect(after.updated_at > before.updated_at).toBe(true);
    }
  });

  it('is refused for notes in Trash, Help and Reports [RES-ATTACH-PROTECTED] [RES-LIST]', async () => {
    const file = await resource();
    const help = { id: 'doc_help_welcome' };
    const { id: report } = await api.find<'writeGraphReport'>('/graph/report/note', {});
    for (const note of [await api.createTrashed(), help, { id: report }]) {
      await api.expectUnchanged(async () => {
        expectRefused(await attach(note, file), 'forbidden');
        expectRefused(await api.delete(path(note, file)), 'forbidden');
      });
    }
    expectRefused(await api.get(`/documents/${(await api.createTrashed()).id}/resources`), 'not_found');
    expect(await listAttachments(help)).toEqual([]);
  });
});

describe('the attachments of a note', () => {
  it('are sorted by name [RES-LIST]', async () => {
    const note = await api.note();
    for (const name of ['b', 'É', 'a', 'B']) await attach(note, await resource(name));
    expect(await listAttachments(note)).toEqual(['a attachment', 'b attachment', 'B attachment', 'É attachment']);
  });

  it('can be detached, whatever their relation [RES-DETACH]', async () => {
    const [note, file, other] = [await api.note(), await resource('x'), await resource('y')];
    for (const word of ['attachment', 'cover']) await attach(note, file, word);
    await attach(note, other);
    const answer = await api.delete(path(note, file));
    expect([answer.status, answer.text, await listAttachments(note)]).toEqual([204, '', ['y attachment']]);
    await api.expectUnchanged(async () => expect((await api.delete(path(note, file))).status).toBe(204));
  });

  it('cannot be detached while the text embeds them [RES-DETACH-EMBEDDED]', async () => {
    const file = await resource('x');
    const note = await api.note({ body: bodyWith(file) });
    await api.expectUnchanged(async () =>
      expect(expectRefused(await api.delete(path(note, file)), 'conflict')).toContain('embedded'),
    );
    await attach(note, file);
    expect(await listAttachments(note)).toEqual(['x attachment', 'x embedded']);
    expect((await api.delete(path(note, file))).status).toBe(204);
    expect(await listAttachments(note)).toEqual(['x embedded']);
  });
});

describe('an embedded attachment', () => {
  it('is any that the text displays or links to outside code [RES-EMBEDDED]', async () => {
    const [a, b, c, d, e, f] = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(resource));
    const body = [
      `![alt](${a?.uri}) and again ![](${a?.uri})`,
      `[text](<${b?.uri}> "title") <${c?.uri}> ![[${c?.uri}]]`,
      `[ref][1]\n\n[1]: ${d?.uri}\n`,
      `\`${e?.uri}\`\n\n\`\`\`\n![](${e?.uri})\n\`\`\`\n![](resource://default/resources/res_none)`,
      `![](${e?.uri}/x) ![](resource://other/resources/${e?.id})`,
      `<img src="${f?.uri}" alt> <!-- <img src="${e?.uri}"> -->`,
    ].join('\n\n');
    expect(await listAttachments(await api.note({ body }))).toEqual(
      ['a', 'b', 'c', 'd', 'f'].map((name) => `${name} embedded`),
    );
  });

  it('is any that a text with too many links mentions [RES-EMBEDDED-LONG]', async () => {
    const [linked, mentioned] = [await resource('linked'), await resource('mentioned')];
    const body = `${'[a](b) '.repeat(20_001)}\n\n![](${linked.uri}) \`${mentioned.uri}\`\n`;
    const note = await api.note({ body });
    expect(await listAttachments(note)).toEqual(['linked embedded', 'mentioned embedded']);
    await api.rewrite(note, { body: `\`${mentioned.uri}\`` });
    expect(await listAttachments(note)).toEqual([]);
  });

  it('follows every change of the text [RES-EMBEDDED-FOLLOWS]', async () => {
    const [a, b] = [await resource('a'), await resource('b')];
    const note = await api.note({ body: bodyWith(a) });
    const first = note.current_revision_id;
    const current = async () => ({ base_revision_id: (await api.read(note.id)).current_revision_id });
    const change = async (method: 'put' | 'patch' | 'post', route: string, fields: Record<string, unknown>) => {
      const answer = await api[method](`/documents/${note.id}${route}`, { ...fields, ...(await current()) });
      expect(answer.status, answer.text).toBe(200);
      return listAttachments(note);
    };
    expect(await change('post', '/append', { text: bodyWith(b) })).toEqual(['a embedded', 'b embedded']);
    expect(await change('patch', '', { edits: [{ search: bodyWith(a), replace: '' }] })).toEqual(['b embedded']);
    expect(await change('post', '/prepend', { text: bodyWith(a) })).toEqual(['a embedded', 'b embedded']);
    expect(await change('put', '', { title: 'x', body: 'nothing' })).toEqual([]);
    expect(await change('post', `/revisions/${first}/restore`, {})).toEqual(['a embedded']);
  });

  it('is kept in Trash and returns with the note [RES-TRASH]', async () => {
    const [file, other] = [await resource('x'), await resource('y')];
    const note = await api.note({ body: bodyWith(file) });
    await attach(note, other);
    await api.trash(await api.read(note.id));
    expect((await api.post(`/trash/${note.id}/restore`)).status).toBe(200);
    expect(await listAttachments(note)).toEqual(['x embedded', 'y attachment']);
  });

  it('is copied to a duplicate, as are manual attachments [BATCH-DUPLICATE]', async () => {
    const [file, other] = [await resource('x'), await resource('y')];
    const note = await api.note({ body: bodyWith(file) });
    await attach(note, other, 'cover');
    const report = await api.find<'runBatch'>('/batch', { operation: 'duplicate', items: [{ document_id: note.id }] });
    expect(await listAttachments({ id: report.items[0]?.new_document_id as string })).toEqual([
      'x embedded',
      'y cover',
    ]);
  });
});

describe('a link to an attachment', () => {
  const check = async (body: string) =>
    (await api.find<'checkLinks'>('/links/check', { body })).entries.map(({ status, canonical_target }) => [
      status,
      canonical_target,
    ]);

  it('is resolved while the attachment exists [LINK-RESOURCE]', async () => {
    const { id, uri } = await resource();
    const body = `![](${uri}) [page](${uri}#page=2) [none](resource://default/resources/res_none)`;
    const wanted = [
      ['resolved', uri],
      ['resolved', uri],
      ['unresolved', undefined],
    ];
    expect(await check(body)).toEqual(wanted);
    const note = await api.note({ body });
    const { outgoing, incoming } = await api.show<'listDocumentLinks'>(`/documents/${note.id}/links`);
    expect(outgoing.map(({ status, canonical_target }) => [status, canonical_target])).toEqual(wanted);
    expect([outgoing.map(({ target_title }) => target_title), incoming]).toEqual([[null, null, null], []]);
    await api.rewrite(note, { body: 'nothing' });
    const confirmed = { 'X-Service-Confirmation': `delete-resource:${id}` };
    expect((await api.delete(`/resources/${id}`, undefined, confirmed)).status).toBe(204);
    expect(await check(body)).toEqual(wanted.map(() => ['unresolved', undefined]));
  });

  it('makes two notes no neighbours in the graph [LINK-RESOURCE]', async () => {
    const file = await resource();
    const [one, other] = [await api.note({ body: bodyWith(file) }), await api.note({ body: bodyWith(file) })];
    const graph = await api.find<'getGraph'>('/graph', { roots: [one.id], depth: 2 });
    expect([graph.nodes.map(({ document_id }) => document_id), graph.edges]).toEqual([[one.id], []]);
    expect((await api.search(`linked-from:${other.id}`)).results).toEqual([]);
  });
});

describe('search', () => {
  it('finds notes by file name and type of their attachments, whatever the relation [S-ATTACHMENTS] [S-HAS]', async () => {
    const [report, photo] = [
      await api.resource(Buffer.from('r'), 'Jahres-Report_2026.pdf', 'application/pdf'),
      await api.resource(Buffer.from('p'), '100% Größe.JPG', 'image/jpeg'),
    ];
    const attached = await api.note({ title: 'Attached' });
    await attach(attached, report);
    const embedding = await api.note({ title: 'Embedding', body: bodyWith(photo) });
    await api.note({ title: 'Neither', body: 'report' });
    const findTitles = async (query: string) =>
      (await api.search(`(id:${attached.id} OR id:${embedding.id}) ${query}`)).results.map(({ title }) => title).sort();
    for (const query of ['filename:report', 'filename:*.pdf', 'filename:jahres*_2026*', 'mime:application/pdf'])
      expect([query, await findTitles(query)]).toEqual([query, ['Attached']]);
    for (const query of ['filename:"100% GRÖSSE"', 'filename:*.jpg', 'mime:image/*', '-mime:application/*'])
      expect([query, await findTitles(query)]).toEqual([query, ['Embedding']]);
    for (const query of ['filename:photo', 'filename:jahres_report', 'filename:*report', 'mime:text/*'])
      expect([query, await findTitles(query)]).toEqual([query, []]);
    const many = Array.from({ length: 60 }, (_, n) => `filename:none${n}`).join(' OR ');
    expect(await findTitles(`(${many} OR filename:report)`)).toEqual(['Attached']);
    expect(await findTitles('has:resource')).toEqual(['Attached', 'Embedding']);
    await api.delete(path(attached, report));
    expect(await findTitles('has:resource')).toEqual(['Embedding']);
    expect(await findTitles('-has:resource')).toEqual(['Attached']);
  });
});
