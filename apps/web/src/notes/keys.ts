import type { BatchOperation } from './batch.js';

type Command =
  | { readonly do: 'move'; readonly by: number; readonly extend: boolean }
  | { readonly do: 'toggle'; readonly extend: boolean }
  | { readonly do: 'run'; readonly operation: BatchOperation }
  | { readonly do: 'all' | 'none' | 'open' | 'openAtSide' };

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const PAGE = 10;
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  Home: -Infinity,
  End: Infinity,
};
const letterSteps: Readonly<Record<string, number>> = { j: 1, k: -1 };

/** Commands of keys with Ctrl or Cmd. */
const modCommands: Readonly<Record<string, Command>> = { a: { do: 'all' }, Enter: { do: 'openAtSide' } };

/** Returns the command of a key in a list of notes; undefined when it has none. */
export function listCommand(press: Press, singleKeys: boolean): Command | undefined {
  const { key, shiftKey: extend, altKey } = press;
  if (altKey) return undefined;
  if (press.ctrlKey || press.metaKey) return modCommands[key];
  if (key === 'Escape') return { do: 'none' };
  if (key === 'Delete') return { do: 'run', operation: 'trash' };
  const letter = singleKeys ? key.toLowerCase() : '';
  if (letter === 'x') return { do: 'toggle', extend };
  if (letter === '#') return { do: 'run', operation: 'add_tags' };
  if (letter === 'e') return { do: 'open' };
  const by = steps[key] ?? letterSteps[letter];
  return by === undefined ? undefined : { do: 'move', by, extend };
}
