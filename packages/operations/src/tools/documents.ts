import { isId, type Output } from '@notes/contract';
import { lineCount } from '@notes/markdown-blocks';
import type { ToolCall, ToolCalls } from './call.js';
import { MAX_PLACES, whole } from './lists.js';
import { type Piece, pieceOf, short, textFrom, wireRest } from './text.js';

type Note = Output<'getDocuments'>['documents'][number];

const START = { line: 1, offset: 0 };

export const documentCalls = {
  get_document: async ({ run, maxTextBytes }, { document_id }) => {
    const note = await run('getDocument', { document_id });
    return {
      ...head(note),
      ...cutBody(note.body, maxTextBytes),
      size_bytes: note.size_bytes,
      total_lines: lineCount(note.body),
    };
  },
  get_documents: async (call, { document_ids, include_body }) => {
    const { documents, missing } = await readNotes(call, document_ids, include_body);
    const { kept, left } = upToMost(documents);
    const notes = include_body ? withBodies(kept, call.maxTextBytes) : kept.map(withoutBody);
    return {
      documents: notes,
      errors: [...missing.map((id) => failed(id, NOT_FOUND)), ...left.map(({ id }) => failed(id, NO_ROOM))],
      truncated: left.length > 0 || notes.some((note) => 'truncated' in note && note.truncated),
    };
  },
  get_note_line_range: async ({ run, maxTextBytes }, { document_id, start, end, offset }) => {
    const range = await run('getDocumentLines', { document_id, start, end });
    const rest = textFrom(range.text, offset);
    const piece = pieceOf(rest.text, maxTextBytes, { line: start, offset: rest.offset });
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
  get_document_outline: async ({ run }, { document_id }) => {
    const { current_revision_id, headings, total_lines, truncated } = await run('getDocumentOutline', { document_id });
    return {
      document_id,
      current_revision_id,
      headings: headings.slice(0, MAX_PLACES).map((heading) => ({ ...heading, text: short(heading.text) })),
      total_lines,
      truncated: truncated || headings.length > MAX_PLACES,
    };
  },
  get_document_blocks: async ({ run }, { document_id }) => {
    const { current_revision_id, blocks, truncated } = await run('getDocumentBlocks', { document_id });
    const list = whole('blocks', blocks, MAX_PLACES);
    return { document_id, current_revision_id, ...list, truncated: truncated || list.truncated };
  },
  search_in_note: async ({ run, maxResults }, { limit = maxResults, ...search }) => {
    const { current_revision_id, matches, total } = await run('searchInDocument', search);
    return {
      document_id: search.document_id,
      current_revision_id,
      matches: matches.slice(0, limit),
      total,
      truncated: total > limit,
    };
  },
  list_document_links: async ({ run }, { document_id, direction }) => {
    const { outgoing, incoming, truncated } = await run('listDocumentLinks', { document_id, direction });
    const total = outgoing.length + incoming.length;
    const incomingRoom = Math.max(MAX_PLACES / 2, MAX_PLACES - outgoing.length);
    const shown = incoming.slice(0, incomingRoom);
    return {
      document_id,
      ...(direction !== 'incoming' && { outgoing: outgoing.slice(0, MAX_PLACES - shown.length).map(outgoingLink) }),
      ...(direction !== 'outgoing' && { incoming: shown.map(incomingLink) }),
      total,
      truncated: truncated || total > MAX_PLACES,
    };
  },
  list_document_resources: async ({ run }, { document_id }) => {
    const { resources } = await run('listDocumentResources', { document_id });
    return {
      document_id,
      ...whole(
        'resources',
        resources.map(({ created_at: _, ...resource }) => resource),
      ),
    };
  },
} satisfies Partial<ToolCalls>;

/** A note without its text and what says how much there is of it. */
function head({ id, uri, notebook_id, title, current_revision_id, editable, tags, created_at, updated_at }: Note) {
  return { id, uri, notebook_id, title, current_revision_id, editable, tags, created_at, updated_at };
}

const NOT_FOUND = { code: 'not_found', message: 'there is no such note' };
const NO_ROOM = { code: 'body_too_large', message: 'the answer is full: ask for this note by itself' };
const failed = (document_id: string, error: typeof NOT_FOUND) => ({ document_id, error });

/** Characters that notes may take in an answer without their bodies: tags have no end. */
const MAX_HEADS = 250_000;

/** The first notes whose heads there is room for, and the others. */
function upToMost(notes: readonly Note[]): { kept: Note[]; left: Note[] } {
  let room = MAX_HEADS;
  const kept = notes.filter((note) => {
    room -= JSON.stringify(head(note)).length;
    return room >= 0;
  });
  return { kept, left: notes.slice(kept.length) };
}

const withoutBody = (note: Note) => ({ ...head(note), size_bytes: note.size_bytes });

function cutBody(body: string, maxBytes: number) {
  const piece = pieceOf(body, maxBytes, START);
  return { body: piece.text, ...wireRest(piece) };
}

/** Notes whose bodies share a budget, spent in order; a note the budget ends before has none of its body. */
function withBodies(notes: readonly Note[], maxTextBytes: number) {
  let left = maxTextBytes;
  return notes.map((note) => {
    const cut = note.body === undefined ? UNREAD : cutBody(note.body, left);
    left -= Buffer.byteLength(cut.body);
    const lines = note.body === undefined ? {} : { total_lines: lineCount(note.body) };
    return { ...head(note), ...cut, size_bytes: note.size_bytes, ...lines };
  });
}

const UNREAD = { body: '', truncated: true, next_line: 1 };

/** Reads the notes there are; an id that is none cannot be read, and fails nobody else. */
async function readNotes({ run, maxTextBytes }: ToolCall, ids: readonly string[], withText: boolean) {
  const known = ids.filter((id) => isId('document', id));
  const malformed = ids.filter((id) => !isId('document', id));
  if (known.length === 0) return { documents: [], missing: malformed };
  const read = await run('getDocuments', { document_ids: known, max_text_bytes: withText ? maxTextBytes : 0 });
  const missing = new Set([...read.missing, ...malformed]);
  return { documents: read.documents, missing: ids.filter((id) => missing.has(id)) };
}

/** The last line a cut piece has something of. */
function lastLine({ rest }: Piece): number | undefined {
  if (rest === undefined) return undefined;
  return rest.offset > 0 ? rest.line : rest.line - 1;
}

function outgoingLink({
  line,
  column,
  start_byte,
  end_byte,
  status,
  canonical_target,
  target_title,
  text,
}: Output<'listDocumentLinks'>['outgoing'][number]) {
  const target = { ...(canonical_target && { canonical_target }), ...(target_title !== null && { target_title }) };
  return { line, column, start_byte, end_byte, status, ...target, text };
}

function incomingLink({ document_id, title, line, context }: Output<'listDocumentLinks'>['incoming'][number]) {
  return { document_id, title, line, context };
}
