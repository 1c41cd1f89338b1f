import { DOCUMENT_URI, RESOURCE_URI } from '@notes/markdown-blocks';
import { z } from 'zod';
import { answeredAs, cursor as anyCursor, baseRevisionId, type IdKind, isId } from '../schemas/primitives.js';

/** An identifier; one that is not well formed names nothing. */
const reference = (kind: IdKind) =>
  z.string().refine((value) => isId(kind, value), {
    message: `there is no such ${names[kind] ?? kind}`,
    params: answeredAs('not_found'),
  });

const names: Partial<Record<IdKind, string>> = { document: 'note', resource: 'attachment' };
/** The id in an address, which may name a place within what it names. */
const withoutUri = (prefix: string) => (value: string) =>
  value.startsWith(prefix) ? value.slice(prefix.length).replace(/#.*/s, '') : value;

export const documentId = z.string().transform(withoutUri(DOCUMENT_URI)).pipe(reference('document'));
export const resourceId = z.string().transform(withoutUri(RESOURCE_URI)).pipe(reference('resource'));
/** Where one that names nothing is told of beside the others: as it was given, so it is not long. */
export const anyDocumentId = z.string().max(200).transform(withoutUri(DOCUMENT_URI));
export const notebookId = reference('notebook');
export const jobId = reference('job');

export const document_id = documentId.describe('Note ID or document:// URI.');
export const base_revision_id = baseRevisionId.describe('current_revision_id as you last read it.');
export const optionalBase = baseRevisionId.optional().describe('Refuse if the note has changed since.');
export const limit = z.int().min(1).max(50).optional().describe('Page size.');
export const cursor = z
  .string()
  .refine((value) => anyCursor.safeParse(value).success, {
    message: 'no list gave this; start again without it',
    params: answeredAs('cursor_invalid'),
  })
  .optional()
  .describe('next_cursor of the page before.');

/** Fields of results. */
export const text = z.string();
export const count = z.int();
export const flag = z.boolean();
export const nullableText = z.string().nullable();
export const rows = z.array(z.looseObject({}));
export const texts = z.array(z.string());
export const record = z.looseObject({});

/** A list that is given whole, up to a bound. */
export const whole = { total: count, truncated: flag };
export const paged = { next_cursor: text.optional(), truncated: flag.optional() };
/** One note as a write answers it. */
export const written = { id: text, uri: text, current_revision_id: text };
