import { isId, type Output } from '@notes/contract';
import { lineCount } from '@notes/markdown-blocks';
import type { Library } from '../platform/context.js';
import { getRest, MAX_NOTE_ROWS, toBoundedList } from './lists.js';
import { findMeantNotes, findNearNotes, isTitle } from './near-names.js';
import { MIN_LIST_BYTES, type ToolCall, type ToolCalls } from './run-tool.js';
import { findSection } from './sections.js';
import { type Piece, shorten, skipBytes, takePiece, wireRest } from './text.js';

type Note = Output<'getDocuments'>['documents'][number];

export const documentCalls = {
  get_document: async (call, { document_id, heading }) => {
    const note = await call.run('getDocument', { document_id });
    const section = heading === undefined ? undefined : await findSection(call, note, heading);
    return {
      ...pickHead(note),
      ...(section && { start: section.start, end: section.end }),
      ...cutBody(section?.text ?? note.body, call.maxTextBytes, section?.start),
      size_bytes: note.size_bytes,
      total_lines: lineCount(note.body),
    };
  },
  get_documents: async (call, { document_ids, include_body }) => {
    const { documents, missing } = await readNotes(call, document_ids, include_body);
    const { kept, left } = takeFitting(
      documents,
      Math.min(MAX_HEAD_BYTES, Math.max(MIN_LIST_BYTES, call.maxTextBytes)),
    );
    const notes = include_body ? addBodies(kept, call.maxTextBytes) : kept.map(withoutBody);
    return {
      documents: notes,
      errors: [
        ...missing.map((id, index) => describeMissing(call.context.library, id, index)),
        ...left.map(({ id }) => toFailure(id, NO_ROOM)),
      ],
      truncated: left.length > 0 || notes.some((note) => 'truncated' in note && note.truncated),
    };
  },
  get_note_line_range: async ({ run, maxTextBytes }, { document_id, start, end, offset }) => {
    const range = await run('getDocumentLines', { document_id, start, end });
    const rest = skipBytes(range.text, offset);
    const piece = takePiece(rest.text, maxTextBytes, { line: start, offset: rest.offset });
    return {
      document_id,
      current_revision_id: range.revision_id,
      start,
      end: lastLine(piece) ?? range.end,
      total_lines: range.total_lines,
      text: piece.text,
      ...wireRest(piece),
    };
  },
  get_document_outline: async ({ run }, { document_id, start }) => {
    const { current_revision_id, headings, total_lines, truncated } = await run('getDocumentOutline', { document_id });
    const list = toBoundedList('headings', headings.map(shortHeading), start, MAX_NOTE_ROWS);
    return { document_id, current_revision_id, ...list, total_lines, truncated: truncated || list.truncated };
  },
  get_document_blocks: async ({ run }, { document_id, start }) => {
    const { current_revision_id, blocks, truncated } = await run('getDocumentBlocks', { document_id });
    const list = toBoundedList('blocks', blocks, start, MAX_NOTE_ROWS);
    return { document_id, current_revision_id, ...list, truncated: truncated || list.truncated };
  },
  search_in_note: async ({ run, maxResults }, { limit = maxResults, start, ...search }) => {
    const { current_revision_id, matches, total } = await run('searchInDocument', search);
    return {
      document_id: search.document_id,
      current_revision_id,
      ...toBoundedList('matches', matches, start, limit),
      total,
      truncated: total > start + limit,
    };
  },
  list_document_links: async ({ context, run }, { document_id, direction, start }) => {
    const links = await run('listDocumentLinks', { document_id, direction });
    const { outgoing, incoming, current_revision_id, truncated } = links;
    const end = start + MAX_NOTE_ROWS;
    const toIncomingRow = (at: number) => Math.max(0, at - outgoing.length);
    const list = getRest(end, outgoing.length + incoming.length);
    const { library } = context;
    return {
      document_id,
      current_revision_id,
      ...(direction !== 'incoming' && { outgoing: suggestTargets(library, outgoing.slice(start, end)) }),
      ...(direction !== 'outgoing' && {
        incoming: incoming.slice(toIncomingRow(start), toIncomingRow(end)).map(incomingLink),
      }),
      ...list,
      truncated: truncated || list.truncated,
    };
  },
  list_document_resources: async ({ run }, { document_id }) => {
    const { resources } = await run('listDocumentResources', { document_id });
    return {
      document_id,
      ...toBoundedList(
        'resources',
        resources.map(({ created_at: _, ...resource }) => resource),
      ),
    };
  },
} satisfies Partial<ToolCalls>;

/** Shortens the text of a heading. An anchor that is too long is omitted: shortened, it would be broken. */
function shortHeading({ anchor, text, ...heading }: Output<'getDocumentOutline'>['headings'][number]) {
  return { ...heading, text: shorten(text), anchor: shorten(anchor) === anchor ? anchor : null };
}

/**
 * Returns a note without its text and text sizes. It has no address, since searches return it and every tool takes the id,
 * `editable` only when it is false, and `tags` only when it has any.
 */
