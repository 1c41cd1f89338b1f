import { asRefusal, inWords } from '../api/refusal.js';
import { notify } from '../ui/notices.js';

/** Does what a button says; a refusal is told in the words of the service. */
export function attempt(action: () => Promise<unknown>): void {
  action().catch((error: unknown) => {
    notify(inWords(asRefusal(error)));
  });
}
