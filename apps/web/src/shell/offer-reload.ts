import { signal } from '@preact/signals';
import { ping } from '../kernel/connection.js';
import { text } from '../kernel/texts.js';
import { notify } from '../ui/notices.js';

let isOffered = false;
/** True while a screen that cannot be loaded offers to reload the page in its place. */
export const isScreenOutdated = signal(false);

/**
 * Offers to reload the page when a part of it cannot be loaded although the service answers: the service was updated
 * under the open page. A screen that cannot be loaded says so in its own place.
 */
export function offerReloadWhenOutdated(): void {
  addEventListener('vite:preloadError', () => {
    if (isOffered) return;
    isOffered = true;
    ping()
      .then(() => {
        if (isScreenOutdated.peek()) return;
        notify(text.pageOutdated, { label: text.reloadPage, run: () => location.reload() });
      })
      .catch(() => {})
      .finally(() => {
        isOffered = false;
      });
  });
}
