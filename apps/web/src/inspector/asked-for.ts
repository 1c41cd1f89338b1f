import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

/** A field of the inspector that a command can focus. */
export type Field = 'tag' | 'notebook';

const asked = signal<Field | undefined>(undefined);

/** Requests focus for a field once it is shown; without a field, cancels the request. */
export function askFor(field: Field | undefined): void {
  asked.value = field;
}

/** Returns the ref for the element of a field. */
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
