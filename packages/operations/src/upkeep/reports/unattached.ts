import type { Unattached } from '@notes/storage';

/** Reasons why no note uses an attachment, as reports name them. */
export const WHY_UNATTACHED = {
  uploaded: 'unattached_upload',
  detached: 'detached',
  purged: 'note_purged',
} as const satisfies Record<Unattached, string>;
