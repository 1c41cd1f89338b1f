import { lstat } from 'node:fs/promises';
import { sha256 } from '../sha256.js';
import type { Found } from './walk.js';

const AT_ONCE = 32;

/** What a file looks like from outside: another one once it is written to. */
export async function stampOf({ path, location }: Found): Promise<string> {
  const status = await lstat(location).catch(() => undefined);
  return JSON.stringify([path, status?.size ?? null, status?.mtimeMs ?? null]);
}

/** The seal of no file. */
export const UNSEALED = '';

/** A digest of the stamps of files in their order: that of those before, and one more. */
export const sealed = (before: string, stamp: string): string => sha256(`${before}\n${stamp}`);

/** The seal of files as they are now. */
export async function sealOf(files: readonly Found[]): Promise<string> {
  let seal = UNSEALED;
  for (let at = 0; at < files.length; at += AT_ONCE) {
    for (const stamp of await Promise.all(files.slice(at, at + AT_ONCE).map(stampOf))) seal = sealed(seal, stamp);
  }
  return seal;
}
