import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import type { Library } from '../../platform/context.js';
import { decodeSnapshot, encodeSnapshot, type Snapshot } from './encode-snapshot.js';
import { keepSnapshot, readSnapshot } from './snapshots.js';

const SEED = 20_261_128;
const NOW = 1_795_000_000_000;
const channels = { typo: 'answered', meaning: 'building' } as const;
const gone = expect.objectContaining({
  code: 'cursor_invalid',
  message: 'The search is older than ten minutes, or no longer kept. Search again',
});

/** Makes a snapshot of the largest size. */
const makeSnapshot = (name: string): Snapshot => ({
  hits: Array.from({ length: 1_000 }, (_, index) => ({
    id: `doc_${name}${String(index).padStart(20, '0')}`,
    score: 1,
  })),
  channels,
  truncated: true,
});

/** Makes a library with nothing but a folder for temporary files. */
function makeLibrary(tmp = mkdtempSync(join(tmpdir(), 'notes-snapshots-'))): Library {
  onTestFinished(() => rmSync(tmp, { recursive: true, force: true }));
  return { store: { paths: { tmp } } } as Library;
}

it('a decoded snapshot is the encoded one, and incomplete bytes are none [SIDECAR-SNAPSHOT]', () => {
  const hit = fc.record(
    {
      id: fc.string({ unit: 'grapheme', minLength: 1 }).filter((id) => !id.includes('\n')),
      score: fc.double({ noNaN: true }),
      matchedBy: fc.constantFrom('prefix' as const, 'typo' as const, 'meaning' as const),
    },
    { requiredKeys: ['id', 'score'] },
  );
  const property = fc.property(fc.array(hit), fc.boolean(), fc.nat(), (hits, truncated, cut) => {
    const snapshot = { hits, channels, truncated, expiresAt: NOW };
    const bytes = encodeSnapshot(snapshot);
    expect(decodeSnapshot(bytes)).toEqual(snapshot);
    expect(decodeSnapshot(bytes.subarray(0, cut % bytes.length))).toBeUndefined();
  });
  fc.assert(property, { seed: SEED });
});

it('400 snapshots of 1,000 notes stay in memory, and older ones give way to newer ones [SIDECAR-SNAPSHOT]', () => {
  const library = makeLibrary();
  const ids = Array.from({ length: 600 }, (_, index) =>
    keepSnapshot(library, makeSnapshot(String(index).padStart(6, '0')), NOW, false),
  );
  for (const [index, id] of ids.entries())
    if (index >= 200)
      expect(readSnapshot(library, id, NOW).hits[0]?.id).toBe(`doc_${String(index).padStart(6, '0')}${'0'.repeat(20)}`);
  expect(() => readSnapshot(library, ids[0] as string, NOW)).toThrow(gone);
});

it('a snapshot ends after ten minutes [SIDECAR-SNAPSHOT]', () => {
  const library = makeLibrary();
  const id = keepSnapshot(library, makeSnapshot(''), NOW, true);
  expect(readSnapshot(library, id, NOW + 599_999).truncated).toBe(true);
  expect(() => readSnapshot(library, id, NOW + 600_000)).toThrow(gone);
});

it('another process reads a snapshot from its file, and refuses a damaged one; files stay within their bound [SIDECAR-SNAPSHOT]', () => {
  const library = makeLibrary();
  const { tmp } = library.store.paths;
  const ids = Array.from({ length: 500 }, () => keepSnapshot(library, makeSnapshot(''), NOW, true));
  const count = readdirSync(tmp).length;
  expect(count).toBeGreaterThan(350);
  expect(count).toBeLessThan(500);
  const other = makeLibrary(tmp);
  const last = ids.at(-1) as string;
  expect(readSnapshot(other, last, NOW)).toMatchObject(makeSnapshot(''));
  writeFileSync(join(tmp, `search-${last}`), 'x');
  expect(() => readSnapshot(other, last, NOW)).toThrow(gone);
});
