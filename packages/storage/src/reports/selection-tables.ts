/** Tables a selection holds rows of that have ids of their own. */
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
