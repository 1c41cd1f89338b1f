import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const loop = fileURLToPath(new URL('../../../tooling/reliability/kill-loop.mjs', import.meta.url));

test('acknowledged writes survive kill -9 under load, and the check detects a planted loss', () => {
  const report = execFileSync(process.execPath, [loop, '--rounds', '3'], { encoding: 'utf8' });
  expect(report).toContain('every acknowledged change is there, and the planted loss was detected');
});
