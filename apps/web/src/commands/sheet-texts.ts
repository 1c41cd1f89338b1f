import { catalogue } from '../text/catalogue.js';

export const text = catalogue({
  sheetTitle: 'Keyboard shortcuts',
  close: 'Close',
  singleKeys: 'Single-key shortcuts work outside text fields.',
  tabHint: 'In a note, Tab indents or goes to the next table cell. To leave the text, press Esc, then Tab.',
  pasteHint: '{keys} pastes without formatting. In a note, / opens a menu of things to insert.',
});
