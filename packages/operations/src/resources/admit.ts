import type { ReceivedBlob, ResourceRow, UnitOfWork } from '@notes/storage';
import type { Context } from '../context.js';
import { newId } from '../ids.js';
import { cleanFilename } from './filename.js';
import { cleanMimeType } from './mime-type.js';

/** What a client says of its bytes; both are made to fit. */
export interface Described {
  readonly filename: string;
  readonly mimeType: string;
}

export interface Admitted {
  readonly resource: ResourceRow;
  /** The library had these bytes already. */
  readonly deduplicated: boolean;
}

/** Makes an attachment of received bytes; where that fails they are thrown away. */
export async function admitResource(context: Context, received: ReceivedBlob, described: Described): Promise<Admitted> {
  const { store } = context.library;
  try {
    return await store.write((unit) => adoptIn(unit, context, received, described));
  } catch (error) {
    store.blobs.discard(received);
    throw error;
  }
}

/** The same as a part of a write; when that is undone the bytes are the caller's to throw away. */
export function adoptIn(unit: UnitOfWork, context: Context, received: ReceivedBlob, described: Described): Admitted {
  return unit.resources.adopt(received, {
    id: newId('resource'),
    filename: cleanFilename(described.filename),
    mimeType: cleanMimeType(described.mimeType),
    at: context.now(),
  });
}
