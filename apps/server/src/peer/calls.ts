import type { IncomingMessage } from 'node:http';
import type { ServiceError } from '@notes/contract';
import type { PeerCaller } from '@notes/operations';

/** Request on a path of peers that has passed all checks. */
export interface PeerCall {
  /** Authenticated peer; undefined where no signature is required. */
  readonly caller: PeerCaller | undefined;
  readonly body: Buffer;
  /** Translates errors for callers that must not see them as they are. */
  readonly translateError?: (error: ServiceError) => ServiceError;
}

const calls = new WeakMap<IncomingMessage, PeerCall>();

/** Admits a request to its route. */
export function admitCall(request: IncomingMessage, call: PeerCall): void {
  calls.set(request, call);
}

/** Returns the admitted call of a request; undefined for a request that was not checked. */
export const getPeerCall = (request: IncomingMessage): PeerCall | undefined => calls.get(request);
