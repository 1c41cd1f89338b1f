import { fromBase64, toBase64 } from '../base64.js';
import { isId } from '../ids.js';
import { SCHEME } from './canonical.js';

// Service-Sync-v1 replica="<id>", key="<id>", ts="<time>", nonce="<32 hex>", sig="<base64>", only in this order.
const HEADER =
  /^Service-Sync-v1 replica="(?<replicaId>[^"]*)", key="(?<keyId>[^"]*)", ts="(?<timestamp>[^"]*)", nonce="(?<nonce>[0-9a-f]{32})", sig="(?<signature>[^"]*)"$/;
const MAX_AUTHORIZATION_LENGTH = 512;
const SIGNATURE_LENGTH = 64;
const TIMESTAMP_LENGTH = 24;

/** Credentials in the `Authorization` header of a request. */
export interface Credentials {
  readonly replicaId: string;
  readonly keyId: string;
  readonly timestamp: string;
  readonly nonce: string;
  /** 64 bytes. */
  readonly signature: Uint8Array;
}

/** Formats the value of `Authorization`. */
export const formatAuthorization = (credentials: Credentials): string =>
  `${SCHEME} replica="${credentials.replicaId}", key="${credentials.keyId}", ts="${credentials.timestamp}", ` +
  `nonce="${credentials.nonce}", sig="${toBase64(credentials.signature)}"`;

/**
 * Parses the value of `Authorization`; returns null for any text that `formatAuthorization` does not produce from valid
 * ids, a valid time and a signature of 64 bytes.
 */
export function parseAuthorization(value: string): Credentials | null {
  const groups = value.length > MAX_AUTHORIZATION_LENGTH ? undefined : HEADER.exec(value)?.groups;
  if (groups === undefined) return null;
  const fields = groups as Record<keyof Credentials, string>;
  const signature = fromBase64(fields.signature);
  if (signature?.length !== SIGNATURE_LENGTH) return null;
  if (!isId('rep_', fields.replicaId) || !isId('key_', fields.keyId) || !isTimestamp(fields.timestamp)) return null;
  return { ...fields, signature };
}

function isTimestamp(text: string): boolean {
  const milliseconds = Date.parse(text);
  return (
    text.length === TIMESTAMP_LENGTH && !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === text
  );
}
