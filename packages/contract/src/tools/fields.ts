import { DOCUMENT_URI, RESOURCE_URI } from '@notes/markdown-blocks';
import { z } from 'zod';
import { cursor as anyCursor, baseRevisionId, type IdKind, isId, withErrorCode } from '../schemas/primitives.js';

/** An identifier. A malformed identifier refers to nothing. */
const referenceSchema = (kind: IdKind) =>
  z.string().refine((value) => isId(kind, value), {
    message: `there is no ${names[kind] ?? kind} with this id`,
    params: withErrorCode('not_found'),
  });

const names: Partial<Record<IdKind, string>> = { document: 'note', resource: 'attachment' };
/** Extracts the id from an address, which may include an anchor. */
const withoutUri = (prefix: string) => (value: string) =>
  value.startsWith(prefix) ? value.slice(prefix.length).replace(/#.*/s, '') : value;

export const documentId = z.string().transform(withoutUri(DOCUMENT_URI)).pipe(referenceSchema('document'));
export const resourceId = z.string().transform(withoutUri(RESOURCE_URI)).pipe(referenceSchema('resource'));
/**
 * Id of a note in calls that report missing notes beside the others. The id is reported as given, so its length is
 * limited.
 */
export const anyDocumentId = z.string().max(200).transform(withoutUri(DOCUMENT_URI));
export const notebookId = referenceSchema('notebook');
export const jobId = referenceSchema('job');

export const document_id = documentId.describe('Note ID or document:// URI.');
export const base_revision_id = baseRevisionId.describe('current_revision_id as you last read it.');
export const optionalBaseRevisionId = baseRevisionId.optional().describe('Refuse if the note has changed since.');
export const limit = z.int().min(1).max(50).optional().describe('Page size.');
/**
 * Row at which a list starts: `next_start` of the previous response. The name tells models enough without a
 * description.
 */
export const start = z.int().min(0).default(0);
export const cursor = z
  .string()
  .refine((value) => anyCursor.safeParse(value).success, {
    message: 'not a valid cursor. Start again without it',
    params: withErrorCode('cursor_invalid'),
  })
  .optional()
  .describe('next_cursor of the previous page.');

/** Fields of results. */
export const text = z.string();
export const count = z.int();
export const flag = z.boolean();
export const nullableText = z.string().nullable();
export const rows = z.array(z.looseObject({}));
export const texts = z.array(z.string());
export const record = z.looseObject({});

/**
 * Fields of a list without pages: as many rows as one response holds. A cut list also has `next_start`, omitted here to
 * save tokens.
 */
export const fullListFields = { total: count, truncated: flag };
export const pageFields = { next_cursor: text.optional(), truncated: flag.optional() };
/** Fields of a note in the response of a write. */
export const writtenNoteFields = { id: text, uri: text, current_revision_id: text };
