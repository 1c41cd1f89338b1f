import { readdirSync, readFileSync } from 'node:fs';
import type { Content, UnitOfWork } from '@notes/storage';
import { buildShortContent } from '../notes/documents/content.js';
import { HELP_NOTEBOOK } from './builtins.js';
import type { Library } from './context.js';
import { newId } from './ids.js';
import { sha256 } from './sha256.js';

/** Help notes shipped with this version: one Markdown file each, with its first heading as the title. */
const FOLDER = new URL('../../help/', import.meta.url);

interface HelpNote {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

/** Updates the Help notebook to this version's help. Does nothing when the notebook is up to date. */
export async function refreshHelp(library: Pick<Library, 'store' | 'databaseId'>, now: () => number): Promise<void> {
  const { store } = library;
  const notes = readHelpNotes();
  const digest = sha256(JSON.stringify(notes));
  if (store.read(({ meta }) => meta.get('help_digest')) === digest) return;
  await store.write((unit) => {
    const at = now();
    for (const note of notes) writeNote(unit, library, note, at);
    removeOthers(unit, new Set(notes.map(({ id }) => id)), at);
    unit.meta.set('help_digest', digest);
  });
}

function readHelpNotes(): HelpNote[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
  return files.sort().map((name) => {
    const text = readFileSync(new URL(name, FOLDER), 'utf8');
    const id = `doc_help_${name.slice(0, -'.md'.length).replaceAll('-', '_')}`;
    return { id, title: /^# (.+)$/m.exec(text)?.[1] ?? name, body: text.replace(/^# .+\n+/, '') };
  });
}

function writeNote(unit: UnitOfWork, owner: Pick<Library, 'databaseId'>, note: HelpNote, at: number): void {
  const current = unit.documents.getWithBody(note.id);
  const made = buildShortContent(owner, note) as Content;
  const revision = { ...made, revisionId: newId('revision'), origin: 'system', at };
  if (current === undefined) {
    const notebookPk = unit.notebooks.get(HELP_NOTEBOOK)?.pk as number;
    unit.documents.insert({ ...revision, id: note.id, notebookPk, createdAt: at, updatedAt: at });
  } else if (current.title !== note.title || current.body !== note.body) {
    unit.documents.revise(current, revision);
  }
}

function removeOthers(unit: UnitOfWork, kept: ReadonlySet<string>, at: number): void {
  const notebook = unit.notebooks.get(HELP_NOTEBOOK);
  for (const document of unit.documents.listInNotebook(notebook?.pk as number, 10_000)) {
    if (!kept.has(document.id)) unit.documents.purge(document, at);
  }
}
