import { basename } from 'node:path';
import { operations } from '@notes/contract';
import { z } from 'zod';
import type { ImportParameters } from './import-run.js';
import type { Checkpoint } from './trail.js';

const { format, on_duplicate } = operations.importFolder.input.shape;
const count = z.int().nonnegative();

/** What the row of an import's job says it was asked to do. */
export const storedParameters: z.ZodType<ImportParameters> = z.object({
  format,
  on_duplicate,
  path: z.string().min(1),
  source: z.string(),
  notebook_id: z.string().nullable(),
});

/** Where that row says it can go on; null at its start. */
export const storedCheckpoint: z.ZodType<Checkpoint | null> = z
  .object({
    done: count,
    seal: z.string(),
    // It is opened below the folder of ledgers, and cut off.
    ledger: z.object({ name: z.string().refine((name) => basename(name) === name), bytes: count }),
  })
  .nullable();
