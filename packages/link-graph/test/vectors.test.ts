import { describe, expect, it } from 'vitest';
import { titleKeys, titleReference } from '../src/index.js';
import keys from '../vectors/keys.json' with { type: 'json' };
import references from '../vectors/references.json' with { type: 'json' };
import resolutions from '../vectors/resolutions.json' with { type: 'json' };
import { foldName, type NoteRecord, resolveRecord } from './cases.js';

describe('[LINK-SPEC-VECTORS] the vectors of title resolution', () => {
  it.each(references)('references.json: $reference', ({ reference, ...expected }) => {
    expect(titleReference(reference, foldName)).toEqual(expected);
  });

  it.each(keys)('keys.json: $title from $file_name', ({ title, file_name, keys: expected }) => {
    expect(titleKeys(title, file_name, foldName)).toEqual(expected);
  });

  it.each(resolutions.cases)('resolutions.json: $reference in $library from $from', ({ status, targets, ...entry }) => {
    const libraries: Readonly<Record<string, readonly NoteRecord[]>> = resolutions.libraries;
    expect(resolveRecord(entry.reference, libraries[entry.library] ?? [], entry.from)).toEqual({ status, targets });
  });
});
