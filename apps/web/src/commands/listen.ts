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

/** Handles a key press. Called by elements that would otherwise handle the key themselves. */
export function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]') !== null) return;
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
