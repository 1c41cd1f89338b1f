import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
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
  const text = readText(join(directory, locateObject(object).path), object.size_bytes);
  if (sha256(text) !== object.sha256) throw new Error('The index was altered');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as IndexEntry);
}

/** Reads a file of a known size; another may be too large for memory. */
function readText(path: string, size: number): string {
  const file = openSync(path, 'r');
  try {
    if (fstatSync(file).size !== size) throw new Error('The index was altered');
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}
