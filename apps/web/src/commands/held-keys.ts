import { computed, effect } from '@preact/signals';
import { holdKey } from '../kernel/hold-key.js';
import { FURTHER } from '../kernel/new-note.js';
import { currentLocation } from '../kernel/router.js';

/** Text typed after a new note was requested, until its title field exists; undefined while nothing is held. */
let heldKeys: string | undefined;

/** Identity of the new note the page is at; undefined elsewhere. The display mode is not part of it. */
const newNoteKey = computed(() => {
  const { segments, query } = currentLocation.value;
  const fields = ['nb', 'draft', 'title', FURTHER];
  return segments[0] === 'new' ? JSON.stringify(fields.map((name) => query.get(name))) : undefined;
});

/**
 * Holds text typed for the title of a requested note, so that it neither runs commands nor changes the previous note.
 */
export function followNewNotes(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  document.addEventListener('keydown', keep, { capture: true, signal });
  document.addEventListener('pointerdown', takeHeldKeys, { capture: true, signal });
  const stop = effect(() => {
    heldKeys = newNoteKey.value === undefined ? undefined : '';
  });
  return () => {
    stop();
    controller.abort();
  };
}

/** Returns the text held so far, and stops holding keys. */
export function takeHeldKeys(): string {
  const typed = heldKeys ?? '';
  heldKeys = undefined;
  return typed;
}

function keep(event: KeyboardEvent): void {
  if (heldKeys !== undefined) heldKeys = holdKey(heldKeys, event);
}
