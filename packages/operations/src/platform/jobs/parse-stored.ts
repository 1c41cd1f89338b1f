import { ServiceError } from '@notes/contract';
import type { z } from 'zod';

/**
 * Parses the stored data of a job's row, which another version of this program may have written.
 *
 * @throws ServiceError `validation_failed`
 */
export function parseStored<T>(schema: z.ZodType<T>, stored: unknown): T {
  const read = schema.safeParse(stored);
  if (read.success) return read.data;
  throw new ServiceError(
    'validation_failed',
    'The stored request or checkpoint of this job is from another version of Notes or damaged',
  );
}
