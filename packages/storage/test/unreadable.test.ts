import fs from 'node:fs';
import { expect, it } from 'vitest';
import { checkLibrary } from '../src/index.js';
import { openIn, replaceFileFunctions, temporaryDirectory } from './support.js';

it.each([['openSync'], ['statSync']] as const)('an error names a library that may not be read (%s)', (call) => {
  const folder = temporaryDirectory();
  openIn(folder).close();
  const work = fs[call] as (...parameters: unknown[]) => unknown;
  const deny = (path: unknown, ...rest: unknown[]) => {
    if (String(path).endsWith('notes.db'))
      throw Object.assign(new Error(`EACCES: permission denied, '${path}'`), { code: 'EACCES' });
    return work(path, ...rest);
  };
  // A test that runs as root has every permission.
  replaceFileFunctions({ [call]: deny });
  const refusal = expect.objectContaining({
    reason: 'read_only',
    message: expect.stringMatching(/^You have no permission to read .*notes\.db\. Check the permissions/),
  });
  expect(() => openIn(folder)).toThrow(refusal);
  expect(() => checkLibrary(folder, () => undefined)).toThrow(refusal);
});
