import type { Output } from '@notes/contract';
import { findAnchor } from '@notes/markdown-blocks';
import { ApiError } from '../api/api-error.js';
import { call } from '../api/client.js';
import { makeLinkBuilder } from './link-text.js';
import { phraseQuery } from './phrase-query.js';
import type { Replacement } from './replace-ranges.js';

/** A link that names a note by its former title, or a heading by its former text. */
export interface OutdatedLink extends Replacement {
  readonly line: number;
  /** The link as written. */
  readonly written: string;
}

/** Outdated links of a note. */
export interface OutdatedNote {
  readonly documentId: string;
  readonly title: string;
  readonly revisionId: string;
  readonly links: readonly OutdatedLink[];
}

export interface OutdatedLinks {
  readonly notes: readonly OutdatedNote[];
  /** True when more notes may have such links than were read. */
  readonly isCut: boolean;
}

/** A heading of a note. */
export type Heading = Output<'getDocumentOutline'>['headings'][number];

type Link = Output<'listDocumentLinks'>['outgoing'][number];

/** Returns the new text of a link; undefined when the link stays. */
type Rewrite = (link: Link, written: string) => string | undefined;

/** Maximum number of notes read for links. */
const MAX_NOTES = 100;
/** Notes read at a time. */
const AT_ONCE = 8;
const NOTE_URI = /^document:/;
/** Characters that an anchor in a wikilink cannot contain. */
const SPECIAL = /[[\]|#^]/;

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
  const isOutdated = ({ status, hint, target }: Link) =>
    status === 'unresolved' && hint?.document_id === documentId && !NOTE_URI.test(target);
  const rewrite: Rewrite = ({ kind, anchor }, written) => {
    const shown = /^!?\[\[[^\]|]*\|(?<alias>[^\]]*)\]\]$/.exec(written)?.groups?.alias;
    return /^!?\[\[/.test(written) ? `${kind === 'embed' ? '!' : ''}${build(anchor, shown)}` : undefined;
  };
  const ids = results.map(({ document_id }) => document_id);
  return { notes: await readNotes(ids, isOutdated, rewrite, signal), isCut: next_cursor !== null };
}

/** Finds the links to a heading of a note that name it by its former text, also in the note itself. */
export async function findLinksToHeading(
  documentId: string,
  former: Heading,
  heading: Heading,
  signal: AbortSignal,
): Promise<OutdatedLinks> {
  const { incoming, truncated } = await call('listDocumentLinks', { document_id: documentId }, signal);
  const ids = [...new Set([documentId, ...incoming.map(({ document_id }) => document_id)])];
  const formerAnchors = new Map([[former.anchor, former.block_id]]);
  const isOutdated = ({ status, anchor, canonical_target }: Link) =>
    status === 'stale_anchor' &&
    anchor !== null &&
    canonical_target?.endsWith(`/${documentId}`) === true &&
    findAnchor(formerAnchors, anchor) !== undefined;
  const rewrite: Rewrite = ({ anchor }, written) => {
    const isWikilink = /^!?\[\[/.test(written);
    const mark = `#${anchor}`;
    const start = isWikilink ? written.indexOf(mark) : written.lastIndexOf(mark);
    if (start === -1) return undefined;
    const name = isWikilink && !SPECIAL.test(heading.text) ? heading.text : heading.anchor;
    return `${written.slice(0, start)}#${name}${written.slice(start + mark.length)}`;
  };
  const notes = await readNotes(ids.slice(0, MAX_NOTES), isOutdated, rewrite, signal);
  return { notes, isCut: truncated || ids.length > MAX_NOTES };
}

async function readNotes(
  ids: readonly string[],
  isOutdated: (link: Link) => boolean,
  rewrite: Rewrite,
  signal: AbortSignal,
): Promise<OutdatedNote[]> {
  const notes: OutdatedNote[] = [];
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE);
    const read = await Promise.all(some.map((id) => readOutdated(id, isOutdated, rewrite, signal)));
    notes.push(...read.filter(({ links }) => links.length > 0));
  }
  return notes;
}

async function readOutdated(
  id: string,
  isOutdated: (link: Link) => boolean,
  rewrite: Rewrite,
  signal: AbortSignal,
): Promise<OutdatedNote> {
  const nothing = { documentId: id, title: '', revisionId: '', links: [] };
  try {
    const { outgoing } = await call('listDocumentLinks', { document_id: id, direction: 'outgoing' }, signal);
    const outdated = outgoing.filter(isOutdated);
    if (outdated.length === 0) return nothing;
    const { title, body, editable, current_revision_id } = await call('getDocument', { document_id: id }, signal);
    if (!editable) return nothing;
    const bytes = new TextEncoder().encode(body);
    const links = outdated.flatMap((link) => {
      const { line, start_byte: startByte, end_byte: endByte } = link;
      const written = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(startByte, endByte));
      const replace = rewrite(link, written);
      return replace === undefined ? [] : [{ line, startByte, endByte, written, replace }];
    });
    return { documentId: id, title, revisionId: current_revision_id, links };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return nothing;
    throw error;
  }
}
