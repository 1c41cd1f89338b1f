import { basename } from 'node:path';
import { operations } from '@notes/contract';
import { z } from 'zod';
import type { ImportParameters } from './import-parameters.js';
import type { Checkpoint } from './import-state.js';

const { format, on_duplicate } = operations.importFolder.input.shape;
const count = z.int().nonnegative();

/** Schema of the parameters in the job of an import. */
export const storedParameters: z.ZodType<ImportParameters> = z.object({
  format,
  on_duplicate,
  path: z.string().min(1),
  source: z.string(),
  notebook_id: z.string().nullable(),
  trash_vanished: z.boolean().optional(),
  allow_empty: z.boolean().optional(),
});

/** Schema of the checkpoint in that job; null before the first one. */
export const storedCheckpoint: z.ZodType<Checkpoint | null> = z
  .object({
    done: count,
    seal: z.string(),
    // The file is opened in the folder of ledgers and truncated, so the name must not be a path.
    ledger: z.object({ name: z.string().refine((name) => basename(name) === name), bytes: count }),
  })
  .nullable();
