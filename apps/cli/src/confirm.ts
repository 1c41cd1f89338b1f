import { createInterface } from 'node:readline';
import { ServiceError } from '@notes/contract';
import type { Call, Flag, Values } from './presentation.js';

/** The flags of a permanent deletion. */
export const confirmFlag: Flag = {
  flags: '--confirm <value>',
  description: 'the exact words that a permanent deletion takes',
};
export const yesFlag: Flag = { flags: '-y, --yes', description: 'is not enough for a permanent deletion' };

/**
 * Answers the words a permanent deletion takes, once a person has given them: by the flag, or typed.
 *
 * @throws ServiceError `precondition_required` where others were given, or none and nobody may be asked
 */
export async function confirmation(call: Call, values: Values, wanted: string): Promise<string> {
  const given = values.confirmation ?? (call.mayAsk && values.yes !== true ? await typed(call, wanted) : undefined);
  if (given === wanted) return wanted;
  throw new ServiceError('precondition_required', `nothing was deleted: confirm with --confirm ${wanted}`);
}

async function typed({ out, stdin }: Call, wanted: string): Promise<string> {
  out.ask(`Type ${wanted} to delete for ever: `);
  const lines = createInterface({ input: stdin });
  try {
    for await (const line of lines) return line.trim();
    return '';
  } finally {
    lines.close();
  }
}
