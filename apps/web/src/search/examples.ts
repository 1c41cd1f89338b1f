import { text } from './texts.js';

/** Features of the query language, one example each. */
export const examples: readonly (readonly [query: string, meaning: string])[] = [
  ['garden path*', text.prefix],
  ['"garden path" OR shed', text.phrase],
  ['title:plan -draft', text.inTitle],
  ['tag:work/sync', text.tagged],
  ['notebook:Notes is:orphan', text.orphan],
  ['has:open-task updated:7d', text.openTask],
  ['created:2026-01..2026-06 has:image', text.between],
  ['is:trashed updated:4w', text.trashed],
];
