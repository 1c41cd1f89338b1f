import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ConfigKeyName, ConfigValues } from '@notes/contract';
import { sha256 } from '../sha256.js';
import { isLoopback } from './listen.js';
import { ConfigError } from './load.js';
import { explainUnreadable } from './unreadable.js';

export interface PeerTls {
  /** Certificate and key in PEM. */
  readonly cert: Buffer;
  readonly key: Buffer;
  /** SHA-256 fingerprint of the certificate in hexadecimal, by which peers recognise it. */
  readonly sha256: string;
}

/** Address at which peers connect. */
export interface PeerListener {
  readonly host: string;
  readonly port: number;
  /** Null on a loopback address without TLS. */
  readonly tls: PeerTls | null;
}

/**
 * Returns the listener for peers; null where peers may not connect.
 *
 * @throws ConfigError that names the setting: an invalid address, an address beyond loopback without TLS, a certificate
 * without its key or a key without its certificate, files that cannot be read
 */
export function readPeerListener(values: ConfigValues): PeerListener | null {
  if (!values['sync.rest.enabled']) return null;
  const { 'sync.rest.host': host, 'sync.rest.port': port } = values;
  if (host !== 'localhost' && isIP(host) === 0)
    throw new ConfigError(`sync.rest.host: ${host} is not an address like 192.168.1.2 or ::1`);
  const tls = readTls(values);
  if (tls === null && !isLoopback(host))
    throw new ConfigError(
      `sync.rest.tls_cert_file: ${host} (sync.rest.host) is not a loopback address, so a TLS certificate is required`,
    );
  return { host, port, tls };
}

function readTls(values: ConfigValues): PeerTls | null {
  const { 'sync.rest.tls_cert_file': certFile, 'sync.rest.tls_key_file': keyFile } = values;
  if (certFile === '' && keyFile === '') return null;
  if (keyFile === '') throw new ConfigError('sync.rest.tls_key_file: required together with sync.rest.tls_cert_file');
  if (certFile === '') throw new ConfigError('sync.rest.tls_cert_file: required together with sync.rest.tls_key_file');
  const cert = readPem('sync.rest.tls_cert_file', certFile);
  const key = readPem('sync.rest.tls_key_file', keyFile);
  const shown = parsePem('sync.rest.tls_cert_file', certFile, () => new X509Certificate(cert));
  const secret = parsePem('sync.rest.tls_key_file', keyFile, () => createPrivateKey(key));
  if (!shown.checkPrivateKey(secret))
    throw new ConfigError(`sync.rest.tls_key_file: ${keyFile} is not the key of the certificate`);
  return { cert, key, sha256: sha256(shown.raw) };
}

function readPem(setting: ConfigKeyName, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigError(`${setting}: ${path}: ${explainUnreadable(error)}`, { cause: error });
  }
}

function parsePem<T>(setting: ConfigKeyName, path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigError(`${setting}: ${path} is not a valid PEM file`, { cause: error });
  }
}
