/** Tables of a selection whose rows have their own ids. */
export const SELECTED_TABLES = [
  'documents',
  'notebooks',
  'resources',
  'revisions',
  'search_notebooks',
  'source_bundles',
  'tags',
] as const;
export type SelectedTable = (typeof SELECTED_TABLES)[number];
