import { catalogue } from '../text/catalogue.js';

export const text = catalogue({
  shortcutReserved: 'The browser reserves this shortcut. Choose another.',
  shortcutTaken: (other: string) => `This shortcut is already used by “${other}”. Choose another.`,
});
