import type { CalloutKind } from '@notes/markdown-view';
import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';
import { words } from '../text/words.js';

export const text = catalogue({
  notLoaded: 'The reading view cannot be loaded. Load the page again; drafts are kept.',
  notLaidOut: 'This note could not be laid out in time. Its Markdown is shown instead.',
  layingOutRest: 'Laying out the rest of this note…',
  properties: 'Properties',
  footnotes: 'Footnotes',
  footnoteBack: 'Back to where the footnote stands',

  ambiguous: (count: number) => plural(count, '# note has this title', '# notes have this title'),
  unresolved: (title: string) => `There is no note “${title}” yet: create it`,
  targetTrashed: 'The note this link names is in Trash.',
  targetGone: 'This library does not have the note this link names, or has it no longer.',
  targetForeign: 'This link names a note of another library.',

  diagram: 'Diagram; its source is below',
  diagramSource: 'Source of the diagram',
  diagramUnknown: 'Diagrams of this kind are not drawn here.',
  diagramTooLarge: (most: number) =>
    `This diagram is not drawn: it is longer than ${plural(most, '# character', '# characters')}.`,
  diagramLate: 'This diagram could not be drawn in time.',
  diagramRefused: (reason: string) => `This diagram cannot be drawn: ${reason}`,

  enlarge: (name: string) => (name === '' ? 'Show the image in full size' : `Show in full size: ${name}`),
  image: 'Image',
  close: 'Close',
  remoteImage: 'Image at {host}',
  remoteImageOf: 'Image at {host}: {alt}',
  scan: 'Scan',
  localise: 'Localise',
  working: 'Working…',
  notStored: 'The stored note does not show this image; save it first.',
  mayBeFetched: 'It may be fetched. Nothing was downloaded.',
  mayNotBeFetched: (reasons: string) => `It may not be fetched: ${reasons}.`,
  notLocalised: (reasons: string) => `Not localised: ${reasons}.`,
  localised: 'Localised: the note has a new revision.',

  refresh: 'Refresh',
  queryRefused: (reason: string) => `This query cannot be read: ${reason}`,
  allNotes: 'all notes',
  noMatch: 'No note matches.',
  firstOnly: (count: number) => `First ${number(count)}; there are more.`,
  columnTitle: 'Title',
  columnNotebook: 'Notebook',
  columnNotebookId: 'Notebook id',
  columnTags: 'Tags',
  columnCreated: 'Created',
  columnChanged: 'Changed',
  columnText: 'Text',
  columnSize: 'Size',
  columnOpenTasks: 'Open tasks',
});

const callouts: Readonly<Record<CalloutKind, string>> = catalogue({
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
  danger: 'Danger',
  info: 'Info',
  question: 'Question',
  quote: 'Quote',
  todo: 'Todo',
});

/** Returns the default title of a callout; for an unknown kind, its name in the source. */
export const calloutName = (kind: string): string =>
  Object.hasOwn(callouts, kind) ? callouts[kind as CalloutKind] : words(kind);
