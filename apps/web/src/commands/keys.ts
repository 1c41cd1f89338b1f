export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Meta', 'Alt', 'AltGraph', 'CapsLock', 'Dead']);

/** One character, which in a text field is text. */
export const isCharacter = (chord: string): boolean => [...chord].length === 1;

/**
 * A press as it is written: `Mod+Shift+F`, `Alt+ArrowUp`, `F6`, or the character itself without Mod. Mod is Ctrl or Cmd.
 * Undefined for modifiers alone, and for characters with Alt, by which many keyboards write them.
 */
export function chordOf(press: Press): string | undefined {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = press;
  const mod = ctrlKey || metaKey;
  if (MODIFIERS.has(key) || (altKey && (mod || isCharacter(key)))) return undefined;
  if (isCharacter(key) && !mod) return key === ' ' ? 'Space' : key;
  return [mod && 'Mod', altKey && 'Alt', shiftKey && 'Shift', nameOf(press)].filter(Boolean).join('+');
}

/** A digit or a backslash is called so also where Shift writes something else by its key. */
function nameOf({ key, code, shiftKey }: Press): string {
  if (/^Digit\d$/.test(code)) return code.charAt(5);
  if (code === 'Backslash' && shiftKey) return '\\';
  return isCharacter(key) ? key.toUpperCase() : key;
}

/** What the browser keeps for itself, whatever a page wants. */
const RESERVED = /^Mod\+(?:[NTW1-9L]|Shift\+N)$/;
export const isReserved = (sequence: string): boolean => RESERVED.test(sequence.split(' ')[0] as string);

/** Whether one of two sequences begins as the other does: then the longer would never be reached. */
export const collide = (one: string, other: string): boolean =>
  `${one} `.startsWith(`${other} `) || `${other} `.startsWith(`${one} `);

type Step = { readonly run: string } | { readonly pending: string };

/** What a further chord comes to: a command, a sequence that goes on, or nothing. */
export function stepOf(bindings: ReadonlyMap<string, string>, pending: string, chord: string): Step | undefined {
  const sequence = pending === '' ? chord : `${pending} ${chord}`;
  const run = bindings.get(sequence);
  if (run !== undefined) return { run };
  const goesOn = [...bindings.keys()].some((keys) => keys.startsWith(`${sequence} `));
  return goesOn ? { pending: sequence } : undefined;
}
