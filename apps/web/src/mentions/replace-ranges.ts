import { ApiError } from '../api/api-error.js';
import { call } from '../api/client.js';
import { text } from './texts.js';

/** Replacement of a range of a text, in UTF-8 bytes. */
export interface Replacement {
  readonly startByte: number;
  readonly endByte: number;
  readonly replace: string;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Replaces disjoint ranges of a text, given in UTF-8 bytes. */
export function replaceBytes(body: string, replacements: readonly Replacement[]): string {
  const bytes = encoder.encode(body);
  let result = '';
  let end = 0;
  for (const { startByte, endByte, replace } of replacements.toSorted((a, b) => a.startByte - b.startByte)) {
    result += decoder.decode(bytes.subarray(end, startByte)) + replace;
    end = endByte;
  }
  return result + decoder.decode(bytes.subarray(end));
}

/**
 * Replaces ranges of a note, if the note still has the revision that the ranges refer to.
 *
 * @throws ApiError `revision_conflict` when the note changed
 */
export async function replaceInNote(
  document_id: string,
  revisionId: string,
  replacements: readonly Replacement[],
): Promise<void> {
  const { title, body, current_revision_id } = await call('getDocument', { document_id });
  if (current_revision_id !== revisionId) throw new ApiError('revision_conflict', text.changedMeanwhile(title));
  await call('replaceDocument', {
    document_id,
    title,
    body: replaceBytes(body, replacements),
    base_revision_id: revisionId,
  });
}
