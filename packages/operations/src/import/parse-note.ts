import { basename } from 'node:path';
import type { Content } from '@notes/storage';
import type { Library } from '../context.js';
import { content } from '../documents/content.js';
import { sha256 } from '../sha256.js';
import { readFrontMatter } from './front-matter.js';
import { adaptTitle } from './names.js';
import type { FileText } from './read-file.js';

/** A file as the note it becomes. */
export interface ParsedNote {
  readonly content: Content;
  /** Other files may link to it by this. */
  readonly fileName: string;
  readonly tags: readonly string[];
  /** Given by the front matter; undefined when the file system's time stands in. */
  readonly created: number | undefined;
  readonly updated: number | undefined;
  readonly modifiedAt: number;
  /** Says whether the source changed; see {@link contentDigest}. */
  readonly digest: string;
  readonly warnings: readonly string[];
}

const EXTENSION = /(?<=.)\.(?:md|markdown)$/i;

/** A file with the body of its note: its text, links to attachments pointing at those. */
export type FileNote = FileText & { readonly body: string };

/** Turns a file into its note. */
export async function parseNote(
  owner: Pick<Library, 'databaseId'>,
  path: string,
  file: FileNote,
  now: number,
): Promise<ParsedNote> {
  const metadata = readFrontMatter(file.text);
  const fileName = basename(path);
  const title = adaptTitle(metadata.title ?? fileName.replace(EXTENSION, ''));
  return {
    content: await content(owner, { title: title.name, body: file.body }),
    fileName,
    tags: metadata.tags,
    created: metadata.created,
    updated: metadata.updated,
    modifiedAt: file.modifiedAt ?? now,
    digest: contentDigest(title.name, file.body),
    warnings: [...metadata.warnings, ...title.changes.map((change) => `title: ${change}`)],
  };
}

/**
 * SHA-256 over title and text. Tags and times come from the text, and attachments are named in it, so this covers all
 * that an import takes from a file but its time stamp, which copying and checking out change. The same digest of the stored note tells whether it is
 * still as it was imported.
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
