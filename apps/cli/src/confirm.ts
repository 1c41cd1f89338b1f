import { createInterface } from 'node:readline';
import { ServiceError } from '@notes/contract';
import type { Call, Flag, Values } from './presentation.js';

/** Flag that confirms a permanent deletion. */
export const confirmFlag: Flag = {
  flags: '--confirm <value>',
  description: 'Confirmation words, exactly as the command prints them.',
};
export const yesFlag: Flag = { flags: '-y, --yes', description: 'Do not ask. The command still needs --confirm.' };

/** Parts of a call that asking a person needs. */
type PromptContext = Pick<Call, 'out' | 'stdin' | 'mayAsk' | 'signal'>;

/** Purpose of the confirmation words, and the explanation when they are missing. */
interface ConfirmationTexts {
  readonly purpose: string;
  readonly otherwise: string;
}

/**
 * Returns the confirmation words of a permanent deletion, from the flag or typed by a person.
 *
 * @throws ServiceError `precondition_required` for other words, or for none where asking is not possible
 */
export async function requireConfirmation(
  call: PromptContext,
  values: Values,
  wanted: string,
  { purpose, otherwise }: ConfirmationTexts = { purpose: 'to delete permanently', otherwise: 'Nothing was deleted' },
): Promise<string> {
  const given =
    values.confirmation ??
    (call.mayAsk && values.yes !== true ? await askQuestion(call, `Type ${wanted} ${purpose}: `) : undefined);
  if (given === wanted) return wanted;
  throw new ServiceError('precondition_required', `${otherwise}. To confirm, add --confirm ${wanted}`);
}

/**
 * Runs an operation that may require confirmation words, and repeats it with them when it asks for them.
 *
 * @throws errors of `confirmation` and `run`
 */
export async function runWithConfirmation<Result>(
  call: PromptContext,
  values: Values,
  reason: ConfirmationTexts,
  run: (more: Values) => Promise<Result>,
): Promise<Result> {
  try {
    return await run({});
  } catch (error) {
    const words = error instanceof ServiceError ? error.details.confirmation : undefined;
    if (typeof words !== 'string') throw error;
    return run({ confirmation: await requireConfirmation(call, values, words, reason) });
  }
}

/**
 * Asks before a change that affects many notes.
 *
 * @throws ServiceError `precondition_required` for any answer but yes, and where asking is not possible
 */
export async function requireAgreement(call: Call, question: string): Promise<void> {
  if (call.mayAsk && /^y(?:es)?$/i.test(await askQuestion(call, `${question} [y/N] `))) return;
  throw new ServiceError('precondition_required', 'Nothing was changed. To agree without being asked, add --yes');
}

/** Returns an empty text for no answer, and for Ctrl-C; the work has not started then. */
async function askQuestion({ out, stdin, signal }: PromptContext, question: string): Promise<string> {
  out.ask(question);
  const lines = createInterface({ input: stdin, ...(signal && { signal }) });
  try {
    for await (const line of lines) return line.trim();
    // At the end of the input the cursor is still behind the question; Ctrl-C has ended the line.
    if (signal?.aborted !== true) out.ask('\n');
    return '';
  } finally {
    lines.close();
  }
}
