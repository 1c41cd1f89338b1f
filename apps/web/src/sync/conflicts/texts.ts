import type { Output } from '@notes/contract';
import { catalogue } from '../../text/catalogue.js';

type Conflict = Output<'listConflicts'>['conflicts'][number];

export const text = catalogue({
  conflicts: 'Conflicts',
  conflict: 'Conflict',
  lead: 'What two devices changed at once and could not be put together. Both sides are kept until you choose; sync goes on meanwhile.',
  which: 'Show',
  noneOpen: 'There is nothing to settle.',
  none: 'There is no conflict here.',
  about: 'What it is about',
  kind: 'What happened',
  between: 'Between',
  since: 'Since',
  state: 'State',
  resolve: 'Resolve',
  resolveNamed: (title: string) => `Resolve: ${title}`,
  look: 'Look',
  lookNamed: (title: string) => `Look at: ${title}`,
  sides: (one: string, other: string) => `${one} and ${other}`,
  gone: 'A note that is gone',

  heading: 'Changed on two devices',
  back: 'All conflicts',
  shown: (device: string) => `${device}, in the note`,
  aside: (device: string) => `${device}, put aside`,
  saveResult: 'Save result',
  keep: (device: string) => `Keep: ${device}`,
  keepBoth: 'Keep both, as two notes',
  moved: 'This conflict has changed since it was shown: look at it again. What you decided is kept.',
  settled: 'The conflict is settled. The other devices have it with the next sync.',
  openNote: 'Open the note',

  purged:
    'One device deleted this note for ever, while another wrote in it. What was written was not lost: it is this note. Keep it, or delete it again.',
  keepNote: 'Keep the note',
  named:
    'Two devices gave the same name to two things. Both are kept; to tell them apart, one is shown with a number behind its name.',
  shownAs: 'It is shown as {name}.',
  accept: 'Leave it so',
  isOver: (how: string) => `This conflict is over: ${how}.`,
  wentOn: 'one side was gone on with elsewhere, which is a conflict of its own',

  inNote: 'This note was changed on two devices at once, and the two could not be put together.',
  resolveInNote: 'Settle it',
});

export const kinds: Readonly<Record<Conflict['kind'], string>> = catalogue({
  document_content: 'Both changed the same lines',
  document_title: 'Both changed the title',
  purge_vs_edit: 'One deleted it for ever, the other wrote in it',
  name_collision: 'Both gave the same name',
});

export const conflictStates: Readonly<Record<Conflict['state'], string>> = catalogue({
  open: 'open',
  resolved: 'settled',
  superseded: 'gone on with in another conflict',
});

export const resolutionWords: Readonly<Record<NonNullable<Conflict['resolution']>, string>> = catalogue({
  keep_local: 'one side was kept',
  keep_remote: 'the other side was kept',
  merged: 'the two were put together',
  keep_both: 'both were kept, as two notes',
});

export const shownStates = catalogue({
  open: 'Open',
  resolved: 'Settled',
  all: 'All',
});
