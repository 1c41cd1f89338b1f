import { signal } from '@preact/signals';
import { settings } from '../app/settings.js';
import { chordOf, isCharacter, stepOf } from './keys.js';
import { bindings, runCommand } from './registry.js';

/** The beginning of a sequence that waits for its next key. */
export const pending = signal('');

/** Lets keys run commands wherever focus is. Gives what ends it. */
export function followKeys(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('keydown', press, { signal });
  document.addEventListener('pointerdown', forget, { signal });
  return () => ending.abort();
}

/** Who goes on with the pointer has left the sequence. */
function forget(): void {
  pending.value = '';
}

/** To be told of keys by what would otherwise take them for itself. */
export function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]') !== null) return;
  const chord = chordOf(event);
  if (chord === undefined) return;
  const before = pending.value;
  pending.value = '';
  if (before === '' && isCharacter(chord) && !charactersCount(event.target)) return;
  const step = stepOf(bindings.value, before, chord);
  if (step !== undefined && 'pending' in step) pending.value = step.pending;
  const isTaken = step !== undefined && ('pending' in step || runCommand(step.run, event.target));
  if (isTaken || before !== '') event.preventDefault();
}

const charactersCount = (target: EventTarget | null): boolean => settings.value.singleKeys && !isWritten(target);

/** Characters typed there are text. */
const isWritten = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
