import { call } from '../api/client.js';
import { attempt } from '../ui/use-action.js';

/** Tag of pinned notes. As a tag, it is the same on every device and for every program. */
export const PINNED_TAG = 'pinned';

export const isPinned = ({ tags }: { readonly tags: readonly string[] }): boolean => tags.includes(PINNED_TAG);

/** Pins a note, or unpins it. */
export const setPinned = (document_id: string, pins: boolean) =>
  attempt(() => call(pins ? 'addDocumentTag' : 'removeDocumentTag', { document_id, tag: PINNED_TAG }));
