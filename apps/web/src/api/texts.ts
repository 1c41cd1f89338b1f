import { catalogue } from '../text/catalogue.js';

export const text = catalogue({
  noAnswer: 'The service does not answer.',
  answered: (status: number) => `The service answered ${status}.`,
});
