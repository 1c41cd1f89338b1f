import type { Unattached } from '@notes/storage';

/** Why no note has an attachment, as reports say it. */
export const WHY_UNATTACHED = {
  uploaded: 'unattached_upload',
  detached: 'detached',
  purged: 'note_purged',
} as const satisfies Record<Unattached, string>;
