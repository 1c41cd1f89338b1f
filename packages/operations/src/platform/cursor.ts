import { createHmac, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '@notes/contract';

const TAG_BYTES = 16;
const VERSION = 1;

/**
 * Encodes an opaque page cursor: a position and a MAC over the position and its binding (route, expression, order)
 * under the library's key. Decoding refuses a changed byte and any other route, expression or library.
 */
export function encodeCursor(key: Buffer, binding: readonly string[], position: unknown): string {
  const payload = Buffer.from(JSON.stringify(position), 'utf8');
  return Buffer.concat([mac(key, binding, payload), payload]).toString('base64url');
}

/** @throws ServiceError `cursor_invalid` */
export function decodeCursor<Position>(key: Buffer, binding: readonly string[], cursor: string): Position {
  const bytes = Buffer.from(cursor, 'base64url');
  const payload = bytes.subarray(TAG_BYTES);
  const exact = bytes.length > TAG_BYTES && bytes.toString('base64url') === cursor;
  if (!exact || !timingSafeEqual(bytes.subarray(0, TAG_BYTES), mac(key, binding, payload))) throw cursorInvalid();
  return JSON.parse(payload.toString('utf8')) as Position;
}

/** Returns the error of a cursor that belongs to another list or is damaged. */
export const cursorInvalid = (): ServiceError =>
  new ServiceError('cursor_invalid', 'The cursor belongs to another list or is damaged. Start again without a cursor');

function mac(key: Buffer, binding: readonly string[], payload: Buffer): Buffer {
  const context = JSON.stringify([VERSION, ...binding]);
  return createHmac('sha256', key).update(context).update('\n').update(payload).digest().subarray(0, TAG_BYTES);
}

/** Splits rows, fetched one beyond the page size, into the page and its next cursor. */
export function paginate<Row>(
  rows: Row[],
  limit: number,
  cursorAfter: (last: Row) => string,
): { page: Row[]; next: string | null } {
  if (rows.length <= limit) return { page: rows, next: null };
  const page = rows.slice(0, limit);
  return { page, next: cursorAfter(page[limit - 1] as Row) };
}
