import type { Output } from '@notes/contract';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectRefused, type Note, SEED, useService } from './support.js';

const api = useService();
type Report = Output<'renameTag'>;

const rename = (from: string, to: string, more: Record<string, unknown> = {}) =>
  api.find<'renameTag'>('/tags/rename', { from, to, ...more });
const apply = (from: string, to: string, more: Record<string, unknown> = {}) =>
  rename(from, to, { dry_run: false, ...more });
const readTags = async ({ id }: Note) => (await api.read(id)).tags;
const readTagList = async () => (await api.show<'listTags'>('/tags')).tags;
const actions = ({ changes }: Report) => changes.map(({ from, to, action }) => `${action} ${from} to ${to}`);

let serial = 0;
const word = () => `w${++serial}`;

describe('renaming a tag', () => {
  it('renames it on its notes, and tags below it only on request [T-RENAME]', async () => {
    const [old, name] = [word(), word()];
    const note = await api.note({ tags: [old, `${old}/Below`, `${old}er`] });
    const report = await apply(old.toUpperCase(), name);
    expect(report).toMatchObject({ include_children: false, dry_run: false, notes: 1, warnings: [] });
    expect(report.changes).toEqual([
      { tag_id: expect.stringMatching(/^tag_/), from: old, to: name, action: 'rename', notes: 1, notes_gained: 1 },
    ]);
    expect(await readTags(note)).toEqual([`${old}/Below`, `${old}er`, name]);
    const back = await apply(name, `${old}/x`, { include_children: true });
    expect(actions(back)).toEqual([`rename ${name} to ${old}/x`]);
    expect(actions(await apply(old, name, { include_children: true }))).toEqual([
      `rename ${old}/Below to ${name}/Below`,
      `rename ${old}/x to ${name}/x`,
    ]);
    expect(await readTags(note)).toEqual([`${name}/Below`, `${name}/x`, `${old}er`].sort());
  });

  it('to a name below itself renames every tag once [T-RENAME]', async () => {
    const tag = word();
    const note = await api.note({ tags: [tag, `${tag}/b`, `${tag}/b/b`] });
    const report = await apply(tag, `${tag}/b`, { include_children: true });
    expect(report.changes.every(({ action }) => action === 'rename')).toBe(true);
    expect(await readTags(note)).toEqual([`${tag}/b`, `${tag}/b/b`, `${tag}/b/b/b`]);
  });

  it('can change the case alone, and the same name changes nothing [T-RENAME]', async () => {
    const tag = word();
    const note = await api.note({ tags: [tag] });
    expect(actions(await apply(tag, tag.toUpperCase()))).toEqual([`rename ${tag} to ${tag.toUpperCase()}`]);
    expect(await readTags(note)).toEqual([tag.toUpperCase()]);
    await api.expectUnchanged(async () => expect((await apply(tag, tag.toUpperCase())).changes).toEqual([]));
  });

  it('to an existing name merges the tags and counts the notes that gain it [T-RENAME-MERGE]', async () => {
    const [old, name] = [word(), word()];
    const both = await api.note({ tags: [old, name.toUpperCase()] });
    const one = await api.note({ tags: [old] });
    const trashed = await api.createTrashed({ tags: [old] });
    const before = await readTagList();
    const report = await apply(old, name);
    const target = before.find((tag) => tag.name === name.toUpperCase());
    expect(report.notes).toBe(3);
    expect(report.changes).toEqual([
      {
        tag_id: before.find((tag) => tag.name === old)?.tag_id,
        from: old,
        to: name.toUpperCase(),
        action: 'merge',
        merged_into_tag_id: target?.tag_id,
        notes: 3,
        notes_gained: 2,
      },
    ]);
    for (const note of [both, one, trashed]) expect(await readTags(note)).toEqual([name.toUpperCase()]);
    const after = await readTagList();
    expect(after.find((tag) => tag.name === old)).toBeUndefined();
    expect(after.find((tag) => tag.tag_id === target?.tag_id)?.note_count).toBe(2);
    expect((await api.search(`tag:${name}`)).results).toHaveLength(2);
  });

  it('leaves notes and saved searches unchanged, and warns of the searches [T-RENAME-NOTES]', async () => {
    const [old, name] = [word(), word()];
    const note = await api.note({ body: `tag:${old} #${old}`, tags: [old] });
    const query = `(-tag:${old} OR tag:other) kettle`;
    const saved = (await api.post('/search-notebooks', { name: `about ${old}`, query })).json<{
      search_notebook_id: string;
    }>();
    const report = await apply(old, name);
    expect(report.warnings).toEqual([
      {
        code: 'saved_search',
        search_notebook_id: saved.search_notebook_id,
        name: `about ${old}`,
        message: expect.stringMatching(/./),
      },
    ]);
    expect(await api.read(note.id)).toEqual({ ...note, tags: [name] });
    expect((await api.show<'listSearchNotebooks'>('/search-notebooks')).search_notebooks).toContainEqual(
      expect.objectContaining({ ...saved, query }),
    );
  });

  it('warns only of saved searches that would find less [T-RENAME-NOTES]', async () => {
    const root = word();
    await api.note({ tags: [`${root}/a/b`, `${root}/c`] });
    const save = (query: string) => api.post('/search-notebooks', { name: query, query });
    for (const query of [`tag:${root}`, `-tag:${root}/a`, `tag:${root}/a/b tea`, `tag:${root}/c`, `tag:${root}x`])
      expect((await save(query)).status).toBe(201);
    const readWarnedNames = async (to: string) =>
      (await rename(`${root}/a/b`, to)).warnings.map(({ name }) => name).sort();
    expect(await readWarnedNames(`${root}x`)).toEqual([`tag:${root}`, `-tag:${root}/a`, `tag:${root}/a/b tea`].sort());
    expect(await readWarnedNames(`${root}/c/b`)).toEqual([`-tag:${root}/a`, `tag:${root}/a/b tea`].sort());
    expect(await readWarnedNames(`${root}/A/B`)).toEqual([]);
    const all = await rename(root, `${root}z`, { include_children: true });
    expect(all.warnings).toHaveLength(4);
  });

  it('is rejected for an unknown tag, over 500 tags or too long a name [T-RENAME-BAD]', async () => {
    const root = word();
    const names = Array.from({ length: 501 }, (_, n) => `${root}/${String(n).padStart(3, '0')}`);
    const note = await api.note();
    for (let from = 0; from < names.length; from += 100) {
      const tags = names.slice(from, from + 100);
      await api.find<'runBatch'>('/batch', { operation: 'add_tags', tags, items: [{ document_id: note.id }] });
    }
    await api.expectUnchanged(async () => {
      expectRefused(await api.post('/tags/rename', { from: word(), to: 'x', dry_run: false }), 'not_found');
      expectRefused(await api.post('/tags/rename', { from: root, to: 'x', dry_run: false }), 'not_found');
      const all = { from: root, to: 'x', include_children: true, dry_run: false };
      expect(expectRefused(await api.post('/tags/rename', all), 'validation_failed')).toContain('500');
      expectRefused(await api.post('/tags/rename', { ...all, dry_run: true }), 'validation_failed');
      expectRefused(await api.post('/tags/rename', { ...all, dryrun: false }), 'validation_failed');
    });
    await api.delete(`/documents/${note.id}/tags/${encodeURIComponent(`${root}/500`)}`);
    await api.expectUnchanged(async () => {
      const long = { from: root, to: 'x'.repeat(252), include_children: true, dry_run: false };
      expectRefused(await api.post('/tags/rename', long), 'validation_failed');
    });
    const done = await apply(root, 'five', { include_children: true });
    expect([done.changes.length, done.notes]).toEqual([500, 1]);
  });
});

