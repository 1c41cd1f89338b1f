/** Builtins have the same ids in every library. */
export const DEFAULT_NOTEBOOK = 'nb_notes';
export const HELP_NOTEBOOK = 'nb_help';
export const REPORTS_NOTEBOOK = 'nb_reports';

export const builtinNotebooks = [
  { id: DEFAULT_NOTEBOOK, name: 'Notes', iconEmoji: '🗒️', readOnly: false },
  { id: HELP_NOTEBOOK, name: 'Help', iconEmoji: '❓', readOnly: true },
  { id: REPORTS_NOTEBOOK, name: 'Reports', iconEmoji: '📊', readOnly: true },
] as const;

/** Built-in searches in listing order: the first leads every list of saved searches, the last ends it. */
export const ALL_NOTES = { id: 'snb_all', name: 'All notes', query: '', iconEmoji: '📚' } as const;
export const TRASH = { id: 'snb_trash', name: 'Trash', query: 'is:trashed', iconEmoji: '🗑️' } as const;
export const builtinSearches = [ALL_NOTES, TRASH] as const;
