import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeArchive } from '../src/node/index.js';
import { openArchive } from '../src/node/open-archive.js';
import {
  ARCHIVES,
  goldenFiles,
  goldenFolder,
  libraryOf,
  manifestIn,
  readFiles,
  verify,
  withFolder,
} from './support.js';

/** Written down when the format was: they change with nothing but the format. */
const COMMITS: Readonly<Record<string, string>> = {
  empty: '9a77e0a6ed0bf05b0e869991333b653fd441ea30d33e404374adb7374b858b97',
  'every-entity': 'e670bdb3d3fad72069a957970887f2627d3a684d463eaa11a59a5b724723cccb',
  'pack-and-fanout': 'e937206b8f2cca2f9e6abc7980b02353faefa4d459b9ac22c700d83a541d0e6e',
  'multi-index': '31ab98f3c4eb02529fdfb042ac5f9dd617b09635a392518941a842ce02b4a91d',
  fanout: '60c13ae0ea1d494af9581dc7d54b201d9aee4b0aa5243201848128de18b8a1c2',
};

describe.each(ARCHIVES)('the archive $name of the vectors', ({ name, library, options }) => {
  it('[ARC-EQUAL] is what its library gives, byte for byte', async () => {
    await withFolder((folder) => {
      writeArchive(join(folder, 'a'), libraryOf(library), options);
      expect(readFiles(join(folder, 'a'))).toEqual(goldenFiles(name));
    });
  });

  it('has the digest it had from the beginning', () => {
    expect(manifestIn(goldenFiles(name)).commit_sha256).toBe(COMMITS[name]);
  });

  it('is found without fault at every level', async () => {
    const folder = openArchive(goldenFolder(name));
    for (const level of [0, 1, 2, 3] as const)
      expect(await verify(folder, level)).toMatchObject({ ok: true, problems: [], warnings: [], level });
    folder.close();
  });
});

it('archives of one library have one snapshot, wherever their objects lie', () => {
  const ids = ARCHIVES.filter(({ library }) => library === 'full').map(
    ({ name }) => manifestIn(goldenFiles(name)).snapshot.id,
  );
  expect(ids.length).toBe(4);
  expect(new Set(ids).size).toBe(1);
});
