import { computed, effect } from '@preact/signals';
import { place } from '../app/router.js';

/** What is typed after a new note was asked for, until its title can take it; undefined while nothing is kept. */
let held: string | undefined;

/** Which new note the page is at, by what a session is opened for; undefined elsewhere. How it is shown is no part. */
const asked = computed(() => {
  const { segments, query } = place.value;
  return segments[0] === 'new' ? JSON.stringify(['nb', 'draft', 'title'].map((name) => query.get(name))) : undefined;
});

/** Keeps what is typed for the title of a note that was asked for: it is neither a command nor of the note one leaves. */
export function followNewNotes(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('keydown', keep, { capture: true, signal });
  document.addEventListener('pointerdown', takeHeld, { capture: true, signal });
  const stop = effect(() => {
    held = asked.value === undefined ? undefined : '';
  });
  return () => {
    stop();
    ending.abort();
  };
}

/** What was typed so far; from now on keys are whose they were. */
export function takeHeld(): string {
  const typed = held ?? '';
  held = undefined;
  return typed;
}

function keep(event: KeyboardEvent): void {
  if (held === undefined || event.isComposing || event.ctrlKey || event.metaKey) return;
  const { key } = event;
  if (key === 'Backspace') held = [...held].slice(0, -1).join('');
  else if ([...key].length === 1) held += key;
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
