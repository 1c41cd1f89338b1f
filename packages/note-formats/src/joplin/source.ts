import { extname } from 'node:path';
import type { FileLink } from '@notes/markdown-blocks';
import { countUnread, listFolderLinks, type Tree, toRejectedNotes } from '../files/tree.js';
import type { FileItem, NoteItem } from '../item.js';
import type { NoteRules } from '../note-rules.js';
import { toPathSegment } from '../path-segment.js';
import { createRejection } from '../rejection.js';
import type { Listing, Resolve, Source } from '../source.js';
import { type Library, type NoteEntry, notebookPath, readLibrary } from './library.js';
import { readNote } from './read-note.js';

const ITEM = /(?:^|\/)[0-9a-f]{32}\.md$/i;
/** Target of a Joplin link, with the id of a note or resource. */
const LINK = /^:\/([0-9a-f]{32})$/i;

/** Reads a Joplin export: a folder (RAW) or an archive (JEX). */
export const joplinSource = (tree: Tree, rules: NoteRules): Source => ({
  list: (signal) => list(tree, rules, signal),
  close: () => tree.close(),
});

async function list(tree: Tree, rules: NoteRules, signal: AbortSignal | undefined): Promise<Listing> {
  const walk = await tree.walk(signal);
  const { files, skipped, complete } = walk;
  const library = await readLibrary(
    files.filter(({ path }) => ITEM.test(path)),
    signal,
  );
  const notes = library.notes.map((note) => noteItem(note, library, rules));
  const attachments = mapAttachments(files, library);
  const unread = [...library.unread, ...findUnreadFolders(files)];
  const others = files.filter(({ path }) => !ITEM.test(path) && !path.endsWith('/'));
  return {
    notes: [
      ...toRejectedNotes(walk),
      ...unread.map(([file, why]) => ({ ...file, rejection: why, read: () => Promise.resolve(why) })),
      ...notes,
    ],
    others: others.length + library.others.length,
    otherPaths: new Set([...others.map(({ path }) => path), ...library.others]),
    links: listFolderLinks(others),
    unread: countUnread(walk) + library.unread.length,
    skipped,
    complete: complete && signal?.aborted !== true,
    resolve: resolveIds(library, attachments),
    linksNotes: true,
  };
}

/** Returns the folders that could not be read. */
const findUnreadFolders = (files: readonly FileItem[]) =>
  files.flatMap((file) => (file.path.endsWith('/') && file.rejection ? [[file, file.rejection] as const] : []));

function noteItem(note: NoteEntry, library: Library, rules: NoteRules): NoteItem {
  const { file, id, notebookId, isEncrypted } = note;
  return {
    ...file,
    key: id,
    ownId: id.toLowerCase(),
    folder: notebookPath(library, notebookId),
    ...(isEncrypted && { rejection: createRejection('encrypted') }),
    read: () => readNote(file, library.tags.get(id) ?? [], rules),
  };
}

/** Returns the files of resources by resource id, with their original names. */
function mapAttachments(files: readonly FileItem[], { resources }: Library): ReadonlyMap<string, FileItem> {
  const found = new Map<string, FileItem>();
  for (const file of files) {
    const id = file.filename.replace(/\..*$/, '').toLowerCase();
    const resource = ITEM.test(file.path) ? undefined : resources.get(id);
    if (resource === undefined) continue;
    const { title, mimeType, sizeBytes, isEncrypted } = resource;
    found.set(id, {
      ...file,
      key: id,
      ownId: id,
      ...(title !== '' && { title }),
      filename: getFilename(title, file),
      ...(mimeType !== '' && { mimeType }),
      ...(sizeBytes !== undefined && { declaredBytes: sizeBytes }),
      ...(isEncrypted && { rejection: createRejection('encrypted') }),
    });
  }
  return found;
}

/** Returns the title of a resource as a file name, with the ending of its file when it has none. */
function getFilename(title: string, { filename }: FileItem): string {
  const named = toPathSegment(title);
  if (named === '') return filename;
  return extname(named) === '' ? named + extname(filename) : named;
}

function resolveIds({ notes, resources }: Library, attachments: ReadonlyMap<string, FileItem>): Resolve {
  const ids = new Set(notes.map(({ id }) => id));
  return (_, { path }: FileLink) => {
    const id = LINK.exec(path)?.[1]?.toLowerCase();
    if (id === undefined) return undefined;
    if (ids.has(id)) return { note: id };
    return attachments.get(id) ?? (resources.has(id) ? 'missing' : 'unknown_id');
  };
}
