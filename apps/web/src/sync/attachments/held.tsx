import type { Output } from '@notes/contract';
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { call } from '../../api/client.js';
import { type Data, useData } from '../../app/use-data.js';
import { Media, type Shown } from '../../reading/parts/media.js';
import { isInGroup } from '../overview.js';
import { whereWords } from './texts.js';

export type Held = Output<'setResourceIntent'>;

/** Increases when this page changes which attachments this device keeps, which does not change the library. */
export const timesSaid = signal(0);

/**
 * Loads where the bytes of an attachment are, and which of them this device keeps; null in a library without a group.
 */
export function useHeld(resource_id: string): Data<Held | null> {
  const inGroup = isInGroup.value;
  const data = useData(`held ${resource_id} ${inGroup}`, async (ending) => {
    if (inGroup === undefined) return await unknown;
    return inGroup ? await call('setResourceIntent', { resource_id }, ending) : null;
  });
  const said = timesSaid.value;
  const heard = useRef(said);
  useEffect(() => {
    if (heard.current === said) return;
    heard.current = said;
    data.reload();
  }, [said]);
  return data;
}

const unknown = new Promise<never>(() => {});

/** Returns true when a request for the bytes would not make another device send them. */
export const isHere = ({ value, error }: Data<Held | null>): boolean =>
  value === undefined ? error !== undefined : value === null || value.presence === 'local';

interface HeldMediaProps {
  readonly held: Data<Held | null>;
  readonly resource: Shown;
  readonly alt: string;
}

/** Shows a local attachment, or says where it is: requesting its bytes would fetch them from another device. */
export const HeldMedia = ({ held, resource, alt }: HeldMediaProps) => {
  if (isHere(held)) return <Media resource={resource} alt={alt} />;
  return held.value == null ? null : <p class="hint">{whereWords(held.value)}</p>;
};
