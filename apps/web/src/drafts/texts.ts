import { catalogue } from '../text/catalogue.js';
import { plural } from '../text/numbers.js';

export const text = catalogue({
  restoreDrafts: (count: number) => plural(count, 'Restore # unsaved note', 'Restore # unsaved notes'),
});
