import { expect, it, vi } from 'vitest';
import { checkLibrary } from '../src/index.js';
import { openIn, temporaryDirectory } from './support.js';

const denied = vi.hoisted(() => ({ calls: [] as string[] }));
vi.mock('node:fs', async (importActual) => {
  const fs = await importActual<typeof import('node:fs')>();
  const denyIn = <Work extends (path: string, ...rest: never[]) => unknown>(name: string, work: Work) =>
    ((path: string, ...rest: never[]) => {
      if (denied.calls.includes(name) && path.endsWith('notes.db'))
        throw Object.assign(new Error(`EACCES: permission denied, ${name} '${path}'`), { code: 'EACCES' });
      return work(path, ...rest);
    }) as Work;
  return { ...fs, openSync: denyIn('open', fs.openSync as never), statSync: denyIn('stat', fs.statSync as never) };
});

it.each([['open'], ['stat']])('an error names a library that may not be read (%s)', (call) => {
  const folder = temporaryDirectory();
  openIn(folder).close();
  denied.calls = [call];
  const refusal = expect.objectContaining({
    reason: 'read_only',
    message: expect.stringMatching(/^You have no permission to read .*notes\.db\. Check the permissions/),
  });
  try {
    expect(() => openIn(folder)).toThrow(refusal);
    expect(() => checkLibrary(folder, () => undefined)).toThrow(refusal);
  } finally {
    denied.calls = [];
  }
});
