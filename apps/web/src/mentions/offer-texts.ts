import { catalogue } from '../text/catalogue.js';

export const text = catalogue({
  titleChanged: (before: string) => `Other notes may link to this note as “${before}”.`,
  headingChanged: (before: string) => `Links lead to this heading as “${before}”.`,
  updateEllipsis: 'Update links…',
});
