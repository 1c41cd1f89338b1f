import { type ErrorCode, ServiceError } from '@notes/contract';
import { StorageError, type StorageReason } from '@notes/storage';

/** What a worker answers: errors do not come from one thread to another as they are. */
export type Answer<Done> =
  | { readonly done: Done }
  | { readonly storage: StorageReason; readonly message: string }
  | { readonly refused: ErrorCode; readonly message: string };

export async function answered<Done>(work: () => Promise<Done>): Promise<Answer<Done>> {
  try {
    return { done: await work() };
  } catch (error) {
    if (error instanceof StorageError) return { storage: error.reason, message: error.message };
    if (error instanceof ServiceError) return { refused: error.code, message: error.message };
    throw error;
  }
}

/** @throws StorageError, ServiceError as the worker did */
export function doneOf<Done>(answer: Answer<Done>): Done {
  if ('done' in answer) return answer.done;
  if ('storage' in answer) throw new StorageError(answer.storage, answer.message);
  throw new ServiceError(answer.refused, answer.message);
}
