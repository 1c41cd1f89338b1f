import { call } from '../api/client.js';
import { asRefusal, inWords } from '../api/refusal.js';
import { noteChange } from '../app/connection.js';
import { notify } from '../ui/notices.js';
import { text } from './texts.js';

/** Keeps a stored file with a note, whatever the text says. False when that was refused, which is told. */
export async function attach(document_id: string, file: { readonly id: string; readonly filename: string }) {
  try {
    await call('attachResource', { document_id, resource_id: file.id });
    noteChange();
    return true;
  } catch (error) {
    notify(text.notAttached(file.filename, inWords(asRefusal(error))));
    return false;
  }
}
