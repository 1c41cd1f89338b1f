import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../../tooling/reliability/upload.mjs', import.meta.url));

test('attachment bytes are durable before their row at any kill -9, and the check detects a planted loss [RU-ORDER]', ({
  skip,
}) => {
  const report = execFileSync(process.execPath, [script, '--points', '2'], { encoding: 'utf8' });
  if (report.startsWith('skipped: ')) skip(report.trim().slice('skipped: '.length));
  expect(report).toContain('every attachment has its bytes, durable before it is; a planted loss was seen');
});
