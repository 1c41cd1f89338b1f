// @ts-check
import { configKeys } from '@notes/contract';
import { code, plain, table } from './markdown.mjs';

/** Returns one table of settings for each first word of their keys. */
export function renderSettings() {
  /** @type {Map<string, string[][]>} */
  const groups = new Map();
  for (const [key, { default: standard, summary }] of Object.entries(configKeys)) {
    const group = key.slice(0, key.indexOf('.'));
    const row = [code(key), formatDefault(standard), plain(summary)];
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return [...groups]
    .map(([group, rows]) => `## ${code(group)} {#${group}}\n\n${table(['Key', 'Default', 'Meaning'], rows)}`)
    .join('\n\n');
}

function formatDefault(/** @type {unknown} */ value) {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return 'none';
  return Array.isArray(value) ? value.map((item) => code(String(item))).join(', ') : code(String(value));
}
