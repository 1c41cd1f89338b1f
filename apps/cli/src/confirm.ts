import { createInterface } from 'node:readline';
import { ServiceError } from '@notes/contract';
import type { Call, Flag, Values } from './presentation.js';

/** The flags of a permanent deletion. */
export const confirmFlag: Flag = {
  flags: '--confirm <value>',
  description: 'the exact words that a permanent deletion takes',
};
export const yesFlag: Flag = { flags: '-y, --yes', description: 'is not enough for a permanent deletion' };

/** What a person is asked by. */
type Asking = Pick<Call, 'out' | 'stdin' | 'mayAsk' | 'signal'>;

/** What words are asked for, and what it means that they were not given. */
interface Reason {
  readonly purpose: string;
  readonly otherwise: string;
}

/**
 * Answers the words a permanent deletion takes, once a person has given them: by the flag, or typed.
 *
 * @throws ServiceError `precondition_required` where others were given, or none and nobody may be asked
 */
export async function confirmation(
  call: Asking,
  values: Values,
  wanted: string,
  { purpose, otherwise }: Reason = { purpose: 'to delete for ever', otherwise: 'nothing was deleted' },
): Promise<string> {
  const given =
    values.confirmation ??
    (call.mayAsk && values.yes !== true ? await answerTo(call, `Type ${wanted} ${purpose}: `) : undefined);
  if (given === wanted) return wanted;
  throw new ServiceError('precondition_required', `${otherwise}: confirm with --confirm ${wanted}`);
}

/**
 * Does what may need words, and once more with them where it asks for them.
 *
 * @throws what `confirmation` and `run` throw
 */
export async function onceConfirmed<Result>(
  call: Asking,
  values: Values,
  reason: Reason,
  run: (more: Values) => Promise<Result>,
): Promise<Result> {
  try {
    return await run({});
  } catch (error) {
    const words = error instanceof ServiceError ? error.details.confirmation : undefined;
    if (typeof words !== 'string') throw error;
    return run({ confirmation: await confirmation(call, values, words, reason) });
  }
}

/**
 * Asks before a change that many notes show.
 *
 * @throws ServiceError `precondition_required` on another answer than yes, and where nobody may be asked
 */
export async function agreement(call: Call, question: string): Promise<void> {
  if (call.mayAsk && /^y(?:es)?$/i.test(await answerTo(call, `${question} [y/N] `))) return;
  throw new ServiceError('precondition_required', 'nothing was changed: --yes does it without asking');
}

/** No answer is an empty one, and so is Ctrl-C during long work, which nothing has begun of yet. */
async function answerTo({ out, stdin, signal }: Asking, question: string): Promise<string> {
  out.ask(question);
  const lines = createInterface({ input: stdin, ...(signal && { signal }) });
  try {
    for await (const line of lines) return line.trim();
    return '';
  } finally {
    lines.close();
  }
}
