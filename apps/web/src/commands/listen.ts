import { signal } from '@preact/signals';
import { settings } from '../kernel/settings.js';
import { getNextStep, isCharacter, toChord } from './keys.js';
import { bindings, runCommand } from './registry.js';
import { isTyping, isWritten } from './typing.js';

/** Chords pressed so far of an unfinished sequence. */
export const pending = signal('');

/** Makes keys run commands wherever focus is. Returns a function that stops this. */
export function followKeys(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  document.addEventListener('keydown', press, { signal });
  document.addEventListener('pointerdown', forget, { signal });
  return () => controller.abort();
}

/** A click or tap cancels the pending sequence. */
function forget(): void {
  pending.value = '';
}

/**
 * Returns true while a modal dialog is open. Everything else is inert then, so that a key press goes to the dialog, or to
 * the page when nothing has focus; only for that one the whole page is searched, which takes long in a large one.
 */
function isDialogOpen(target: EventTarget | null): boolean {
  const isFocused = target instanceof Element && target.closest('body *') !== null;
  return (isFocused ? target.closest('dialog[open]') : document.querySelector('dialog[open]')) !== null;
}

/** Handles a key press. Called by elements that would otherwise handle the key themselves. */
export function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isDialogOpen(event.target)) return;
  const chord = toChord(event);
  if (chord === undefined) return;
  const before = pending.value;
  pending.value = '';
  if (before === '' && isCharacter(chord) && !runsSingleKeys(event.target)) return;
  const step = getNextStep(bindings.value, before, chord);
  if (step !== undefined && 'pending' in step) pending.value = step.pending;
  const isTaken = step !== undefined && ('pending' in step || runCommand(step.run, event.target));
  if (isTaken || before !== '') event.preventDefault();
}

const runsSingleKeys = (target: EventTarget | null): boolean =>
  settings.value.singleKeys && !isWritten(target) && !isTyping();
