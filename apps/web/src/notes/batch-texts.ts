import { catalogue } from '../text/catalogue.js';
import { number } from '../text/numbers.js';

export const text = catalogue({
  allOrNothing: 'All or nothing: undo everything if one note fails',
  moveTo: 'Move to',
  chooseNotebook: 'Choose…',
  tags: 'Tags',
  tagsHint: 'Separate tags with commas. A slash makes a child tag.',
  replayed: 'These changes were already made earlier. Nothing was changed this time.',
  counts: (applied: number, skipped: number, failed: number, rolledBack: number) =>
    `Applied ${number(applied)} · Skipped ${number(skipped)} · Failed ${number(failed)} · Rolled back ${number(rolledBack)}`,
  outcomeFilter: 'Show',
  all: 'All',
  applied: 'Applied',
  skipped: 'Skipped',
  failed: 'Failed',
  rolledBack: 'Rolled back',
  outcomesTitle: (verb: string) => `${verb}, note by note`,
  note: 'Note',
  outcome: 'Outcome',
  reason: 'Why',
  selectFailed: 'Select the failed ones',
  close: 'Close',
});
