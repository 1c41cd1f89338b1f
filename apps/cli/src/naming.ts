import { RESOURCE_URI, ServiceError } from '@notes/contract';
import { AmbiguousNote } from './failures.js';
import type { Call } from './presentation.js';

/**
 * The id of the one note a person means.
 *
 * @throws ServiceError `not_found`; AmbiguousNote when several have the title
 */
export function oneNote(call: Call, name: unknown): string {
  const text = String(name);
  const found = call.findNotes(text);
  const [first] = found;
  if (first === undefined) throw new ServiceError('not_found', `there is no note ${JSON.stringify(text)}`);
  if (found.length === 1) return first.id;
  throw new AmbiguousNote(`${found.length} notes are called ${JSON.stringify(text)}; name one by its id`, found);
}

/** The id of the attachment a person names by its id or its address. */
export function resourceId(name: unknown): string {
  const text = String(name);
  return text.startsWith(RESOURCE_URI) ? text.slice(RESOURCE_URI.length) : text;
}
