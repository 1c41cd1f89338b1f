import type { Input, Output } from '@notes/contract';
import type { Context } from '../../platform/context.js';
import { checkUrl } from './check-url.js';
import { mediaPolicy } from './policy.js';

/** Returns the decision of the policy on an address. */
export function checkMediaUrl({ library }: Context, { url }: Input<'checkMediaUrl'>): Output<'checkMediaUrl'> {
  const { reasons } = checkUrl(url, mediaPolicy(library.config));
  return { allowed: reasons.length === 0, reasons };
}
