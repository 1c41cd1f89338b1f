import { call } from '../api/client.js';
import { type Data, useData } from '../app/use-data.js';
import type { Revision } from './sittings.js';

/** As many as are listed; older ones are reached from the terminal. */
export const MOST_REVISIONS = 200;

/** The latest revisions of a note, newest first. */
export const useRevisions = (document_id: string): Data<readonly Revision[]> =>
  useData(`revisions:${document_id}`, async (signal) => {
    const page = await call('listRevisions', { document_id, limit: MOST_REVISIONS }, signal);
    return page.revisions;
  });
