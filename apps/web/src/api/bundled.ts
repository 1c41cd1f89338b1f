import { send } from './client.js';
import { ApiError } from './refusal.js';
import { text } from './texts.js';

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
  const response = await send(new Request(address, { signal }));
  if (!response.ok) throw new ApiError('not_found', text.answered(response.status));
  return (await response.json()) as readonly Bundled[];
}
