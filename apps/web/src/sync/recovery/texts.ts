import { catalogue } from '../../text/catalogue.js';
import { plural } from '../../text/numbers.js';

export const text = catalogue({
  lead: 'The recovery code brings the library back from a copy of the place of exchange when every device is lost. Without the code and without any device, nobody can.',
  tryIt: 'See whether a code is good',
  code: 'Recovery code',
  verify: 'Try it',
  isGood: (keys: number) => `The code is good: it opens ${plural(keys, '# group key', '# group keys')}.`,
  replace: 'Make another code',
  replaceLead:
    'Where the code is lost, or somebody else may have seen it. The one before is good no more once this device has synced.',
  rotate: 'Make another recovery code',
});
