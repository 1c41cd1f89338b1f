import type { Output } from '@notes/contract';
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { call } from '../../api/client.js';
import { type Data, useData } from '../../app/use-data.js';
import { Media, type Shown } from '../../reading/parts/media.js';
import { isInGroup } from '../overview.js';
import { whereWords } from './texts.js';

export type Held = Output<'setResourceIntent'>;

/** Grows when this page says what this device is to have: the library itself does not change by that. */
export const timesSaid = signal(0);

/** Where the bytes of an attachment are, and what this device is to have of them; null in a library that is in no group. */
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

/** Whether the bytes can be asked for without having another device asked for them. */
export const isHere = ({ value, error }: Data<Held | null>): boolean =>
  value === undefined ? error !== undefined : value === null || value.presence === 'local';

interface HeldMediaProps {
  readonly held: Data<Held | null>;
  readonly resource: Shown;
  readonly alt: string;
}

/** Shows an attachment that is here, or says where it is: who asks for its bytes has them fetched. */
export const HeldMedia = ({ held, resource, alt }: HeldMediaProps) => {
  if (isHere(held)) return <Media resource={resource} alt={alt} />;
  return held.value == null ? null : <p class="hint">{whereWords(held.value)}</p>;
};
