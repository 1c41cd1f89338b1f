import type { NewResource, ReceivedBlob, ResourceRow } from '@notes/storage';
import type { Context } from '../../platform/context.js';
import { newId } from '../../platform/ids.js';
import { cleanFilename } from './filename.js';
import { cleanMimeType } from './mime-type.js';

/** File name and type as declared by a client. Both are normalised. */
export interface Described {
  readonly filename: string;
  readonly mimeType: string;
}

export interface AdmittedResource {
  readonly resource: ResourceRow;
  /** True when the library already had these bytes. */
  readonly deduplicated: boolean;
}

/** Stores received bytes as an attachment. When that fails, the caller must discard them. */
export function admitResource(
  context: Context,
  received: ReceivedBlob,
  described: Described,
): Promise<AdmittedResource> {
  return context.library.store.write(({ resources }) =>
    resources.adopt(received, toNewResource(described, context.now())),
  );
}

/** Returns a new attachment as stored. */
export const toNewResource = ({ filename, mimeType }: Described, at: number): NewResource => ({
  id: newId('resource'),
  filename: cleanFilename(filename),
  mimeType: cleanMimeType(mimeType),
  at,
});
