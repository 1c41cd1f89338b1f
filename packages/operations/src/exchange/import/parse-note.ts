import type { SourceNote } from '@notes/note-formats';
import type { Content } from '@notes/storage';
import { buildContent } from '../../notes/documents/content.js';
import type { Library } from '../../platform/context.js';
import { sha256 } from '../../platform/sha256.js';
import { adaptTitle } from './names.js';

/** A note of a source, ready to be stored. */
export interface ParsedNote {
  readonly content: Content;
  /** File name by which other notes may link to the note. */
  readonly fileName: string;
  readonly tags: readonly string[];
  /** Time given by the source; undefined when `modifiedAt` replaces it. */
  readonly created: number | undefined;
  readonly updated: number | undefined;
  readonly modifiedAt: number;
  /** Digest that shows whether the source changed; see {@link contentDigest}. */
  readonly digest: string;
  /** Digest of the title and text that earlier versions made of the same source, when it differs. */
  readonly formerDigest?: string;
  readonly warnings: readonly string[];
  /** Id of the note from which the file was exported. */
  readonly documentId?: string;
}

/** Prepares a note with resolved links for storage. */
export async function parseNote(
  owner: Pick<Library, 'databaseId'>,
  note: SourceNote,
  now: number,
): Promise<ParsedNote> {
  const { fileName, tags, created, updated, text, documentId } = note;
  const title = adaptTitle(note.title);
  return {
    content: await buildContent(owner, { title: title.name, body: text }),
    fileName,
    tags,
    created,
    updated,
    modifiedAt: note.modifiedAt ?? now,
    digest: contentDigest(title.name, text),
    ...computeFormerDigest(note),
    ...(documentId !== undefined && { documentId }),
    warnings: [...note.warnings, ...title.changes.map((change) => `title: ${change}`)],
  };
}

function computeFormerDigest({
  title,
  text,
  formerTitle,
  formerFrontMatter,
}: SourceNote): Pick<ParsedNote, 'formerDigest'> {
  if (formerTitle === undefined && formerFrontMatter === undefined) return {};
  const { before, now } = formerFrontMatter ?? { before: '', now: '' };
  return { formerDigest: contentDigest(adaptTitle(formerTitle ?? title).name, before + text.slice(now.length)) };
}

/**
 * Returns the SHA-256 digest of title and text, including the addresses of attachments and notes. Tags and times count
 * only when the text contains them, so the digest of the stored note shows whether it is still as imported.
 */
export function contentDigest(title: string, body: string): string {
  return sha256(`${title}\n${body}`);
}

/**
 * Returns the times of a note: those of the source, else the modification time, adjusted so that creation is not after
 * the update.
 */
export function resolveTimes({ created, updated, modifiedAt }: Pick<ParsedNote, 'created' | 'updated' | 'modifiedAt'>) {
  return {
    createdAt: created ?? Math.min(modifiedAt, updated ?? modifiedAt),
    updatedAt: updated ?? Math.max(modifiedAt, created ?? modifiedAt),
  };
}
