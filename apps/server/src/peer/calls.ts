import type { IncomingMessage } from 'node:http';
import type { ServiceError } from '@notes/contract';
import type { PeerCaller } from '@notes/operations';

/** A request on a path of peers that has passed all checks. */
export interface PeerCall {
  /** Undefined where nobody has to sign. */
  readonly caller: PeerCaller | undefined;
  readonly body: Buffer;
  /** How what goes wrong is told, where that is not as it is. */
  readonly refused?: (error: ServiceError) => ServiceError;
}

const calls = new WeakMap<IncomingMessage, PeerCall>();

/** Lets a request through to its route. */
export function admitCall(request: IncomingMessage, call: PeerCall): void {
  calls.set(request, call);
}

/** Undefined for a request that no check has seen. */
export const peerCallOf = (request: IncomingMessage): PeerCall | undefined => calls.get(request);
