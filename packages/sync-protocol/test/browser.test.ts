import { fileURLToPath } from 'node:url';
import { loadInBrowser } from '@notes/tooling/browser';
import { expect, it } from 'vitest';

const packageRoot = fileURLToPath(new URL('..', import.meta.url));
const load = (name: string) => loadInBrowser(packageRoot, name, ['@notes/source']);

it('the root entry bundles for a browser', async () => {
  const protocol = await load('@notes/sync-protocol');
  expect(protocol.checkTarget('/api/v1/sync/handshake')).toBeNull();
  expect(protocol.computePaddedSize(1_000)).toBe(1_024);
  expect(protocol.mergeText('a\n\nb', 'A\n\nb', 'a\n\nB')).toEqual({ ok: true, text: 'A\n\nB' });
});

it('only the ./node entry imports Node modules', async () => {
  await expect(load('@notes/sync-protocol/node')).rejects.toThrow('node:');
});
