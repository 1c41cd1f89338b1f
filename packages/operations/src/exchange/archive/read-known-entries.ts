import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IndexEntry, locateObject, type Manifest } from '@notes/archive-manifest';
import { sha256 } from '../../platform/sha256.js';

/**
 * Reads the entries of an index object that an export wrote. The caller knows the commit of the archive, from which the
 * digest of the object follows, so the lines need no check of their own. Loads no schema.
 *
 * @throws Error for an object that cannot be read or does not match its digest
 */
export function readKnownEntries(directory: string, object: Manifest['index'][number]): IndexEntry[] {
  const text = readFileSync(join(directory, locateObject(object).path), 'utf8');
  if (sha256(text) !== object.sha256) throw new Error('The index was altered');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as IndexEntry);
}
