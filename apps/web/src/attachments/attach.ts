import { formatError } from '../api/api-error.js';
import { call } from '../api/client.js';
import { attempt } from '../ui/use-action.js';
import { text } from './texts.js';

/**
 * Attaches a stored file to a note, whatever its text contains. Returns false when the service refused, which is
 * reported.
 */
export const attach = (document_id: string, { id, filename }: { readonly id: string; readonly filename: string }) =>
  attempt(
    () => call('attachResource', { document_id, resource_id: id }),
    (error) => text.attachFailed(filename, formatError(error)),
  );
