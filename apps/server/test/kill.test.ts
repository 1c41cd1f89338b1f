import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const loop = fileURLToPath(new URL('../../../tooling/reliability/kill-loop.mjs', import.meta.url));

test('what was acknowledged survives kill -9 under load, and the check would see a loss', () => {
  const report = execFileSync(process.execPath, [loop, '--rounds', '3'], { encoding: 'utf8' });
  expect(report).toContain('every acknowledged change is there; a planted loss was seen');
});
