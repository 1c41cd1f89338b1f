import { go } from '../kernel/router.js';
import { notify } from '../ui/notices.js';
import { text } from './folder-texts.js';

/** Most files attached from dropped folders at once. */
const MAX_FILES = 200;
const MARKDOWN = /\.(?:md|markdown)$/i;
const byName = new Intl.Collator(undefined, { numeric: true });

/**
 * Reads the files in folders and the folders below them, by name. Markdown files are left out: imported, they become
 * notes. Messages say how many files there are.
 */
export async function readFolders(folders: readonly FileSystemDirectoryEntry[]): Promise<File[]> {
  const entries: FileSystemFileEntry[] = [];
  for (const folder of folders) await collectEntries(folder, entries);
  const attached = entries.filter(({ name }) => !MARKDOWN.test(name));
  const notes = entries.length - attached.length;
  if (attached.length > MAX_FILES) notify(text.tooManyFiles(MAX_FILES));
  else if (attached.length > 0) notify(text.folderRead(attached.length));
  if (notes > 0) notify(text.notesLeftOut(notes), { label: text.importNotes, run: () => go(['settings', 'import']) });
  return Promise.all(attached.slice(0, MAX_FILES).map(readFile));
}

async function collectEntries(folder: FileSystemDirectoryEntry, entries: FileSystemFileEntry[]): Promise<void> {
  const children = await listChildren(folder);
  for (const child of children.sort((one, other) => byName.compare(one.name, other.name))) {
    // Hidden files belong to the system or to programs.
    if (entries.length > MAX_FILES || child.name.startsWith('.')) continue;
    if (child.isDirectory) await collectEntries(child as FileSystemDirectoryEntry, entries);
    else entries.push(child as FileSystemFileEntry);
  }
}

/** A reader returns entries in portions, and an empty one at the end. */
async function listChildren(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

const readFile = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));
