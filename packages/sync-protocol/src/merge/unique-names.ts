import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { LOG_LIMITS } from '../log/limits.js';
import { foldName } from './fold-name.js';

/** Appends `suffix` to `text` and shortens `text` so that both have at most `bytes` bytes in UTF-8. */
export function appendSuffix(text: string, suffix: string, bytes: number): string {
  const room = bytes - encodeUtf8(suffix).length;
  let [kept, used] = ['', 0];
  for (const character of text) {
    used += encodeUtf8(character).length;
    if (used > room) break;
    kept += character;
  }
  return kept + suffix;
}

/**
 * Makes names unique without regard to case. The first of several equal names keeps it; each later one gets the first
 * free suffix of ` (2)`, ` (3)`, …
 *
 * @param names in the order they were given
 * @param taken reserved names
 * @returns the unique names, by index in `names`
 */
export function makeNamesUnique(names: readonly string[], taken: readonly string[] = []): string[] {
  const used = new Set(taken.map(foldName));
  const keys = names.map(foldName);
  const isFirst = keys.map((key) => {
    const free = !used.has(key);
    used.add(key);
    return free;
  });
  const counters = new Map<string, number>();
  return names.map((name, i) => {
    if (isFirst[i] === true) return name;
    const key = keys[i] as string;
    for (let number = counters.get(key) ?? 2; ; number += 1) {
      const candidate = appendSuffix(name, ` (${number})`, LOG_LIMITS.name);
      const folded = foldName(candidate);
      if (used.has(folded)) continue;
      used.add(folded);
      counters.set(key, number + 1);
      return candidate;
    }
  });
}
