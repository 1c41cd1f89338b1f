import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { locateObject, type Manifest } from '@notes/archive-manifest';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support.js';
import { sha256 } from '../../platform/sha256.js';
import { readKnownEntries } from './read-known-entries.js';

const LINES = '{"kind":"blob","sha256":"00"}\n{"kind":"blob","sha256":"01"}\n';
const OBJECT: Manifest['index'][number] = {
  entries: 2,
  location: { layout: 'fanout' },
  media_type: 'application/vnd.service.archive-v2-index+jsonl',
  sha256: sha256(LINES),
  size_bytes: LINES.length,
};

function writeIndex(): { directory: string; path: string } {
  const directory = temporaryFolder();
  const path = join(directory, locateObject(OBJECT).path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, LINES);
  return { directory, path };
}

describe('readKnownEntries', () => {
  it('returns the entries of an index object', () => {
    expect(readKnownEntries(writeIndex().directory, OBJECT)).toEqual([
      { kind: 'blob', sha256: '00' },
      { kind: 'blob', sha256: '01' },
    ]);
  });

  it('throws for altered bytes', () => {
    const { directory, path } = writeIndex();
    writeFileSync(path, LINES.replace('01', '02'));
    expect(() => readKnownEntries(directory, OBJECT)).toThrow('altered');
  });

  it('throws for a file of another size without reading it', () => {
    const { directory, path } = writeIndex();
    truncateSync(path, 1_500_000_000);
    const before = process.resourceUsage().maxRSS;
    expect(() => readKnownEntries(directory, OBJECT)).toThrow('altered');
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(100 * 1024);
  });
});
