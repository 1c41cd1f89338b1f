import { ServiceError } from '@notes/contract';
import type { z } from 'zod';

/**
 * Parses the stored data of a job's row, which another version of this program may have written.
 *
 * @throws ServiceError `validation_failed`
 */
export function readStored<T>(schema: z.ZodType<T>, stored: unknown): T {
  const read = schema.safeParse(stored);
  if (read.success) return read.data;
  throw new ServiceError('validation_failed', 'what the job was asked to do, or its checkpoint, is not understood');
}
