import { ApiError } from '../api/client.js';
import { noteOffline } from '../app/connection.js';
import { notify } from '../ui/notices.js';

/** Does what a button says; a refusal is told in the words of the service. */
export function attempt(action: () => Promise<unknown>): void {
  action().catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'offline') noteOffline();
    notify(`${error.message} (${error.code})`);
  });
}
