import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type OpenedLibrary, openTestLibrary, temporaryFolder } from '../support.js';

let opened: OpenedLibrary;
let folder: string;
let essays: string;
let hidden: string;

beforeEach(async () => {
  opened = await openTestLibrary();
  folder = temporaryFolder();
  essays = (await opened.call('createNotebook', { name: 'Essays' })).notebook_id;
  hidden = (await opened.call('createNotebook', { name: 'Hidden' })).notebook_id;
});

const make = (title: string, body = '', notebook_id = hidden) =>
  opened.call('createDocument', { title, body, notebook_id });
const publish = (body: string) => make('Page', body, essays);
type Note = Awaited<ReturnType<typeof make>>;
const trash = ({ id: document_id, current_revision_id: base_revision_id }: Note) =>
  opened.call('trashDocument', { document_id, base_revision_id });
const rename = ({ id: document_id, current_revision_id: base_revision_id }: Note, title: string) =>
  opened.call('replaceDocument', { document_id, base_revision_id, title, body: '' });
const plan = () => opened.call('planPublication', { selection: { notebooks: [essays] } });
const build = (input: Record<string, unknown> = {}) =>
  opened.call('buildPublication', { directory: join(folder, 'site'), selection: { notebooks: [essays] }, ...input });
const getUri = ({ id }: Note) => `document://default/documents/${id}`;
/** Returns the text of the published note without its title. */
function readPage(): string {
  const html = readFileSync(join(folder, 'site/essays/page.html'), 'utf8');
  return /<h1>Page<\/h1>([\s\S]*?)<\/article>/.exec(html)?.[1] ?? html;
}

describe('the digest of a plan', () => {
  const changes: Record<string, (note: Note) => Promise<unknown>> = {
    renamed: (note) => rename(note, 'Hirings'),
    'replaced by another note': async (note) => {
      await rename(note, 'Hirings');
      await make('Layoffs');
    },
    'purged and replaced': async (note) => {
      await trash(note);
      await opened.call('purgeDocument', { document_id: note.id, confirmation: `purge-document:${note.id}` });
      await make('Layoffs');
    },
  };
  it.each(Object.keys(changes))(
    'changes when a private note is %s, and the build of the plan is refused [PUB-PLAN] [PUB-TITLES]',
    async (name) => {
      const note = await make('Layoffs');
      await publish(`[see Layoffs](${getUri(note)})`);
      const before = await plan();
      expect(before.links).toMatchObject({ turned_into_text: 1, titles_shown: 1 });
      await changes[name]?.(note);
      expect((await plan()).plan_sha256).not.toBe(before.plan_sha256);
      await expect(build({ plan: before.plan_sha256 })).rejects.toMatchObject({ code: 'conflict' });
    },
  );

  it('stays the same when a private note without links to it is renamed [PUB-PLAN]', async () => {
    await make('Layoffs');
    const other = await make('Other');
    await publish('[[Layoffs]]');
    const before = await plan();
    await rename(other, 'Another');
    expect((await plan()).plan_sha256).toBe(before.plan_sha256);
  });
});
