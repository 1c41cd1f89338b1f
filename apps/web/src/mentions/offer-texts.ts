import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

export const text = catalogue({
  titleChanged: (before: string) => `Other notes may link to this note as “${before}”.`,
  updateEllipsis: 'Update links…',
});