function pickHead({ id, notebook_id, title, current_revision_id, editable, tags, created_at, updated_at }: Note) {
  return {
    ...{ id, notebook_id, title, current_revision_id },
    ...(!editable && { editable }),
    ...(tags.length > 0 && { tags }),
    ...{ created_at, updated_at },
  };
}

const NOT_FOUND = { code: 'not_found', message: 'There is no note with this id outside Trash' };
const SHARED_TITLE = { code: 'not_found', message: 'Several notes have this title' };
const NO_ROOM = { code: 'body_too_large', message: 'The response is full. Read this note in a separate call' };
const toFailure = (document_id: string, error: typeof NOT_FOUND) => ({ document_id, error });

/** Names of one response for which near titles are looked up. */
const MAX_SUGGESTED = 20;

/** Describes a note that was not found: a name with the notes that it may mean, for the first names of a call. */
function describeMissing(library: Library, name: string, index: number) {
  if (!isTitle(name) || index >= MAX_SUGGESTED) return toFailure(name, NOT_FOUND);
  const { rows, isShared } = findMeantNotes(library, name);
  return {
    ...toFailure(name, isShared ? SHARED_TITLE : NOT_FOUND),
    ...(rows.length > 0 && { did_you_mean: rows }),
  };
}

/** Maximum bytes of notes without their bodies in a response: a note may have any number of tags. */
const MAX_HEAD_BYTES = 250_000;

/** Splits notes into the first ones whose heads fit, and the others. */
function takeFitting(notes: readonly Note[], maxBytes: number): { kept: Note[]; left: Note[] } {
  let room = maxBytes;
  const kept = notes.filter((note) => {
    room -= Buffer.byteLength(JSON.stringify(pickHead(note)));
    return room >= 0;
  });
  return { kept, left: notes.slice(kept.length) };
}

const withoutBody = (note: Note) => ({ ...pickHead(note), size_bytes: note.size_bytes });

function cutBody(body: string, maxBytes: number, line = 1) {
  const piece = takePiece(body, maxBytes, { line, offset: 0 });
  return { body: piece.text, ...wireRest(piece) };
}

/** Returns notes whose bodies share a budget, spent in order. A note after the end of the budget has an empty body. */
function addBodies(notes: readonly Note[], maxTextBytes: number) {
  let left = maxTextBytes;
  return notes.map((note) => {
    const cut = note.body === undefined ? UNREAD : cutBody(note.body, left);
    left -= Buffer.byteLength(cut.body);
    const lines = note.body === undefined ? {} : { total_lines: lineCount(note.body) };
    return { ...pickHead(note), ...cut, size_bytes: note.size_bytes, ...lines };
  });
}

const UNREAD = { body: '', truncated: true, next_line: 1 };

/** Reads existing notes. An invalid id cannot be read and does not affect the others. */
async function readNotes({ run, maxTextBytes }: ToolCall, ids: readonly string[], withText: boolean) {
  const known = ids.filter((id) => isId('document', id));
  const malformed = ids.filter((id) => !isId('document', id));
  if (known.length === 0) return { documents: [], missing: malformed };
  const read = await run('getDocuments', { document_ids: known, max_text_bytes: withText ? maxTextBytes : 0 });
  const missing = new Set([...read.missing, ...malformed]);
  return { documents: read.documents, missing: ids.filter((id) => missing.has(id)) };
}

/** Returns the last line that a cut piece contains at least in part. */
function lastLine({ rest }: Piece): number | undefined {
  if (rest === undefined) return undefined;
  return rest.offset > 0 ? rest.line : rest.line - 1;
}

/** Formats an outgoing link, with its target as written unless that is the address in `canonical_target`. */
function outgoingLink({
  line,
  column,
  start_byte,
  end_byte,
  status,
  target,
  anchor,
  canonical_target,
  target_title,
  text,
}: Output<'listDocumentLinks'>['outgoing'][number]) {
  const isAddress = status === 'resolved' && target !== '' && canonical_target?.startsWith(target) === true;
  const written = { target: shorten(target), ...(anchor !== null && { anchor: shorten(anchor) }) };
  return {
    ...{ line, column, start_byte, end_byte, status },
    ...(canonical_target && { canonical_target }),
    ...(target_title !== null && { target_title }),
    ...(!isAddress && written),
    text,
  };
}

/** Formats outgoing links, those that lead to no note with the titles that they may mean. */
function suggestTargets(library: Library, links: Output<'listDocumentLinks'>['outgoing']) {
  let left = MAX_SUGGESTED;
  return links.map((link) => {
    if (link.status !== 'unresolved' || link.target === '' || left-- <= 0) return outgoingLink(link);
    const near = [
      ...(link.hint ? [link.hint.title] : []),
      ...findNearNotes(library, link.target).map(({ name }) => name),
    ];
    return { ...outgoingLink(link), ...(near.length > 0 && { did_you_mean: [...new Set(near)] }) };
  });
}

function incomingLink({
  document_id,
  title,
  current_revision_id,
  line,
  context,
}: Output<'listDocumentLinks'>['incoming'][number]) {
  return { document_id, title, current_revision_id, line, context };
}
