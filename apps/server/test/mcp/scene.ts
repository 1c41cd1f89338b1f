import type { Note, Page, TestService } from '../behaviour/support.js';

/** Objects of one test case; its notes have its word in their titles. */
export interface Scene {
  /** Word in every title, used for searches. */
  readonly word: string;
  /** Note with an older revision, a tag, a task, a link, a remote image and an attachment. */
  readonly note: Note;
  /** Id of the older revision. */
  readonly stale: string;
  readonly linked: Note;
  readonly trashed: Note;
  readonly template: Note;
  readonly notebook_id: string;
  readonly resource_id: string;
}

/** Read-only note in Help. */
export const HELP_NOTE = 'doc_help_welcome';

/** Makes a scene; equal numbers give equal scenes in two libraries, except for ids and times. */
export async function makeScene(api: TestService, number: number): Promise<Scene> {
  const word = `scene${number}x`;
  const linked = await api.note({ title: `${word} linked`, body: 'linked\n' });
  const trashed = await api.createTrashed({ title: `${word} trashed`, body: 'gone\n', tags: ['t'] });
  const prompt = '```note-template\nprompt: a\n```\n# {{title}}\n\n{{a}}\n';
  const template = await api.note({ title: `${word} template`, body: prompt });
  const { notebook_id } = await api.notebook(`${word} notebook`);
  const { id: resource_id } = await api.resource(Buffer.from(word), 'words.txt', 'text/plain');
  const image = `![i](http://127.0.0.1:1/i.png) ![r](resource://default/resources/${resource_id})`;
  const body = `# Head\n\nalpha\ntwin twin\n\n- [ ] task\n\n[[${linked.title}]] ${image}\n`;
  const first = await api.note({ title: `${word} note`, body: 'old\n', tags: ['t'] });
  const note = await api.rewrite(first, { body });
  return { word, note, stale: first.current_revision_id, linked, trashed, template, notebook_id, resource_id };
}

/** Returns the state of a scene's notes, of tags and of notebooks; equal for libraries with equal contents. */
export async function readState(api: TestService, { word }: Scene): Promise<unknown> {
  const active = (await api.search(`title:${word}*`, { limit: 50 })).results.map(({ document_id: id }) => id);
  const { documents } = await api.show<'listTrash'>('/trash?limit=200');
  const trashed = documents.filter(({ title }: Page['documents'][number]) => title.startsWith(word));
  const notes = await Promise.all([
    ...active.map((id) => noteState(api, id)),
    ...trashed.map(({ id }) => api.read(id)),
  ]);
  const byText = (note: unknown) => anonymous(JSON.stringify(note), new Map());
  const { tags } = await api.show<'listTags'>('/tags');
  const { notebooks } = await api.show<'listNotebooks'>('/notebooks');
  const state = {
    notebooks: notebooks.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    tags: tags.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    notes: notes.toSorted((a, b) => (byText(a) < byText(b) ? -1 : 1)),
  };
  return JSON.parse(anonymous(JSON.stringify(state), new Map()));
}

async function noteState(api: TestService, id: string) {
  const path = `/documents/${id}`;
  const { revisions } = await api.show<'listRevisions'>(`${path}/revisions`);
  return {
    note: await api.read(id),
    revisions: await Promise.all(
      revisions.map(({ revision_id }) => api.show<'getRevision'>(`${path}/revisions/${revision_id}`)),
    ),
    links: await api.show<'listDocumentLinks'>(`${path}/links`),
    resources: await api.show<'listDocumentResources'>(`${path}/resources`),
  };
}

/** Numbers the ids of a JSON text in order of appearance, and removes times and the origin of revisions. */
export function anonymous(json: string, numbers: Map<string, string>): string {
  const numberId = (id: string, kind: string) => {
    const known = numbers.get(id) ?? `${kind}_${numbers.size}`;
    numbers.set(id, known);
    return known;
  };
  return json
    .replace(/\b(doc|rev|nb|tag|res|db)_[0-9a-hjkmnp-tv-z]{26}\b/g, numberId)
    .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"time"')
    .replace(/"origin":"(?:rest|mcp)"/g, '"origin":"door"');
}
