import { catalogue } from '../text/catalogue.js';

export const text = catalogue({
  pin: 'Pin to the top',
  unpin: 'Unpin',
  organise: 'Organise',
  thisNote: 'This note',
  open: 'Open',
  select: 'Select',
  openAtSide: 'Open at the side',
  openInTab: 'Open in a new tab',
  moveEllipsis: 'Move to another notebook…',
  addTagsEllipsis: 'Add tags…',
  removeTagsEllipsis: 'Remove tags…',
  duplicateNote: 'Duplicate note',
  history: 'Show note history',
  graph: 'Show note in the graph',
  print: 'Print…',
  images: 'Remote images…',
  copyLink: 'Copy link',
  rowMenu: (title: string) => `Actions for ${title}`,
  duplicated: 'Note duplicated. The copy is in the same notebook.',
});
