import { contentOf } from './answer.js';
import { send } from './client.js';

/** A package of which something is in the page, as the build lists it. */
export interface Bundled {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly licence: string;
  /** The notice that goes with every copy. */
  readonly text: string;
}

/**
 * What the page is made from.
 *
 * @throws ApiError
 */
export async function listBundled(signal: AbortSignal): Promise<readonly Bundled[]> {
  const address = document.querySelector<HTMLMetaElement>('meta[name="bundled"]')?.content ?? '';
  return contentOf(await send(new Request(address, { signal })));
}
