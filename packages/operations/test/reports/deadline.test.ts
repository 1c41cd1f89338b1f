import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { runReport } from '../../src/upkeep/reports/run.js';
import { temporaryFolder } from '../support.js';

it('A report that exceeds its time limit is stopped, and the next one runs [LINT-DEADLINE]', async () => {
  const module = (name: string, text: string) => {
    const path = join(temporaryFolder(), name);
    writeFileSync(path, text);
    return pathToFileURL(path);
  };
  const endless = module('endless.mjs', 'export default () => { for (;;); };');
  const quick = module('quick.mjs', 'export default ({ n }) => n + 1;');
  await expect(runReport({ signal: AbortSignal.timeout(200) }, { module: endless, task: {} })).rejects.toMatchObject({
    code: 'request_timeout',
  });
  expect(await runReport({}, { module: quick, task: { n: 1 } })).toBe(2);
});
