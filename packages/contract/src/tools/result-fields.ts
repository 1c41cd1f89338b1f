import { z } from 'zod';

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
export const writtenNoteFields = { id: text, current_revision_id: text };
