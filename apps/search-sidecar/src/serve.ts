import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { EmbedderOptions } from '@notes/embeddings';
import { acquireLock } from '@notes/storage';
import { createFolders } from '@notes/storage/folders';
import { readApiKey } from './api-key.js';
import { createListener } from './http/create-listener.js';
import { LibraryIndexes } from './library/library-indexes.js';
import { logToStderr } from './log.js';
import { Model } from './meaning/model.js';

/** Milliseconds for requests in progress to be answered when the program ends. */
const STOP_MS = 10_000;

export interface ServeOptions {
  /** Folder with the indexes, the API key and the lock. */
  readonly dataDir: string;
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly apiKeyFile: string;
  /** Address of an object store for the indexes, in the place of the folder. */
  readonly storageUri: string | undefined;
  /** Model for searching by meaning; undefined for none. */
  readonly embedder: EmbedderOptions | undefined;
}

/** Serves the indexes until the program is stopped by SIGTERM or SIGINT. */
export async function serve(options: ServeOptions): Promise<void> {
  const stopped = waitForSignal();
  createFolders(options.dataDir, 0o700);
  const lock = acquireLock(join(options.dataDir, 'lock'), `notes-search (process ${process.pid})`, {
    refusal: `${options.dataDir} is already in use by`,
  });
  try {
    const { apiKey, isNew } = readApiKey(options.apiKeyFile);
    chmodSync(options.apiKeyFile, 0o600);
    const folder = options.storageUri === undefined ? join(options.dataDir, 'index') : undefined;
    const model = options.embedder && new Model(options.embedder, logToStderr);
    // Its failure is written to the log, and the index of each library tries again.
    model?.open().catch(() => {});
    const indexes = new LibraryIndexes({ folder, uri: options.storageUri }, model, logToStderr);
    await indexes.openExisting();
    const server = createListener({ apiKey, listenHost: options.host, indexes, log: logToStderr });
    await listen(server, options).catch(async (error) => {
      await indexes.close();
      throw error;
    });
    const { port } = server.address() as AddressInfo;
    const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;
    if (isNew) process.stderr.write(explainSetup(url, options.apiKeyFile));
    process.stdout.write(`listening on ${url}\n`);
    await stopped;
    const closed = once(server, 'close');
    server.close();
    server.closeIdleConnections();
    const limit = setTimeout(() => server.closeAllConnections(), STOP_MS);
    await closed;
    clearTimeout(limit);
    await indexes.close();
  } finally {
    lock.release();
  }
}

/** Reasons why an address cannot be listened on, by code of the system. */
const LISTEN_REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EADDRNOTAVAIL: 'this machine does not have the address',
  EACCES: 'this user may not listen there',
  ENOTFOUND: 'the host is unknown',
};

/** @throws Error when the address cannot be used */
async function listen(server: Server, { host, port }: Pick<ServeOptions, 'host' | 'port'>): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const reason = LISTEN_REASONS[code] ?? `the system refuses it (${code})`;
    throw new Error(`Cannot listen on ${host}:${port}: ${reason}. Choose another address with --listen.`, {
      cause: error,
    });
  }
}

const explainSetup = (url: string, apiKeyFile: string) => `A new API key is in ${apiKeyFile}. Let Notes use this index:

  notes config set search.sidecar.kind lance
  notes config set search.sidecar.url ${url}
  notes config set search.sidecar.api_key "$(cat '${apiKeyFile}')"

Then restart notes-server.
`;

/** Resolves at the first SIGTERM or SIGINT; the second one ends the process. */
function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => {
        if (isAsked) process.exit(1);
        isAsked = true;
        resolve();
      });
  });
}
