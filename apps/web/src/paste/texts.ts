import { catalogue } from '../text/catalogue.js';

export const text = catalogue({
  formattingLeftOut: 'The copied text is too long to keep its formatting, so it was pasted as plain text.',
  formattingFailed: 'The formatting of the copied text could not be read, so it was pasted as plain text.',
  closedWhilePasting: 'The note was closed before the formatting was read, so the text was pasted as plain text.',
});
