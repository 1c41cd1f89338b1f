import { constants } from 'node:os';
import { expect, it } from 'vitest';
import { asDiskError, asFileError } from '../src/index.js';

it('an exceeded quota, which Node does not name, is reported as a full disk', () => {
  const errno = -constants.errno.EDQUOT;
  const error = Object.assign(new Error(), { errno, code: `Unknown system error ${errno}` });
  for (const convert of [asFileError, asDiskError]) expect(convert(error)).toMatchObject({ reason: 'full' });
});
