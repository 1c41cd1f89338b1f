import { z } from 'zod';

/** Version of the form of an index. One of another form is removed, and the service fills a new one. */
export const FORMAT = 3;

/** State of an index, written together with its records. */
const indexStateSchema = z.strictObject({
  format: z.literal(FORMAT),
  indexId: z.string().min(1),
  /** Sequence number up to which the index has all changes. */
  sequence: z.int().min(0),
});

export type IndexState = z.output<typeof indexStateSchema>;

/**
 * Parses a state.
 *
 * @returns undefined for that of an index of another form
 * @throws SyntaxError or ZodError for a text that is no state
 */
export function parseIndexState(text: string): IndexState | undefined {
  const state: unknown = JSON.parse(text);
  const { format } = z.object({ format: z.int() }).parse(state);
  return format === FORMAT ? indexStateSchema.parse(state) : undefined;
}
