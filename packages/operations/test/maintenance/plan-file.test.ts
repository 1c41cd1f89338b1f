import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataPaths } from '@notes/storage';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readKeptPlan } from '../../src/upkeep/plans/plan-file.js';
import { temporaryFolder } from '../support.js';

it('readKeptPlan returns undefined for a missing plan, and throws for one that cannot be read', async () => {
  const paths = dataPaths(temporaryFolder());
  const work = { kind: 'purge', format: 'test', item: z.string() } as const;
  const sha256 = 'a'.repeat(64);
  expect(await readKeptPlan(paths, work, sha256)).toBeUndefined();
  mkdirSync(join(paths.plans, `purge-${sha256}.jsonl`), { recursive: true });
  await expect(readKeptPlan(paths, work, sha256)).rejects.toMatchObject({ code: 'EISDIR' });
});
