import { fileURLToPath } from 'node:url';
import { loadInBrowser } from '@notes/tooling/browser';
import { expect, it } from 'vitest';

const packageRoot = fileURLToPath(new URL('..', import.meta.url));
const load = (name: string) => loadInBrowser(packageRoot, name, ['@notes/source']);

it('the root entry bundles for a browser', async () => {
  const protocol = await load('@notes/sync-protocol');
  expect(protocol.computePaddedSize(1_000)).toBe(1_024);
});

it.each([
  ['auth', 'checkHead'],
  ['backup', 'openBackup'],
  ['carrier', 'RestCarrier'],
  ['control', 'ControlLog'],
  ['merge', 'computeView'],
  ['run', 'runSync'],
])('the ./%s entry bundles for a browser', async (entry, name) => {
  const protocol = await load(`@notes/sync-protocol/${entry}`);
  expect(protocol[name]).toBeTypeOf('function');
});

it('functions of the bundled entries run in a browser', async () => {
  const { checkTarget } = await load('@notes/sync-protocol/auth');
  expect(checkTarget('/api/v1/sync/handshake')).toBeNull();
  const { mergeText } = await load('@notes/sync-protocol/merge');
  expect(mergeText('a\n\nb', 'A\n\nb', 'a\n\nB')).toEqual({ ok: true, text: 'A\n\nB' });
});

it.each(['node', 'suites'])('the ./%s entry imports Node modules', async (entry) => {
  await expect(load(`@notes/sync-protocol/${entry}`)).rejects.toThrow('node:');
});
