import { DOCUMENT_URI, RESOURCE_URI } from '@notes/markdown-blocks';
import { z } from 'zod';
import { defer } from '../defer.js';
import { cursor as anyCursor, type IdKind, isId, withErrorCode } from '../schemas/primitives.js';

/** Objects as an error names them. Calls may also name a note by its title and a notebook by its path. */
const NAMES: Partial<Record<IdKind, string>> = {
  document: 'note with this id or title',
  notebook: 'notebook with this id or path',
  resource: 'attachment with this id',
};

/** Extracts the id from an address, which may include an anchor. */
const withoutUri = (prefix: string) => (value: string) =>
  value.startsWith(prefix) ? value.slice(prefix.length).replace(/#.*/s, '') : value;

/** An identifier. A malformed identifier refers to nothing. */
const idReference = (kind: IdKind) =>
  z.string().refine((value) => isId(kind, value), {
    message: `there is no ${NAMES[kind] ?? `${kind} with this id`}`,
    params: withErrorCode('not_found'),
  });

/** An identifier that a model gives: for notes and attachments also their address, which other tools return. */
export function reference(kind: IdKind): z.ZodType<string, string> {
  if (kind === 'document') return z.string().transform(withoutUri(DOCUMENT_URI)).pipe(idReference(kind));
  if (kind === 'resource') return z.string().transform(withoutUri(RESOURCE_URI)).pipe(idReference(kind));
  return idReference(kind);
}

/**
 * Id of a note in calls that report missing notes beside the others. The id is reported as given, so its length is
 * limited.
 */
export const anyDocumentId = defer(() => z.string().max(200).transform(withoutUri(DOCUMENT_URI)));

/**
 * Page size. Without it, a page has `mcp.max_results` rows. The instructions of the server explain the sizes, cursors and
 * starts of pages and the forms of identifiers once, so that no schema has to.
 */
export const limit = defer(() => z.int().min(1).max(50).optional());
/**
 * Row at which a list starts: `next_start` of the previous response. Agents get long lists in parts; the other
 * interfaces get them whole.
 */
export const start = defer(() => z.int().min(0).default(0));
export const cursor = defer(() =>
  z
    .string()
    .refine((value) => anyCursor.safeParse(value).success, {
      message: 'not a valid cursor. Start again without it',
      params: withErrorCode('cursor_invalid'),
    })
    .optional(),
);
