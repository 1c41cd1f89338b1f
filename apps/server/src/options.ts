import type { Library } from '@notes/operations';
import type { Logger } from 'pino';

/** Bounds of connections; times in milliseconds. */
export const listenerLimits = {
  /** For all headers of a request to arrive. */
  headersTimeout: 10_000,
  /**
   * For a whole request to arrive: none that would be the same for a note and for a film. What reads a body limits it:
   * JSON has `server.request_timeout_seconds` for all of it, bytes for each wait, a body nobody wants a few seconds.
   */
  requestTimeout: 0,
  /** Between two requests of one connection. */
  keepAliveTimeout: 5_000,
  /** Without a byte in either direction. */
  idleTimeout: 120_000,
  /** How often the first two are looked at. */
  connectionsCheckingInterval: 2_000,
  /** Bytes of the request line and the headers together. */
  maxHeaderSize: 16 * 1024,
  /** Open at once; more are closed as they come. */
  maxConnections: 256,
} as const;

export type ListenerLimits = { readonly [Name in keyof typeof listenerLimits]: number };

export interface ListenerOptions {
  readonly library: Library;
  readonly log: Logger;
  /** Host part of `server.listen_addr`: a name requests may use. */
  readonly listenHost: string;
  /** Check every answer against its row; for tests and development. */
  readonly validateOutput?: boolean;
  readonly limits?: Partial<ListenerLimits>;
  /** Where the built web UI lies, if not where it is installed; for tests. */
  readonly webFolder?: string;
}
