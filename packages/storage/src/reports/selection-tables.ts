/** Tables a selection holds rows of that have ids of their own. */
export const SELECTED_TABLES = [
  'documents',
  'notebooks',
  'resources',
  'revisions',
  'search_notebooks',
  'tags',
] as const;
export type SelectedTable = (typeof SELECTED_TABLES)[number];
