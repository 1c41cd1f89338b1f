import type { CalloutKind } from '@notes/markdown-view';
import { catalogue, words } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

export const text = catalogue({
  layoutTimedOut: 'This note took too long to display. Its Markdown is shown instead.',
  layingOutRest: 'Loading the rest of this note…',
  properties: 'Properties',
  footnotes: 'Footnotes',
  footnoteBack: 'Back to the footnote reference',

  ambiguousLink: (count: number) => plural(count, '# note has this title', '# notes have this title'),
  unresolvedLink: (title: string) => `There is no note titled “${title}” yet. Click to create it.`,
  targetTrashed: 'The linked note is in Trash.',
  targetMissing: 'The linked note is not in this library or was deleted.',
  targetForeign: 'This link points to a note in another library.',

  diagram: 'Diagram; its source is below',
  diagramSource: 'Source of the diagram',
  diagramUnsupported: 'This kind of diagram is not supported.',
  diagramTooLarge: (most: number) =>
    `This diagram is not drawn: it is longer than ${plural(most, '# character', '# characters')}.`,
  diagramTimedOut: 'This diagram took too long to draw.',
  diagramRefused: (reason: string) => `This diagram cannot be drawn: ${reason}`,

  pdfNotLoaded: 'The PDF viewer could not be loaded. Reload the page and try again.',
  embedCycle: '(This note contains the note around it.)',
  embedDepth: '(Too many notes within each other to show here.)',
  embedTotal: (count: number) =>
    `(Only the first ${plural(count, '# embedded note is', '# embedded notes are')} shown.)`,
  embedMissing: '(The note has no such heading or block.)',
  embedLong: '(This note is too long to show here.)',
  embedFailed: '(This note cannot be shown here.)',
  embedCut: 'Only the beginning is shown.',

  enlarge: (name: string) => (name === '' ? 'Show the image at full size' : `Show at full size: ${name}`),
  actualSize: 'Show actual size',
  fitToWindow: 'Fit to window',
  image: 'Image',
  close: 'Close',
  remoteImage: 'Image at {host}',
  remoteImageNamed: 'Image at {host}: {alt}',
  check: 'Check',
  fetch: 'Fetch',
  working: 'Working…',
  saveFirst: 'This image is not in the saved note yet. Save the note first.',
  canBeFetched: 'This image can be fetched. Nothing was downloaded.',
  cannotBeFetched: (reasons: string) => `This image cannot be fetched: ${reasons}.`,
  notFetched: (reasons: string) => `Not fetched: ${reasons}.`,
  fetched: 'Fetched and saved as an attachment. The note has a new revision.',

  refresh: 'Refresh',
  view: 'View',
  viewTable: 'Table',
  viewBoard: 'Board',
  viewCalendar: 'Calendar',
  columnsBy: 'Columns',
  dateBy: 'Date',
  noTag: 'No tag',
  countNotes: (count: number) => plural(count, '# note', '# notes'),
  noNotesOnDay: 'No notes on this day.',
  withoutDate: (count: number) => plural(count, '# note has no such date.', '# notes have no such date.'),
  queryRefused: (reason: string) => `This query is not valid: ${reason}`,
  allNotes: 'all notes',
  noMatch: 'No matching notes.',
  firstListed: (count: number) => `Only the first ${number(count)} are shown.`,
  columnTitle: 'Title',
  columnNotebook: 'Notebook',
  columnNotebookId: 'Notebook ID',
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
