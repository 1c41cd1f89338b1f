import { call } from '../api/client.js';
import { inWords } from '../api/refusal.js';
import { attempt } from '../ui/use-action.js';
import { text } from './texts.js';

/** Keeps a stored file with a note, whatever the text says. False when that was refused, which is told. */
export const attach = (document_id: string, { id, filename }: { readonly id: string; readonly filename: string }) =>
  attempt(
    () => call('attachResource', { document_id, resource_id: id }),
    (error) => text.notAttached(filename, inWords(error)),
  );
