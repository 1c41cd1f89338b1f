import { catalogue } from '../text/catalogue.js';

export const text = catalogue({
  titleChanged: (before: string) => `Other notes may link to this note as “${before}”.`,
  updateEllipsis: 'Update links…',
});
