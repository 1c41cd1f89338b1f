import type { Content } from '@notes/storage';
import type { Library } from '../context.js';
import { content } from '../documents/content.js';
import { sha256 } from '../sha256.js';
import type { SourceNote } from './item.js';
import { adaptTitle } from './names.js';

/** A note of a source as it is to be stored. */
export interface ParsedNote {
  readonly content: Content;
  /** Other files may link to it by this. */
  readonly fileName: string;
  readonly tags: readonly string[];
  /** Given by the source; undefined when `modifiedAt` stands in. */
  readonly created: number | undefined;
  readonly updated: number | undefined;
  readonly modifiedAt: number;
  /** Says whether the source changed; see {@link contentDigest}. */
  readonly digest: string;
  readonly warnings: readonly string[];
  /** The note it was exported from. */
  readonly documentId?: string;
}

/** Makes the note to be stored of one whose links are pointed. */
export async function parseNote(
  owner: Pick<Library, 'databaseId'>,
  note: SourceNote,
  now: number,
): Promise<ParsedNote> {
  const { fileName, tags, created, updated, text, documentId } = note;
  const title = adaptTitle(note.title);
  return {
    content: await content(owner, { title: title.name, body: text }),
    fileName,
    tags,
    created,
    updated,
    modifiedAt: note.modifiedAt ?? now,
    digest: contentDigest(title.name, text),
    ...(documentId !== undefined && { documentId }),
    warnings: [...note.warnings, ...title.changes.map((change) => `title: ${change}`)],
  };
}

/**
 * SHA-256 over title and text, in which attachments and other notes are named. Tags and times are not in it unless the
 * text says them: the same digest of the stored note tells whether it is still as it was imported.
 */
export function contentDigest(title: string, body: string): string {
  return sha256(`${title}\n${body}`);
}

/** The times of a note: what the source says, else the file's own, never created after updated for want of one. */
export function timesOf({ created, updated, modifiedAt }: Pick<ParsedNote, 'created' | 'updated' | 'modifiedAt'>) {
  return {
    createdAt: created ?? Math.min(modifiedAt, updated ?? modifiedAt),
    updatedAt: updated ?? Math.max(modifiedAt, created ?? modifiedAt),
  };
}
