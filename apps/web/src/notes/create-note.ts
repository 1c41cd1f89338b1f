import { call } from '../api/client.js';
import { noteChange } from '../app/connection.js';
import { go } from '../app/router.js';
import { attempt } from '../tools/attempt.js';

/** Makes a note of a title and opens it. */
export const createNote = (title: string): void =>
  attempt(async () => {
    const { id } = await call('createDocument', { title });
    noteChange();
    go(['n', id]);
  });
