import { LONGER, RUNS } from './folding-table.js';

let folds: Map<string, string> | undefined;

function buildTable(): Map<string, string> {
  const entries = new Map<string, string>();
  for (let i = 0; i < RUNS.length; i += 4) {
    const [first, count, step, distance] = RUNS.slice(i, i + 4) as [number, number, number, number];
    for (let code = first; code < first + count * step; code += step)
      entries.set(String.fromCodePoint(code), String.fromCodePoint(code + distance));
  }
  for (const [character, ...folded] of LONGER.split(' ')) entries.set(character as string, folded.join(''));
  return entries;
}

/**
 * Returns the key by which names of notebooks, tags and saved searches are compared: NFC, case-folded. The case folding
 * table is part of this package, because platforms with different Unicode versions would find different collisions.
 */
export function foldName(name: string): string {
  if (/^[\0-\x7f]*$/.test(name)) return name.toLowerCase();
  folds ??= buildTable();
  let folded = '';
  for (const character of name.normalize('NFC')) folded += folds.get(character) ?? character;
  return folded.normalize('NFC');
}
