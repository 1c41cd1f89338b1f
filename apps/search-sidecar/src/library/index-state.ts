import { z } from 'zod';

/** State of an index, written together with its records. */
const indexStateSchema = z.strictObject({
  format: z.literal(1),
  indexId: z.string().min(1),
  /** Sequence number up to which the index has all changes. */
  sequence: z.int().min(0),
});

export type IndexState = z.output<typeof indexStateSchema>;

/** @throws SyntaxError or ZodError for a text that is no state */
export const parseIndexState = (text: string): IndexState => indexStateSchema.parse(JSON.parse(text));
