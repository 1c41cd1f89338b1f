import { catalogue } from '../text/catalogue.js';

export const text = catalogue({
  sheetTitle: 'Keyboard shortcuts',
  close: 'Close',
  singleKeys: 'Single-key shortcuts work outside text fields.',
  tabHint: 'In a note, Tab indents or goes to the next table cell. To leave the text, press Esc, then Tab.',
  sideHint: '{keys}, or a click with {key}, on a link to a note opens it at the side.',
  pasteHint: '{keys} pastes without formatting. In a note, / opens a menu of things to insert.',
});
