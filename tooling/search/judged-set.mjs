// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run/workspace.mjs';

/**
 * @typedef {{ title: string, body: string }} Note
 * @typedef {{ group: string, text: string, titles: readonly string[] }} Query group: the class that it is counted in;
 *   titles: the notes to find
 */

const NOTES = new URL('./notes/', import.meta.url);
const QUERIES = new URL('./queries.json', import.meta.url);
/** Folders of the repository with texts that are notes among which others are found. */
const TEXTS = ['docs/pages', 'tooling/bench/texts', 'apps/web/test/documents', 'apps/web/test/clipboard'];
/** Texts of each package. */
const PACKAGE_TEXTS = ['README.md', 'SPEC.md'];
/** Returns the notes that the judged queries look for, except the Help notes. */
export function readJudgedNotes() {
  return readdirSync(NOTES)
    .sort()
    .flatMap((name) => {
      const language = name.slice(0, -'.md'.length);
      return parseNotes(readFileSync(new URL(name, NOTES), 'utf8')).map((note) => ({ ...note, language }));
    });
}

/** Returns the notes of a text, each with a heading of the first level. */
function parseNotes(/** @type {string} */ text) {
  return text
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { title: part.slice(0, end).trim(), body: part.slice(end).trim() };
    });
}

/** @returns {Note[]} texts of the repository that no judged query looks for */
export function readOtherNotes() {
  const packages = readdirSync(join(root, 'packages')).flatMap((name) =>
    PACKAGE_TEXTS.map((file) => join(root, 'packages', name, file)),
  );
  const own = readdirSync(root).map((name) => join(root, name));
  const files = [...own, ...packages].filter((file) => file.endsWith('.md'));
  return [...files.flatMap(readNoteFile), ...TEXTS.flatMap((folder) => readNoteFolder(join(root, folder)))];
}

/** Returns a note for each Markdown file of a folder, in the order of their paths. */
export function readNoteFolder(/** @type {string} */ folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .flatMap((name) => readNoteFile(join(folder, name)));
}

/** @returns {Note[]} the note of a file; none when there is no such file or it is empty */
function readNoteFile(/** @type {string} */ file) {
  let body = '';
  try {
    body = readFileSync(file, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  if (body.trim() === '') return [];
  const name = file.slice(file.lastIndexOf('/') + 1, -'.md'.length);
  return [{ title: /^# (.{1,200})$/m.exec(body)?.[1]?.trim() ?? name, body }];
}

/** @returns {Query[]} the judged queries, in the order of their groups */
export function readQueries() {
  /** @type {Record<string, [string, ...string[]][]>} */
  const groups = JSON.parse(readFileSync(QUERIES, 'utf8'));
  return Object.entries(groups).flatMap(([group, queries]) =>
    queries.map(([text, ...titles]) => ({ group, text, titles })),
  );
}
