import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { startTimeLimit } from '../../platform/time-limit.js';
import { getLiteralAddress, isPublicAddress, isSameAddress } from './address.js';
import { MediaError } from './media-error.js';
import { getHost, getHostAndPort, getPort, type MediaPolicy } from './policy.js';

/** Timeout of name resolution, connection and TLS handshake together. */
const CONNECT_MS = 5_000;

/**
 * Resolves the host of an address once and connects to one of the results. Each of them must be public, unless the
 * policy allows the host and port. The name is not resolved again, which prevents DNS rebinding.
 *
 * @param url an address that `checkUrl` allows
 * @throws MediaError `name_not_resolved`, `private_address`, `connection_failed` or `timeout`
 */
export async function openPinnedSocket(url: URL, policy: MediaPolicy, signal: AbortSignal): Promise<Socket> {
  const limit = startTimeLimit(CONNECT_MS, signal);
  try {
    const addresses = await resolveAddresses(url, limit.signal);
    const mayBePrivate = policy.privateHosts.has(getHostAndPort(url));
    if (!mayBePrivate && !addresses.every(({ address }) => isPublicAddress(address)))
      throw new MediaError('private_address');
    const socket = await connectTo(addresses, url, limit.signal);
    return url.protocol === 'https:' ? await encrypt(socket, url, limit.signal) : socket;
  } finally {
    limit.end();
  }
}

/**
 * Returns the IP address in the host, or all addresses of its name. A socket calls its `lookup` for names only, so IP
 * addresses are handled here.
 */
async function resolveAddresses({ hostname }: URL, limit: AbortSignal): Promise<LookupAddress[]> {
  const literal = getLiteralAddress(hostname);
  if (literal !== undefined) return [{ address: literal, family: isIP(literal) }];
  // A signal that has aborted fires no event any more.
  if (limit.aborted) throw new MediaError('timeout');
  const late = new Promise<never>((_, reject) => {
    limit.addEventListener('abort', () => reject(new MediaError('timeout')), { once: true });
  });
  const found = lookup(hostname, { all: true }).catch(() => []);
  const addresses = await Promise.race([found, late]);
  if (addresses.length === 0) throw new MediaError('name_not_resolved');
  return addresses;
}

async function connectTo(addresses: LookupAddress[], url: URL, limit: AbortSignal): Promise<Socket> {
  const lookupPinned: LookupFunction = (_name, _options, answer) => answer(null, addresses);
  const host = getLiteralAddress(url.hostname) ?? url.hostname;
  const opening = connect({ host, port: Number(getPort(url)), lookup: lookupPinned, autoSelectFamily: true });
  const socket = await waitForOpen(opening, 'connect', limit);
  const { remoteAddress = '' } = socket;
  if (addresses.some(({ address }) => isSameAddress(address, remoteAddress))) return socket;
  socket.destroy();
  throw new MediaError('private_address');
}

function encrypt(socket: Socket, url: URL, limit: AbortSignal): Promise<Socket> {
  const literal = getLiteralAddress(url.hostname);
  const host = literal ?? getHost(url);
  const servername = literal === undefined ? host : '';
  return waitForOpen(
    connectSecurely({ socket, host, servername, ALPNProtocols: ['http/1.1'] }),
    'secureConnect',
    limit,
  );
}

async function waitForOpen(socket: Socket, event: 'connect' | 'secureConnect', limit: AbortSignal): Promise<Socket> {
  // The user of the socket sees its end. Without a listener, an error would end the process.
  socket.on('error', () => {});
  try {
    await once(socket, event, { signal: limit });
    return socket;
  } catch {
    socket.destroy();
    throw new MediaError(limit.aborted ? 'timeout' : 'connection_failed');
  }
}
