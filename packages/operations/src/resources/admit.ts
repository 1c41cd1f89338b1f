import type { NewResource, ReceivedBlob, ResourceRow } from '@notes/storage';
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

/** Makes an attachment of received bytes; where that fails they are still the caller's to throw away. */
export function admitResource(context: Context, received: ReceivedBlob, described: Described): Promise<Admitted> {
  return context.library.store.write(({ resources }) =>
    resources.adopt(received, asResource(described, context.now())),
  );
}

/** A new attachment as it is stored. */
export const asResource = ({ filename, mimeType }: Described, at: number): NewResource => ({
  id: newId('resource'),
  filename: cleanFilename(filename),
  mimeType: cleanMimeType(mimeType),
  at,
});
