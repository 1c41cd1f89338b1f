import type { Output } from '@notes/contract';
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { call } from '../../api/client.js';
import { type Data, useData } from '../../kernel/use-data.js';
import { Media, type MediaFile } from '../../reading/parts/media.js';
import { isInGroup } from '../overview.js';
import { describePresence } from './texts.js';

export type HeldAttachment = Output<'setResourceIntent'>;

/** Increases when this page changes which attachments this device keeps, which does not change the library. */
export const intentChanges = signal(0);

/**
 * Loads where the bytes of an attachment are, and which of them this device keeps; null in a library without a group.
 */
export function useHeldAttachment(resource_id: string): Data<HeldAttachment | null> {
  const inGroup = isInGroup.value;
  const data = useData(`held ${resource_id} ${inGroup}`, async (abortSignal) => {
    if (inGroup === undefined) return await unknown;
    return inGroup ? await call('setResourceIntent', { resource_id }, abortSignal) : null;
  });
  const changes = intentChanges.value;
  const seenChanges = useRef(changes);
  useEffect(() => {
    if (seenChanges.current === changes) return;
    seenChanges.current = changes;
    data.reload();
  }, [changes]);
  return data;
}

const unknown = new Promise<never>(() => {});

/** Returns true when a request for the bytes would not make another device send them. */
export const areBytesLocal = ({ value, error }: Data<HeldAttachment | null>): boolean =>
  value === undefined ? error !== undefined : value === null || value.presence === 'local';

interface HeldMediaProps {
  readonly data: Data<HeldAttachment | null>;
  readonly resource: MediaFile;
  readonly alt: string;
}

/** Shows a local attachment, or says where it is: requesting its bytes would fetch them from another device. */
export const HeldMedia = ({ data, resource, alt }: HeldMediaProps) => {
  if (areBytesLocal(data)) return <Media resource={resource} alt={alt} />;
  return data.value == null ? null : <p class="hint">{describePresence(data.value)}</p>;
};
