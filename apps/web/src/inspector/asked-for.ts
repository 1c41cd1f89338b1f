import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

/** A field of the inspector that a command leads to. */
export type Field = 'tag' | 'notebook';

const asked = signal<Field | undefined>(undefined);

/** Focus goes to the field, once it is there; without one, what was asked for before is given up. */
export function askFor(field: Field | undefined): void {
  asked.value = field;
}

/** For the element of a field. */
export function useAskedFor<Element extends HTMLElement>(field: Field) {
  const ref = useRef<Element>(null);
  const isAsked = asked.value === field;
  useEffect(() => {
    if (!isAsked) return;
    asked.value = undefined;
    ref.current?.focus();
  }, [isAsked]);
  return ref;
}
