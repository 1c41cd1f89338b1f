import { readFileSync } from 'node:fs';

const screens = readFileSync(new URL('../../src/shell/screens.ts', import.meta.url), 'utf8');

/**
 * Patterns of the page's addresses. They are read from the source, because the screens cannot be imported outside a
 * browser.
 */
export const patterns: readonly string[] = [...screens.matchAll(/\broute\('([^']*)'/g)].map(
  ([, pattern]) => pattern as string,
);

/** Returns an address for a pattern; `samples` contains parameter values by pattern, in order. */
export function toAddress(pattern: string, samples: Readonly<Record<string, readonly string[]>>): string {
  const values = [...(samples[pattern] ?? [])];
  const path = pattern.replace(/:\w+/g, (parameter) => {
    const value = values.shift();
    if (value === undefined) throw new Error(`no sample for ${parameter} of ${pattern}`);
    return encodeURIComponent(value);
  });
  return `#/${path}`;
}
