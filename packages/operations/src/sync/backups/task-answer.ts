import { type ErrorCode, ServiceError } from '@notes/contract';
import { StorageError, type StorageReason } from '@notes/storage';

/** Result of a worker. Errors lose their class between threads, so they are encoded. */
export type Answer<Done> =
  | { readonly done: Done }
  | { readonly storage: StorageReason; readonly message: string }
  | { readonly refused: ErrorCode; readonly message: string };

/** Encodes the result of work, or its storage or service error. Any other error is thrown. */
export async function toAnswer<Done>(work: () => Promise<Done>): Promise<Answer<Done>> {
  try {
    return { done: await work() };
  } catch (error) {
    if (error instanceof StorageError) return { storage: error.reason, message: error.message };
    if (error instanceof ServiceError) return { refused: error.code, message: error.message };
    throw error;
  }
}

/** @throws StorageError, ServiceError as thrown in the worker */
export function unwrapAnswer<Done>(answer: Answer<Done>): Done {
  if ('done' in answer) return answer.done;
  if ('storage' in answer) throw new StorageError(answer.storage, answer.message);
  throw new ServiceError(answer.refused, answer.message);
}
