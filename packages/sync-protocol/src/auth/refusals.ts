/** What the audit log may say of a request that was refused; nothing else of it is kept. */
export const AUDIT_WORDS = [
  'malformed',
  'unenrolled_key',
  'bad_signature',
  'stale_timestamp',
  'replayed_nonce',
  'wrong_principal',
  'rate_limited',
] as const;
export type AuditWord = (typeof AUDIT_WORDS)[number];

/** One reply a code: nothing in it tells which check failed. */
export const PEER_REPLIES = {
  sync_disabled: { status: 404, message: 'Peer sync is off.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  browser_context_refused: { status: 403, message: 'Browsers are not answered here.' },
  unauthorized: { status: 401, message: 'Peer authentication failed.' },
  not_enrolled: { status: 403, message: 'This peer is not enrolled.' },
  body_too_large: { status: 413, message: 'The body is too large.' },
  rate_limited: { status: 429, message: 'Too many requests.' },
} as const;
export type PeerReplyCode = keyof typeof PEER_REPLIES;

/**
 * How a key that is not enrolled is answered. The table of errors has a code for it, while refusals are otherwise not to
 * be told apart; ids of keys have 128 bits, so the answer tells nobody anything they could ask for.
 */
export const UNENROLLED_REPLY: PeerReplyCode = 'not_enrolled';

/** Why a request goes no further. */
export interface Refusal {
  readonly code: PeerReplyCode;
  readonly audit: AuditWord | null;
  /** Of a key that is known; what others claim to be is not kept. */
  readonly keyId: string | null;
}

/** The bytes of a reply, but for their encoding. */
export const replyBody = (code: PeerReplyCode): string =>
  JSON.stringify({ error: { code, message: PEER_REPLIES[code].message } });
