import { ServiceError } from '@notes/contract';
import { requireAgreement } from './confirm.js';
import type { Call } from './presentation.js';

/** Writes a folder. An earlier output at this path is replaced once a person agrees, or has agreed by a flag. */
export async function replaceFolder<T>(
  call: Call,
  agreed: boolean,
  write: (replace: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await write(agreed);
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'precondition_required' && call.mayAsk)) throw error;
    await requireAgreement(call, 'The earlier output in this folder will be replaced. Continue?');
    return write(true);
  }
}
