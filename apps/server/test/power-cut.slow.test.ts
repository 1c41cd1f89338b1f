import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../../tooling/reliability/power-cut.mjs', import.meta.url));

test('acknowledged writes survive a power cut, and the check detects a missing sync', ({ skip }) => {
  const args = ['--cuts', '30', '--writes', '60'];
  const report = execFileSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  if (report.startsWith('skipped: ')) skip(report.trim().slice('skipped: '.length));
  expect(report).toContain('every acknowledged change survives a power cut, and missing syncs were detected');
});
