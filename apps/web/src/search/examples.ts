/** What the query language can do, one example each. */
export const examples: readonly (readonly [query: string, meaning: string])[] = [
  ['garden path*', 'both words; the second may go on'],
  ['"garden path" OR shed', 'a phrase, or another word'],
  ['title:plan -draft', 'in the title, and another word nowhere'],
  ['tag:work/sync', 'a tag, and those below it'],
  ['notebook:Notes is:orphan', 'in a notebook, and linked with no other note'],
  ['has:open-task updated:7d', 'tasks to do, in notes changed in the last seven days'],
  ['created:2026-01..2026-06 has:image', 'written between two months, with an image'],
  ['is:trashed updated:4w', 'changed in the last four weeks, and in Trash now'],
];
