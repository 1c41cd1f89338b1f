export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Meta', 'Alt', 'AltGraph', 'CapsLock', 'Dead']);

/** True for a single character, which is text in a text field. */
export const isCharacter = (chord: string): boolean => [...chord].length === 1;

/**
 * Returns the notation of a key press: `Mod+Shift+F`, `Alt+ArrowUp`, `F6`, or the character itself without Mod. Mod is
 * Ctrl or Cmd. Returns undefined for modifiers alone, and for characters with Alt, with which many keyboards type them.
 */
export function toChord(press: Press): string | undefined {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = press;
  const mod = ctrlKey || metaKey;
  if (MODIFIERS.has(key) || (altKey && isCharacter(key))) return undefined;
  if (isCharacter(key) && !mod) return key === ' ' ? 'Space' : key;
  return [mod && 'Mod', altKey && 'Alt', shiftKey && 'Shift', getKeyName(press)].filter(Boolean).join('+');
}

/** Names digits and the backslash by their key, also where Shift types another character with it. */
function getKeyName({ key, code, shiftKey }: Press): string {
  if (/^Digit\d$/.test(code)) return code.charAt(5);
  if (code === 'Backslash' && shiftKey) return '\\';
  return isCharacter(key) ? key.toUpperCase() : key;
}

/** Chords the browser does not pass on to pages. */
const RESERVED = /^Mod\+(?:[NTW1-9L]|Shift\+N)$/;
/** Returns true when the browser keeps the first chord of a sequence for itself. */
export const isReserved = (sequence: string): boolean => RESERVED.test(sequence.split(' ')[0] as string);

/** Returns true when one sequence is a prefix of the other, so that the longer could never be completed. */
export const collide = (one: string, other: string): boolean =>
  `${one} `.startsWith(`${other} `) || `${other} `.startsWith(`${one} `);

type Step = { readonly run: string } | { readonly pending: string };

/** Returns the effect of a further chord: a command, a longer pending sequence, or undefined. */
export function getNextStep(bindings: ReadonlyMap<string, string>, pending: string, chord: string): Step | undefined {
  const sequence = pending === '' ? chord : `${pending} ${chord}`;
  const run = bindings.get(sequence);
  if (run !== undefined) return { run };
  const isPrefix = [...bindings.keys()].some((keys) => keys.startsWith(`${sequence} `));
  return isPrefix ? { pending: sequence } : undefined;
}