describe('a dry run of a rename', () => {
  it('is the default without dry_run [T-RENAME-DRY]', async () => {
    const tag = word();
    const note = await api.note({ tags: [tag] });
    await api.expectUnchanged(async () =>
      expect(await rename(tag, 'elsewhere')).toMatchObject({ dry_run: true, notes: 1 }),
    );
    expect(await readTags(note)).toEqual([tag]);
  });

  const segment = fc.constantFrom('a', 'b', 'B', 'é', 'c d');
  const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
  const library = fc.array(fc.uniqueArray(path, { maxLength: 4, selector: (tag) => tag.toLowerCase() }), {
    minLength: 1,
    maxLength: 5,
  });

  it('reports what the rename then does, and renaming back undoes it [T-RENAME-DRY] [T-RENAME-BACK]', () =>
    fc.assert(
      fc.asyncProperty(library, path, path, fc.boolean(), async (tagged, source, target, include_children) => {
        const top = word();
        const [from, to] = [`${top}/${source}`, `${top}/${target}`];
        const make = (tags: string[]) => api.note({ tags: tags.map((tag) => `${top}/${tag}`) });
        const notes = await Promise.all(tagged.map(make));
        const tags = () => Promise.all(notes.map(readTags));
        const before = await tags();
        const dry = await api.post('/tags/rename', { from, to, include_children });
        expect(await tags()).toEqual(before);
        const real = await api.post('/tags/rename', { from, to, include_children, dry_run: false });
        if (real.status === 404) {
          expect([dry.status, dry.text]).toEqual([404, real.text]);
          return;
        }
        const report = real.json<Report>();
        expect({ ...dry.json<Report>(), dry_run: false }).toEqual(report);
        const merged = report.changes.some(({ action }) => action === 'merge');
        const within = nests(from, to) || nests(to, from);
        if (merged || within || report.changes.length === 0) return;
        const others = before.flat().some((tag) => nests(to, tag));
        if (include_children && others) return;
        await apply(to, from, { include_children });
        expect((await tags()).map(lower)).toEqual(before.map(lower));
      }),
      { seed: SEED, numRuns: samples(20) },
    ));
});

const lower = (tags: string[]) => tags.map((tag) => tag.toLowerCase());
/** Returns true when a tag equals another one or is below it. */
const nests = (above: string, tag: string) => `${tag}/`.toLowerCase().startsWith(`${above}/`.toLowerCase());
