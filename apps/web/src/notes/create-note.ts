import { call } from '../api/client.js';
import { go } from '../kernel/router.js';
import { attempt } from '../ui/use-action.js';

/** Creates a note with a title and opens it. */
export const createNote = (title: string) =>
  attempt(async () => {
    const { id } = await call('createDocument', { title });
    go(['n', id]);
  });
