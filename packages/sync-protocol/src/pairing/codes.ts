import { fromBase32, toBase32 } from '../base32.js';
import { compareBytes, concat, domain } from '../bytes.js';
import type { Crypto } from '../crypto.js';

interface Kind {
  /** The first byte. */
  readonly type: number;
  /** Bytes of the secret. */
  readonly secret: number;
  /** Bytes of the check behind it. */
  readonly check: number;
  readonly domain: string;
  /** Letters between hyphens. */
  readonly group: number;
}

/** One look at a library that is about to be joined; 160 bits, so nothing that is overheard lets one guess it. */
const PAIRING: Kind = { type: 1, secret: 20, check: 4, domain: 'pair-code/1', group: 5 };
/** What brings a library back when every device is lost. */
const RECOVERY: Kind = { type: 2, secret: 32, check: 2, domain: 'recovery-code/1', group: 4 };

export const PAIRING_SECRET_LENGTH = PAIRING.secret;
export const RECOVERY_SECRET_LENGTH = RECOVERY.secret;

/** The 40 letters that are shown to whoever invites. @param secret 20 bytes */
export const formatPairingCode = (crypto: Crypto, secret: Uint8Array): string => format(crypto, PAIRING, secret);

/** The 56 letters that are shown once, when a library is set up. @param secret 32 bytes */
export const formatRecoveryCode = (crypto: Crypto, secret: Uint8Array): string => format(crypto, RECOVERY, secret);

/** The secret of a code as a person has typed it; null where it is none, or has a letter wrong. */
export const parsePairingCode = (crypto: Crypto, text: string): Uint8Array | null => parse(crypto, PAIRING, text);

export const parseRecoveryCode = (crypto: Crypto, text: string): Uint8Array | null => parse(crypto, RECOVERY, text);

function format(crypto: Crypto, kind: Kind, secret: Uint8Array): string {
  if (secret.length !== kind.secret) throw new RangeError(`the secret of this code has ${kind.secret} bytes`);
  const letters = toBase32(withCheck(crypto, kind, secret)).toUpperCase();
  const groups = Array.from({ length: letters.length / kind.group }, (_, at) =>
    letters.slice(at * kind.group, (at + 1) * kind.group),
  );
  return groups.join('-');
}

function parse(crypto: Crypto, kind: Kind, text: string): Uint8Array | null {
  const letters = text.replace(/[\s-]/g, '').toLowerCase().replace(/o/g, '0').replace(/[il]/g, '1');
  const payload = fromBase32(letters, 1 + kind.secret + kind.check);
  if (payload === null) return null;
  const secret = payload.subarray(1, 1 + kind.secret);
  return compareBytes(payload, withCheck(crypto, kind, secret)) === 0 ? secret : null;
}

function withCheck(crypto: Crypto, kind: Kind, secret: Uint8Array): Uint8Array {
  const typed = concat(Uint8Array.of(kind.type), secret);
  return concat(typed, crypto.sha256(concat(domain(kind.domain), typed)).subarray(0, kind.check));
}
