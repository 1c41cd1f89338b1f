/** A query of the switcher. */
export interface Entry {
  readonly kind: 'notes' | 'commands' | 'tags' | 'query' | 'headings' | 'line';
  readonly text: string;
}

export const prefixes = {
  '>': 'commands',
  '#': 'tags',
  '/': 'query',
  '@': 'headings',
  ':': 'line',
} as const satisfies Readonly<Record<string, Entry['kind']>>;

/** Parses the text of the switcher. A prefix character selects the kind; without one, notes are searched. */
export function parseEntry(typed: string): Entry {
  const first = typed.charAt(0);
  return first in prefixes
    ? { kind: prefixes[first as keyof typeof prefixes], text: typed.slice(1).trim() }
    : { kind: 'notes', text: typed.trim() };
}

/** Returns true when a name contains every word typed. */
export function matches(name: string, typed: string): boolean {
  const lower = name.toLocaleLowerCase();
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
