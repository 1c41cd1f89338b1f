import type { MediaReason } from '@notes/contract';

/**
 * Reasons why an address was not fetched or its bytes not kept. The message reveals nothing of the resolved addresses
 * or the response.
 */
export class MediaError extends Error {
  override readonly name = 'MediaError';
  readonly reasons: readonly [MediaReason, ...MediaReason[]];

  constructor(...reasons: [MediaReason, ...MediaReason[]]) {
    super(reasons.join(', '));
    this.reasons = reasons;
  }
}
