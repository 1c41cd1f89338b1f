import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type VerifyLevel, verifyArchive } from '../src/index.js';
import { writeArchive } from '../src/node/index.js';
import { openArchive } from '../src/node/open-archive.js';
import {
  ARCHIVES,
  goldenFiles,
  goldenFolder,
  manifestIn,
  readFiles,
  readLibrary,
  verify,
  withFolder,
} from './support.js';

/** Commits recorded with the format: they change only when the format does. */
const COMMITS: Readonly<Record<string, string>> = {
  empty: '9a77e0a6ed0bf05b0e869991333b653fd441ea30d33e404374adb7374b858b97',
  'every-entity': 'd3f09c052f90d954ac70a788bbe5d5de0b6d3ee471809c14396db0fe29fb9bc2',
  'pack-and-fanout': 'f3060835e1922d16840dfe964801f4f0226f9c5c2d8f6434dca7809660c213f6',
  'multi-index': 'd15ebe536c1a241a16b7e11a17cb03f2c7f48462cac7954b1651e894935475e7',
  fanout: 'b8f8917e06f9e0f0216715efa2a6c2f7de20f972333d79e2a88a10e7faf86979',
  compressed: '1178a4649dcd28bd651e58e11a58b659022da731cae8e6047d62fdd13617af91',
};

describe.each(ARCHIVES)('the archive $name of the vectors', ({ name, library, options }) => {
  it('[ARC-EQUAL] equals the archive written from its library, byte for byte', async () => {
    await withFolder((folder) => {
      writeArchive(join(folder, 'a'), readLibrary(library), options);
      expect(readFiles(join(folder, 'a'))).toEqual(goldenFiles(name));
    });
  });

  it('has the recorded commit digest', () => {
    expect(manifestIn(goldenFiles(name)).commit_sha256).toBe(COMMITS[name]);
  });

  it('has no problem at any level', async () => {
    const folder = openArchive(goldenFolder(name));
    for (const level of [0, 1, 2, 3] as const)
      expect(await verify(folder, level)).toMatchObject({ ok: true, problems: [], warnings: [], level });
    folder.close();
  });
});

it('archives of one library have the same snapshot id in every layout', () => {
  const uncompressed = ARCHIVES.filter(({ library, options }) => library === 'full' && options.compress === undefined);
  const ids = uncompressed.map(({ name }) => manifestIn(goldenFiles(name)).snapshot.id);
  expect(ids.length).toBe(4);
  expect(new Set(ids).size).toBe(1);
});

it('verifyArchive with a sample reads the objects that the random numbers select', async () => {
  const folder = openArchive(goldenFolder('fanout'));
  const countSampled = async (sample: number, random: () => number) =>
    (await verifyArchive(folder, { level: 3, sample, random })).sampled;
  const { manifest, sampled: all } = await verifyArchive(folder, { level: 3 });
  expect(all).toBeNull();
  expect(await countSampled(1, () => 0)).toBe(manifest?.totals.objects);
  expect(await countSampled(100, () => 0.999)).toBe(manifest?.totals.objects);
  // A sample that would be empty has one object, whichever the random numbers select.
  for (const value of [0.5, 0.999]) expect(await countSampled(50, () => value)).toBe(1);
  folder.close();
});

it('verifyArchive throws RangeError for an unknown level, and for a sample that is no percentage', async () => {
  const folder = openArchive(goldenFolder('fanout'));
  for (const level of [-1, 4, 1.5, Number.NaN, '3', undefined])
    await expect(verifyArchive(folder, { level: level as VerifyLevel })).rejects.toThrow(RangeError);
  for (const sample of [-1, 101, Number.NaN])
    await expect(verifyArchive(folder, { level: 3, sample })).rejects.toThrow(RangeError);
  folder.close();
});
