import { ApiError } from '../api/api-error.js';
import { call } from '../api/client.js';
import { makeLinkBuilder } from './link-text.js';
import { phraseQuery } from './phrase-query.js';
import type { Replacement } from './replace-ranges.js';

/** A link that names a note by its former title. */
export interface OutdatedLink extends Replacement {
  readonly line: number;
  /** The link as written. */
  readonly written: string;
}

/** Links of a note that name another note by its former title. */
export interface OutdatedNote {
  readonly documentId: string;
  readonly title: string;
  readonly revisionId: string;
  readonly links: readonly OutdatedLink[];
}

export interface OutdatedLinks {
  readonly notes: readonly OutdatedNote[];
  /** True when more notes contain the former title than were read. */
  readonly isCut: boolean;
}

/** Maximum number of notes read for links. */
const MAX_NOTES = 100;
/** Notes read at a time. */
const AT_ONCE = 8;
const NOTE_URI = /^document:/;

/** Finds the links that name a note by its former title: the service knows which missing titles it had. */
export async function findOutdatedLinks(
  documentId: string,
  formerTitle: string,
  title: string,
  signal: AbortSignal,
): Promise<OutdatedLinks> {
  const build = await makeLinkBuilder(documentId, title, signal);
  const input = { query: phraseQuery(formerTitle), exact: true, limit: MAX_NOTES };
  const { results, next_cursor } = await call('searchDocuments', input, signal);
  const notes: OutdatedNote[] = [];
  for (let start = 0; start < results.length; start += AT_ONCE) {
    const ids = results.slice(start, start + AT_ONCE).map(({ document_id }) => document_id);
    const read = await Promise.all(ids.map((id) => readOutdated(id, documentId, build, signal)));
    notes.push(...read.filter(({ links }) => links.length > 0));
  }
  return { notes, isCut: next_cursor !== null };
}

async function readOutdated(
  id: string,
  documentId: string,
  build: Awaited<ReturnType<typeof makeLinkBuilder>>,
  signal: AbortSignal,
): Promise<OutdatedNote> {
  const nothing = { documentId: id, title: '', revisionId: '', links: [] };
  try {
    const { outgoing } = await call('listDocumentLinks', { document_id: id, direction: 'outgoing' }, signal);
    const outdated = outgoing.filter(
      ({ status, hint, target }) =>
        status === 'unresolved' && hint?.document_id === documentId && !NOTE_URI.test(target),
    );
    if (outdated.length === 0) return nothing;
    const { title, body, editable, current_revision_id } = await call('getDocument', { document_id: id }, signal);
    if (!editable) return nothing;
    const bytes = new TextEncoder().encode(body);
    const links = outdated.flatMap(({ kind, line, start_byte: startByte, end_byte: endByte, anchor }) => {
      const written = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(startByte, endByte));
      const shown = /^!?\[\[[^\]|]*\|(?<alias>[^\]]*)\]\]$/.exec(written)?.groups?.alias;
      if (!/^!?\[\[/.test(written)) return [];
      const replace = `${kind === 'embed' ? '!' : ''}${build(anchor, shown)}`;
      return [{ line, startByte, endByte, written, replace }];
    });
    return { documentId: id, title, revisionId: current_revision_id, links };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return nothing;
    throw error;
  }
}
