import { send } from './client.js';
import { parseAnswer } from './parse-answer.js';

/** A package with code in the page, as listed by the build. */
export interface Bundled {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly licence: string;
  /** Licence notice, which every copy must include. */
  readonly text: string;
}

/**
 * Lists the packages the page is built from.
 *
 * @throws ApiError
 */
export async function listBundled(signal: AbortSignal): Promise<readonly Bundled[]> {
  const address = document.querySelector<HTMLMetaElement>('meta[name="bundled"]')?.content ?? '';
  return parseAnswer(await send(new Request(address, { signal })));
}
