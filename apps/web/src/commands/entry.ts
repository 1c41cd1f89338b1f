/** What the text of the switcher looks for. */
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

/** The first character says what is looked for; without one of these it is a note. */
export function entryOf(typed: string): Entry {
  const first = typed.charAt(0);
  return first in prefixes
    ? { kind: prefixes[first as keyof typeof prefixes], text: typed.slice(1).trim() }
    : { kind: 'notes', text: typed.trim() };
}

/** Whether every word of what is typed is in a name. */
export function matches(name: string, typed: string): boolean {
  const lower = name.toLocaleLowerCase();
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
