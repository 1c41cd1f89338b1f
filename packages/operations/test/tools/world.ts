import type { ToolLibrary } from './support.js';
import { toAsyncBytes } from './support.js';

/** Objects in the library, by the ids that agents use. */
export interface World {
  readonly notes: readonly string[];
  readonly template: string;
  readonly trashed: string;
  readonly help: string;
  readonly notebooks: readonly string[];
  readonly texts: readonly string[];
  readonly image: string;
  readonly jobs: readonly string[];
  readonly sha256: string;
}

/**
 * Texts in scripts with one to four bytes in a character and several characters in a grapheme; each has one `needle`.
 */
export const BODIES = [
  '# 見出し\n\n日本語の段落です。needle\n\n- [ ] 買い物 #家事\n- [x] 済み\n',
  '# Family 👩‍👩‍👧‍👦\n\n🏳️‍🌈🇩🇪 needle\n\n![](https://127.0.0.1/a.png)\n',
  '---\r\ntitle: x\r\ntags: [a]\r\n---\r\n\r\n# Windows\r\n\r\nneedle\r\nlast without an end',
  'See [[Family]], [[Nowhere]] and [out](https://example.org/needle).\n\n```note-query\nquery: tag:work\n```\n',
  `needle ${'長い行'.repeat(2_000)}`,
  'needle',
] as const;

const TITLES = ['Tagebuch 日記', 'Family', 'Windows', 'Links', 'Long', 'Short'];
const TEMPLATE =
  '```note-template\ndescription: Of a meeting\nprompt: who - With whom\n```\n\n# {{title}}\n\nWith {{who}}.\n';

/** Fills a library with one object of every kind. */
export async function makeWorld({ own, library }: ToolLibrary): Promise<World> {
  const parent = await own('createNotebook', { name: 'Projects' });
  const child = await own('createNotebook', { name: 'Garden', parent_notebook_id: parent.notebook_id });
  const notebooks = [parent.notebook_id, child.notebook_id];
  const notes: string[] = [];
  for (const [index, body] of BODIES.entries()) {
    const tags = ['work', 'work/sync', '家事'].slice(index % 3);
    const notebook_id = notebooks[index % 2];
    notes.push((await own('createDocument', { title: TITLES[index], body, tags, notebook_id })).id);
  }
  const template = (await own('createDocument', { title: 'Meeting', body: TEMPLATE })).id;
  const trashed = await own('createDocument', { title: 'Gone', body: 'needle' });
  await own('trashDocument', { document_id: trashed.id, base_revision_id: trashed.current_revision_id });
  await own('createSearchNotebook', { name: 'Open', query: 'has:open-task' });
  const upload = (filename: string, mime_type: string, content: string | Uint8Array) =>
    own('uploadResource', { filename, mime_type }, { bytes: toAsyncBytes(content) });
  const text = await upload('notes.txt', 'text/plain', '添付ファイル 👩‍👩‍👧‍👦\r\nneedle');
  const json = await upload('data.json', 'application/json', '{"needle": "é"}');
  const image = await upload('a.png', 'image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47]));
  for (const resource_id of [text.id, json.id, image.id])
    await own('attachResource', { document_id: notes[0], resource_id });
  const jobs = ['job_fuzz1', 'job_fuzz2', 'job_fuzz3'];
  await library.store.write((unit) => {
    for (const id of jobs) unit.jobs.insert({ id, kind: 'import', parameters: {} }, Date.now());
  });
  return {
    ...{ notes, template, notebooks, jobs },
    trashed: trashed.id,
    help: library.store.read(({ documents }) => documents.get('doc_help_finding_notes')?.id ?? ''),
    texts: [text.id, json.id],
    image: image.id,
    sha256: text.sha256,
  };
}
