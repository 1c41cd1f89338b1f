import { expect, test } from 'vitest';
import { openPinnedSocket } from './pinned-socket.js';
import type { MediaPolicy } from './policy.js';

test('openPinnedSocket ends with a timeout, without the name being resolved, when its signal has aborted', async () => {
  const policy = { privateHosts: new Set<string>() } as unknown as MediaPolicy;
  const opening = openPinnedSocket(new URL('http://localhost:1/'), policy, AbortSignal.abort());
  await expect(opening).rejects.toMatchObject({ reasons: ['timeout'] });
});
