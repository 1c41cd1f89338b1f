import { ServiceError } from '@notes/contract';
import { StorageError } from '@notes/storage';
import { expect, it } from 'vitest';
import { toServiceError } from '../src/platform/service-error.js';

const makeError = (code: string) => Object.assign(new Error(`database or disk is full: ${code}`), { code });

const FULL = 'The disk is full, or a quota is reached. Free some space and try again.';
const REFUSED =
  'The disk refused a write. It may be full, at a quota or faulty, or unable to change parts of a file, like some network drives. Free some space, check the disk, or use a folder on a local disk.';
const FAILED = 'The disk reported an error. Check the disk.';

it.each([
  ['SQLITE_FULL', FULL],
  ['SQLITE_IOERR_WRITE', REFUSED],
  ['SQLITE_IOERR_SHMSIZE', REFUSED],
  ['SQLITE_IOERR_FSYNC', FAILED],
  ['ENOSPC', FULL],
  ['EDQUOT', FULL],
  ['EROFS', 'The file system is read-only. Make it writable, or use a folder on another disk.'],
  ['EIO', FAILED],
])('toServiceError maps the disk error %s to storage_unavailable with its own message [SYNC-DISK]', (code, message) => {
  const error = makeError(code);
  expect(toServiceError(error)).toMatchObject({ code: 'storage_unavailable', message, cause: error });
  expect(toServiceError(error)).toBeInstanceOf(ServiceError);
});

it('toServiceError names the path on a read-only file system [SYNC-DISK]', () => {
  const error = Object.assign(makeError('EROFS'), { path: '/library/blobs/1f' });
  const message = '/library/blobs/1f is on a read-only file system. Make it writable, or use a folder on another disk.';
  expect(toServiceError(error)).toMatchObject({ code: 'storage_unavailable', message });
});

it('toServiceError names a missing file of the program, as after an upgrade while it runs [UPGRADE-RUNNING]', async () => {
  const error = await import(`${import.meta.url}/missing.js`).catch((failure: unknown) => failure);
  expect(toServiceError(error)).toMatchObject({
    code: 'internal_error',
    message: expect.stringContaining('Restart the program'),
    cause: error,
  });
});

it('toServiceError leaves errors about a path and service errors unchanged [SYNC-DISK]', () => {
  const refusal = new ServiceError('conflict', 'no');
  for (const error of [
    makeError('EACCES'),
    makeError('ENOENT'),
    makeError('SQLITE_CONSTRAINT'),
    refusal,
    new Error('other'),
  ])
    expect(toServiceError(error)).toBe(error);
  expect(toServiceError(new StorageError('too_large', 'Too large'))).toMatchObject({ code: 'body_too_large' });
});
