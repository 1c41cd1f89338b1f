import { catalogue } from '../../text/catalogue.js';
import { plural } from '../../text/numbers.js';

export const text = catalogue({
  lead: 'If every device is lost, the recovery code restores the library from a copy of the sync target. Without the code and without any device, nobody can restore it.',
  checkTitle: 'Check a recovery code',
  code: 'Recovery code',
  checkCode: 'Check code',
  codeValid: (keys: number) => `The code is valid: it opens ${plural(keys, '# group key', '# group keys')}.`,
  replaceTitle: 'Replace the recovery code',
  replaceLead:
    'If the code is lost, or somebody else may have seen it, create a new one. The old code stops working once this device has synced.',
  createCode: 'Create new recovery code',
});
