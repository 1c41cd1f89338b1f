import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFolders } from '@notes/storage/folders';

const KEY_BYTES = 32;
const MIN_KEY_LENGTH = 16;
const OWNER_ONLY = 0o600;

/**
 * Reads the API key from a file, which is made with a random key when it does not exist.
 *
 * @throws Error when the file cannot be read, or its key is too short
 */
export function readApiKey(path: string): { readonly apiKey: string; readonly isNew: boolean } {
  const made = makeApiKey(path);
  if (made !== undefined) return { apiKey: made, isNew: true };
  const apiKey = readFileSync(path, 'utf8').trim();
  if (apiKey.length < MIN_KEY_LENGTH)
    throw new Error(
      `${path}: the API key needs at least ${MIN_KEY_LENGTH} characters. Remove the file to make a new one.`,
    );
  return { apiKey, isNew: false };
}

function makeApiKey(path: string): string | undefined {
  const apiKey = randomBytes(KEY_BYTES).toString('base64url');
  createFolders(dirname(path), 0o700);
  try {
    writeFileSync(path, `${apiKey}\n`, { mode: OWNER_ONLY, flag: 'wx', flush: true });
    return apiKey;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
}
