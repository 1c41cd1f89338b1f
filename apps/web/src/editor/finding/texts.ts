import { catalogue } from '../../text/catalogue.js';
import { number, plural } from '../../text/numbers.js';

export const text = catalogue({
  matchCount: (count: number) => plural(count, '# match', '# matches'),
  matchOf: (index: number, count: number) => `${number(index)} of ${plural(count, '# match', '# matches')}`,
  manyMatches: (count: number) => `${number(count)} matches or more`,
  noMatches: 'No matches',
  replacedMatches: (count: number) => plural(count, 'Replaced # match', 'Replaced # matches'),
  invalidExpression: 'This regular expression is not valid.',
});
