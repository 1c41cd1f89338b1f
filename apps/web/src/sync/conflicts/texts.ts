import type { Output } from '@notes/contract';
import { catalogue } from '../../text/catalogue.js';

type Conflict = Output<'listConflicts'>['conflicts'][number];

export const text = catalogue({
  conflicts: 'Conflicts',
  conflict: 'Conflict',
  lead: 'Changes that two devices made at the same time and that could not be merged. Both sides are kept until you choose; sync continues meanwhile.',
  stateFilter: 'Show',
  noneOpen: 'No open conflicts.',
  noConflicts: 'No conflicts.',
  subject: 'Subject',
  kind: 'What happened',
  between: 'Devices',
  since: 'Since',
  state: 'State',
  resolve: 'Resolve',
  resolveNamed: (title: string) => `Resolve: ${title}`,
  view: 'View',
  viewNamed: (title: string) => `View: ${title}`,
  sides: (one: string, other: string) => `${one} and ${other}`,
  deletedNote: 'Deleted note',

  heading: 'Changed on two devices',
  allConflicts: 'All conflicts',
  currentSide: (device: string) => `${device} (in the note)`,
  otherSide: (device: string) => `${device} (set aside)`,
  saveResult: 'Save result',
  keep: (device: string) => `Keep: ${device}`,
  keepBoth: 'Keep both, as two notes',
  conflictChanged: 'This conflict has changed since you opened it. Review it again; your decisions are kept.',
  conflictResolved: 'Conflict resolved. The other devices get the result with the next sync.',
  openNote: 'Open the note',

  purgedLead:
    'One device deleted this note forever while another edited it. The edited note was kept. Keep it, or delete it again.',
  keepNote: 'Keep the note',
  sameNameLead:
    'Two devices gave the same name to two different things. Both are kept; to tell them apart, one is shown with a number after its name.',
  displayedAs: 'It is shown as {name}.',
  keepNames: 'Keep these names',
  conflictClosed: (how: string) => `This conflict is closed: ${how}.`,
  supersededReason: 'one side was edited again, and another conflict replaces this one',

  noteBanner: 'This note was changed on two devices at the same time, and the changes could not be merged.',
  resolveConflict: 'Resolve conflict',
});

export const kinds: Readonly<Record<Conflict['kind'], string>> = catalogue({
  document_content: 'Both changed the same lines',
  document_title: 'Both changed the title',
  purge_vs_edit: 'One deleted it forever, the other edited it',
  name_collision: 'Both used the same name',
});

export const conflictStates: Readonly<Record<Conflict['state'], string>> = catalogue({
  open: 'open',
  resolved: 'resolved',
  superseded: 'replaced by another conflict',
});

export const resolutionLabels: Readonly<Record<NonNullable<Conflict['resolution']>, string>> = catalogue({
  keep_local: 'one side was kept',
  keep_remote: 'the other side was kept',
  merged: 'both sides were merged',
  keep_both: 'both were kept, as two notes',
});

export const stateFilters = catalogue({
  open: 'Open',
  resolved: 'Resolved',
  all: 'All',
});
