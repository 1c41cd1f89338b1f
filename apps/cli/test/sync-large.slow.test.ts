import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inProcess, type TestLibrary, temporaryFolder, testLibrary } from './support.js';

const LARGE_BYTES = 64 * 1024 * 1024 + 1;
const COUNTED = '1 attachment, 67,108,865 bytes';

async function runSuccessfully({ run }: TestLibrary, args: readonly string[], input = '') {
  const { code, stdout, stderr } = await run(args, { input });
  expect(code, stderr).toBe(0);
  return { stdout, stderr };
}

test('sync status counts a large attachment to send, and one that a recovered device leaves on the sync target until it fetches all [SYNC-PENDING]', async () => {
  const [first, second] = [testLibrary(inProcess), testLibrary(inProcess)];
  const folder = temporaryFolder();
  for (const each of [first, second]) {
    await runSuccessfully(each, ['config', 'set', 'sync.target', 'directory']);
    await runSuccessfully(each, ['config', 'set', 'sync.directory.path', folder]);
  }
  const { stdout } = await runSuccessfully(first, ['sync', 'init', 'first', '--json']);
  const { recovery_code } = JSON.parse(stdout);
  const film = join(temporaryFolder(), 'film.bin');
  writeFileSync(film, '');
  truncateSync(film, LARGE_BYTES);
  await runSuccessfully(first, ['resource', 'add', film]);
  const readStatus = async (of: TestLibrary) => (await runSuccessfully(of, ['sync', 'status'])).stdout;
  expect(await readStatus(first)).toMatch(new RegExp(`^to send +1 change, ${COUNTED}$`, 'm'));
  await runSuccessfully(first, ['sync', 'run']);
  expect(await readStatus(first)).toMatch(/^to send +0 changes\n/m);

  const restored = await runSuccessfully(
    second,
    ['sync', 'recover', 'restore', '--code', '-', '--name', 'again'],
    recovery_code,
  );
  expect(restored.stderr).toContain('Only on the sync target: 1 large attachment, 67,108,865 bytes.');
  expect(await readStatus(second)).toContain(
    `on request ${COUNTED}: not on this device. To fetch them: notes --data-dir ${second.dataDir} sync run --all-attachments\n`,
  );

  // The run learns of the second attachment only after its start.
  truncateSync(film, LARGE_BYTES + 1);
  await runSuccessfully(first, ['resource', 'add', film]);
  await runSuccessfully(first, ['sync', 'run']);
  await runSuccessfully(second, ['sync', 'run', '--all-attachments']);
  expect(await readStatus(second)).toMatch(/^to fetch +0 attachments\nconflicts/m);
  expect((await runSuccessfully(second, ['doctor'])).stdout).not.toContain('not received yet');
});
