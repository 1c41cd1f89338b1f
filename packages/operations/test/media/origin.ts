import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Server as RawServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { onTestFinished } from 'vitest';
import type { Egress } from '../../src/notes/media/fetch-media.js';
import { type OpenedLibrary, openTestLibrary, temporaryFolder } from '../support.js';

/** PNG image of one transparent pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

setFlagsFromString('--expose-gc');
/** Runs the garbage collector. */
export const collectGarbage: () => void = runInNewContext('gc');

/** Sends the start of a response, and then single bytes until the reader closes the connection. */
export function drip(to: Writable, start: string | Buffer): void {
  to.write(start);
  const dripping = setInterval(() => {
    to.write('x');
    collectGarbage();
  }, 50);
  to.on('close', () => clearInterval(dripping));
}

export interface Origin {
  readonly url: string;
  /** Host in the form of `media.allow_private_addresses`. */
  readonly host: string;
}

/** Starts a server on loopback for the duration of a test. */
export async function origin(listener: RequestListener): Promise<Origin> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return at(server);
}

export interface MediaLibrary extends OpenedLibrary {
  readonly dataDir: string;
  readonly egress: Egress[];
  /** Creates a note and localizes its images. */
  readonly localized: (body: string, urls?: readonly string[]) => ReturnType<typeof localize>;
}

/** Opens a library that may fetch from these origins. */
export async function mediaLibrary(origins: readonly Origin[], set: readonly string[] = []): Promise<MediaLibrary> {
  const allowed = `media.allow_private_addresses=${origins.map(({ host }) => host).join(',')}`;
  const dataDir = join(temporaryFolder(), 'data');
  const opened = await openTestLibrary(dataDir, [allowed, ...set]);
  const egress: Egress[] = [];
  Object.assign(opened.context, { onEgress: (each: Egress) => egress.push(each) });
  return { ...opened, dataDir, egress, localized: (body, urls) => localize(opened, body, urls) };
}

async function localize({ call }: OpenedLibrary, body: string, urls?: readonly string[]) {
  const note = await call('createDocument', { title: 'A note', body });
  const asked = { document_id: note.id, base_revision_id: note.current_revision_id, ...(urls && { urls }) };
  const { document, items } = await call('localizeRemoteMedia', asked);
  return { note, document, items };
}

/** Starts a server on loopback that sends raw data, and then closes or keeps the connection. */
export async function rawOrigin(answer: (socket: Socket) => void): Promise<Origin> {
  const open = new Set<Socket>();
  const server = createRawServer((socket) => {
    open.add(socket);
    socket.on('error', () => {}).once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return at(server);
}

function at(server: RawServer): Origin {
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${host}`, host };
}
