import type { Library } from '@notes/operations';
import type { Logger } from 'pino';

/** Limits on connections; times in milliseconds. */
export const listenerLimits = {
  /** Time for all headers of a request to arrive. */
  headersTimeout: 10_000,
  /**
   * Time for a whole request to arrive: unlimited, because notes and films differ too much. Each reader of a body has
   * its own limit: JSON has `server.request_timeout_seconds` in total, bytes have a limit for each wait, an unwanted
   * body a few seconds.
   */
  requestTimeout: 0,
  /** Idle time between two requests of one connection. */
  keepAliveTimeout: 5_000,
  /** Time without a byte in either direction. */
  idleTimeout: 120_000,
  /** Interval of the checks of the first two limits. */
  connectionsCheckingInterval: 2_000,
  /** Maximum bytes of the request line and the headers together. */
  maxHeaderSize: 16 * 1024,
  /** Maximum number of open connections; further ones are closed at once. */
  maxConnections: 256,
} as const;

export type ListenerLimits = { readonly [Name in keyof typeof listenerLimits]: number };

export interface ListenerOptions {
  readonly library: Library;
  readonly log: Logger;
  /** Host part of `server.listen_addr`, which requests may name. */
  readonly listenHost: string;
  /** Validates every answer against its row; for tests and development. */
  readonly validateOutput?: boolean;
  readonly limits?: Partial<ListenerLimits>;
  /** Folder of the built web UI; that of the installed package by default. For tests. */
  readonly webFolder?: string;
}
