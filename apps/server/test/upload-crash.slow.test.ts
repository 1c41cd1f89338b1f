import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../../tooling/reliability/upload.mjs', import.meta.url));

test('attachment bytes are durable before their row at any kill -9, and the check detects a planted loss [RU-ORDER]', ({
  skip,
}) => {
  const report = execFileSync(process.execPath, [script, '--points', '2'], { encoding: 'utf8' });
  if (report.startsWith('skipped: ')) skip(report.trim().slice('skipped: '.length));
  expect(report).toContain(
    'the bytes of every attachment were durable before it was recorded, and the planted loss was detected',
  );
});
