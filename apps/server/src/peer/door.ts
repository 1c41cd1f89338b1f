import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HttpAccess, MAX_PAIRING_BYTES, ServiceError } from '@notes/contract';
import { type Library, type PeerService, StorageError } from '@notes/operations';
import { getSourceName, PEER_REPLIES, type PeerReplyCode, type RequestHead } from '@notes/sync-protocol/auth';
import type { Logger } from 'pino';
import { logFailure } from '../failures.js';
import { findFramingFault, type Guard, isLoopbackAddress, type Refusal } from '../http/guard.js';
import { sendError } from '../http/respond.js';
import type { UploadLimits } from '../http/upload.js';
import { receiveBody } from './body.js';
import { admitCall, type PeerCall } from './calls.js';
import { createPeerRoutes, isPeerTarget, type PeerFace } from './routes.js';

/** Handler of the paths of peers, and of all requests from beyond this machine. */
export interface PeerDoor {
  takes(request: IncomingMessage): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
}

export interface PeerDoorOptions {
  readonly library: Library & { readonly peers: PeerService };
  readonly log: Logger;
  /** Handler of the routes for admitted requests. */
  readonly app: (request: IncomingMessage, response: ServerResponse) => void;
  /** Guard of the loopback listener for all other paths; absent on a listener for peers only. */
  readonly guard?: Guard;
}

/** Builds the reply for a code. A code always has the same bytes, whatever the cause. */
const createReply = (code: PeerReplyCode) => new ServiceError(code, PEER_REPLIES[code].message);

/** Handler where peers are disabled: every request gets the same answer, without any check. */
export const closedDoor: PeerDoor = {
  takes: ({ url = '' }) => isPeerTarget(url),
  handle: (_request, response) => sendError(response, createReply('sync_disabled')),
};

/** Checks requests of peers, in the order in which they reveal least and cost least. */
export class OpenDoor implements PeerDoor {
  readonly #options: PeerDoorOptions;
  readonly #find = createPeerRoutes();
  readonly #limits: UploadLimits;

  constructor(options: PeerDoorOptions) {
    const { config } = options.library;
    this.#options = options;
    this.#limits = {
      maxBytes: config['sync.rest.max_body_bytes'],
      idleMs: config['server.request_timeout_seconds'] * 1000,
    };
  }

  takes(request: IncomingMessage): boolean {
    return this.#options.guard === undefined || isPeerTarget(request.url ?? '') || !isLocal(request);
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const http = this.#find(request.method ?? '', request.url ?? '');
    const refused = this.#look(http, request);
    if (refused?.close === true) response.setHeader('Connection', 'close');
    if (refused !== undefined) sendError(response, refused.error);
    else if (http?.access === 'operator')
      this.#letThrough(request, response, { caller: undefined, body: Buffer.alloc(0) });
    else this.#proceed(http?.access, request, response).catch((error: unknown) => this.#fail(response, error));
  }

  /** Returns the reason to refuse a request, signed or not. */
  #look(http: PeerFace | undefined, request: IncomingMessage): Refusal | undefined {
    const { guard, library } = this.#options;
    const isHere = guard !== undefined && isLocal(request);
    if (http === undefined || (http.access === 'operator' && !isHere)) return { error: createReply('not_found') };
    const fault = findFramingFault(request);
    if (fault !== undefined) return { error: new ServiceError('validation_failed', fault), close: true };
    const head = toRequestHead(request);
    const refused = http.access === 'operator' ? library.peers.admitOperator(head) : library.peers.admit(head);
    if (refused !== null) return { error: createReply(refused.code) };
    return isHere ? guard(request) : undefined;
  }

  async #proceed(access: HttpAccess | undefined, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { library } = this.#options;
    if (access === 'code') return await this.#pair(request, response);
    const claimed = library.peers.checkHead(toRequestHead(request));
    if (!claimed.ok) return sendError(response, createReply(claimed.refusal.code));
    const claim = claimed.value;
    const received = await receiveBody(request, response, library.store, this.#limits);
    try {
      const body = await received.read();
      const checked = library.peers.checkBody(claim, received.sha256);
      if (!checked.ok) return sendError(response, createReply(checked.refusal.code));
      const { nonce } = claim.credentials;
      this.#letThrough(request, response, { caller: { ...checked.value, nonce }, body });
    } finally {
      received.drop();
    }
  }

  /**
   * Handles pairing, where the request is not signed yet and the body identifies the peer. Every failure gets the same
   * answer.
   */
  async #pair(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { store, peers } = this.#options.library;
    const received = await receiveBody(request, response, store, { ...this.#limits, maxBytes: MAX_PAIRING_BYTES });
    const body = await received.read().finally(received.drop);
    const translateError = (error: ServiceError) => {
      if (error.code === 'internal_error' || error.code === 'storage_unavailable') return error;
      peers.recordRefusedPairing(toRequestHead(request).source);
      return createReply('unauthorized');
    };
    this.#letThrough(request, response, { caller: undefined, body, translateError });
  }

  #letThrough(request: IncomingMessage, response: ServerResponse, call: PeerCall): void {
    admitCall(request, call);
    this.#options.app(request, response);
  }

  #fail(response: ServerResponse, error: unknown): void {
    const isLarge = error instanceof ServiceError && error.code === 'body_too_large';
    sendError(
      response,
      isLarge ? createReply('body_too_large') : logFailure(this.#options.log, SUBJECT, toCallerError(error)),
    );
  }
}

const SUBJECT = { operation: 'peer' };

/** Keeps errors that are not the caller's, such as a full disk. */
const toCallerError = (error: unknown) =>
  error instanceof StorageError
    ? new ServiceError('storage_unavailable', 'The body cannot be stored at the moment', { cause: error })
    : error;

const isLocal = ({ socket }: IncomingMessage) => isLoopbackAddress(socket.remoteAddress);

const toRequestHead = ({ method = '', url = '', rawHeaders, socket }: IncomingMessage): RequestHead => ({
  method,
  target: url,
  headers: rawHeaders,
  source: getSourceName(socket.remoteAddress ?? ''),
});
