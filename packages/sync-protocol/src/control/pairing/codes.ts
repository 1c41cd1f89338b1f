import { fromBase32, toBase32 } from '../../base32.js';
import { compareBytes, concat, domain } from '../../bytes.js';
import type { Crypto } from '../../crypto.js';

interface CodeKind {
  /** First byte, which identifies the kind of code. */
  readonly type: number;
  /** Bytes in the secret. */
  readonly secret: number;
  /** Bytes in the checksum after the secret. */
  readonly check: number;
  readonly domain: string;
  /** Letters between hyphens. */
  readonly group: number;
}

/** Pairing code. Its secret has 160 bits, so nobody who records the exchange can find it by guessing. */
const PAIRING: CodeKind = { type: 1, secret: 20, check: 4, domain: 'pair-code/1', group: 5 };
/** Recovery code, which restores a library when every device is lost. */
const RECOVERY: CodeKind = { type: 2, secret: 32, check: 2, domain: 'recovery-code/1', group: 4 };

/** Bytes in the secret of a pairing code. */
export const PAIRING_SECRET_LENGTH = PAIRING.secret;
/** Bytes in the secret of a recovery code. */
export const RECOVERY_SECRET_LENGTH = RECOVERY.secret;

/**
 * Formats a pairing code of 40 letters, shown on the inviting device.
 *
 * @param secret 20 bytes
 */
export const formatPairingCode = (crypto: Crypto, secret: Uint8Array): string => format(crypto, PAIRING, secret);

/**
 * Formats a recovery code of 56 letters, shown once when a library is set up.
 *
 * @param secret 32 bytes
 */
export const formatRecoveryCode = (crypto: Crypto, secret: Uint8Array): string => format(crypto, RECOVERY, secret);

/**
 * Parses a pairing code as a person types it.
 *
 * @returns the secret of {@link PAIRING_SECRET_LENGTH} bytes, or null when the code or its checksum is wrong
 */
export const parsePairingCode = (crypto: Crypto, text: string): Uint8Array | null => parse(crypto, PAIRING, text);

/**
 * Parses a recovery code as a person types it.
 *
 * @returns the secret of {@link RECOVERY_SECRET_LENGTH} bytes, or null when the code or its checksum is wrong
 */
export const parseRecoveryCode = (crypto: Crypto, text: string): Uint8Array | null => parse(crypto, RECOVERY, text);

function format(crypto: Crypto, kind: CodeKind, secret: Uint8Array): string {
  if (secret.length !== kind.secret)
    throw new RangeError(`The secret of this code must have ${kind.secret} bytes, not ${secret.length}.`);
  const letters = toBase32(appendChecksum(crypto, kind, secret)).toUpperCase();
  const groups = Array.from({ length: letters.length / kind.group }, (_, at) =>
    letters.slice(at * kind.group, (at + 1) * kind.group),
  );
  return groups.join('-');
}

function parse(crypto: Crypto, kind: CodeKind, text: string): Uint8Array | null {
  const letters = text.replace(/[\s-]/g, '').toLowerCase().replace(/o/g, '0').replace(/[il]/g, '1');
  const payload = fromBase32(letters, 1 + kind.secret + kind.check);
  if (payload === null) return null;
  const secret = payload.subarray(1, 1 + kind.secret);
  return compareBytes(payload, appendChecksum(crypto, kind, secret)) === 0 ? secret : null;
}

function appendChecksum(crypto: Crypto, kind: CodeKind, secret: Uint8Array): Uint8Array {
  const typed = concat(Uint8Array.of(kind.type), secret);
  return concat(typed, crypto.sha256(concat(domain(kind.domain), typed)).subarray(0, kind.check));
}
