import { fileURLToPath } from 'node:url';
import { loadInBrowser } from '@notes/tooling/browser';
import { expect, it } from 'vitest';
import { createReader, goldenFiles } from './support.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const load = (name: string) => loadInBrowser(root, name, ['@notes/source']);

it('[ARC-ALONE] the root entry runs in a browser: it parses a manifest, verifies an archive and reports damage', async () => {
  const archive = await load('@notes/archive-manifest');
  const files = goldenFiles('every-entity');
  expect(archive.parseManifest(files.get('manifest.json')).ok).toBe(true);
  const sound = await archive.verifyArchive(createReader(files), { level: 3 });
  expect({ ok: sound.ok, problems: sound.problems.length }).toEqual({ ok: true, problems: 0 });

  const [pack, bytes] = [...files].find(([path]) => path.startsWith('packs/')) as [string, Uint8Array];
  files.set(pack, bytes.with(100, 0));
  const { problems } = await archive.verifyArchive(createReader(files), { level: 3 });
  expect(problems.map(({ code }: { code: string }) => code)).toEqual(['archive_object_digest', 'archive_pack_digest']);
});

it('the entry ./node does not load in a browser, because it imports modules of Node', async () => {
  await expect(load('@notes/archive-manifest/node')).rejects.toThrow('node:');
});
