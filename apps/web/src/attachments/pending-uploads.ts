import { signal } from '@preact/signals';

/** Number of files that were added and are neither stored nor dismissed. Their bytes are only in this page. */
export const pendingUploadCount = signal(0);
