import { StorageError } from '@notes/storage';
import { expect, test } from 'vitest';
import { toFault } from '../../src/platform/jobs/fault.js';

const CANARY = 'xk7canary';

test('a fault contains no part of an error message, even one that looks like a stack [J-CAUSE]', () => {
  const cause = new TypeError(`${CANARY}\n    at ${CANARY} (${CANARY}:1:1)`);
  const fault = toFault(new StorageError('full', `${CANARY}\n    at ${CANARY}`, cause));
  const stack = expect.stringMatching(/^ {4}at .*fault\.test\.ts/);
  expect(fault).toEqual({ name: 'StorageError', code: 'full', stack, cause: { name: 'TypeError', stack } });
  const renamed = Object.assign(new Error(`${CANARY}\n    at ${CANARY}`), { message: 'set later' });
  const thrown = CANARY;
  expect(JSON.stringify([fault, toFault(renamed), toFault(thrown)])).not.toContain(CANARY);
});
