import { catalogue } from '../text/catalogue.js';
import { plural } from '../text/numbers.js';

export const text = catalogue({
  restore: (count: number) => plural(count, 'Restore # unsaved note', 'Restore # unsaved notes'),
});
