import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inProcess, testLibrary } from './support.js';

test('doctor prints one line for each check, and exits with 10 when a check fails', async () => {
  const { run, dataDir } = testLibrary(inProcess);
  expect(await run(['doctor'])).toMatchObject({ code: 8, stdout: '' });
  await run(['new', 'A note', '-q']);
  const well = await run(['doctor', '-q']);
  expect([well.code, well.stderr]).toEqual([0, '']);
  expect(well.stdout).toMatch(/^ok {2}schema {8}Schema \d+, the current one\n/);
  const lines = well.stdout.trimEnd().split('\n');
  expect(lines.every((line) => line.startsWith('ok  '))).toBe(true);
  chmodSync(join(dataDir, 'notes.db'), 0o644);
  const ill = await run(['doctor']);
  expect(ill).toMatchObject({ code: 10, stderr: `${dataDir}\n` });
  expect(ill.stdout).toContain(`        notes.db 0644\n        → chmod -R go= ${dataDir}\n`);
  const { checks } = JSON.parse((await run(['doctor', '--deep', '--json'])).stdout);
  expect(checks).toHaveLength(lines.length);
});
