export type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Meta', 'Alt', 'AltGraph', 'CapsLock', 'Dead']);

/**
 * A press as it is written: `Mod+Shift+F`, `F6`, or the character itself without Mod. Mod is Ctrl or Cmd.
 * Undefined for modifiers alone, and with Alt, by which many keyboards write characters.
 */
export function chordOf({ key, shiftKey, ctrlKey, metaKey, altKey }: Press): string | undefined {
  if (altKey || MODIFIERS.has(key)) return undefined;
  const mod = ctrlKey || metaKey;
  const isCharacter = [...key].length === 1;
  if (isCharacter && !mod) return key === ' ' ? 'Space' : key;
  return [mod && 'Mod', shiftKey && 'Shift', isCharacter ? key.toUpperCase() : key].filter(Boolean).join('+');
}

/** One character, which in a text field is text. */
export const isCharacter = (chord: string): boolean => [...chord].length === 1;

/** What the browser keeps for itself, whatever a page wants. */
const RESERVED = /^Mod\+(?:[NTW1-9L]|Shift\+N)$/;
export const isReserved = (sequence: string): boolean => RESERVED.test(sequence.split(' ')[0] as string);

/** Whether one of two sequences begins as the other does: then the longer would never be reached. */
export const collide = (one: string, other: string): boolean =>
  `${one} `.startsWith(`${other} `) || `${other} `.startsWith(`${one} `);

export type Step = { readonly run: string } | { readonly pending: string };

/** What a further chord comes to: a command, a sequence that goes on, or nothing. */
export function stepOf(bindings: ReadonlyMap<string, string>, pending: string, chord: string): Step | undefined {
  const sequence = pending === '' ? chord : `${pending} ${chord}`;
  const run = bindings.get(sequence);
  if (run !== undefined) return { run };
  const goesOn = [...bindings.keys()].some((keys) => keys.startsWith(`${sequence} `));
  return goesOn ? { pending: sequence } : undefined;
}
