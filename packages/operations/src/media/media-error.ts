import type { MediaReason } from '@notes/contract';

/** Why an address was not fetched or its bytes not kept. It says nothing of what was resolved or answered. */
export class MediaError extends Error {
  override readonly name = 'MediaError';
  readonly reasons: readonly [MediaReason, ...MediaReason[]];

  constructor(...reasons: [MediaReason, ...MediaReason[]]) {
    super(reasons.join(', '));
    this.reasons = reasons;
  }
}
