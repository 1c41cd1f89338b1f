import type { SafeNode } from '../nodes.js';

/** Trims blanks at the start and at the end of text. */
export function trimBlanks(nodes: readonly SafeNode[]): SafeNode[] {
  const [first, ...rest] = nodes;
  const begun = typeof first === 'string' ? [first.trimStart(), ...rest] : [...nodes];
  const last = begun.at(-1);
  if (typeof last === 'string') begun[begun.length - 1] = last.trimEnd();
  return begun;
}
