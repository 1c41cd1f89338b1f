import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

/** A field of the inspector that a command can focus. */
export type Field = 'tag';

const requestedField = signal<Field | undefined>(undefined);

/** Requests focus for a field once it is shown; without a field, cancels the request. */
export function requestFocus(field: Field | undefined): void {
  requestedField.value = field;
}

/** Returns the ref for the element of a field. */
export function useRequestedFocus<Element extends HTMLElement>(field: Field) {
  const ref = useRef<Element>(null);
  const isAsked = requestedField.value === field;
  useEffect(() => {
    if (!isAsked) return;
    requestedField.value = undefined;
    ref.current?.focus();
  }, [isAsked]);
  return ref;
}
