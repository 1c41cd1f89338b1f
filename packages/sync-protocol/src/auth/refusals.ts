/** Words the audit log may store about a refused request. It stores no other detail of the request. */
export const AUDIT_WORDS = [
  'malformed',
  'unenrolled_key',
  'bad_signature',
  'stale_timestamp',
  'replayed_nonce',
  'wrong_principal',
  'rate_limited',
] as const;
/** Word of the audit log for a refused request, one of `AUDIT_WORDS`. */
export type AuditWord = (typeof AUDIT_WORDS)[number];

/** The reply for each code. A reply does not reveal which check failed. */
export const PEER_REPLIES = {
  sync_disabled: { status: 404, message: 'Peer sync is off.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  browser_context_refused: { status: 403, message: 'Browsers are not answered here.' },
  unauthorized: { status: 401, message: 'Peer authentication failed.' },
  not_enrolled: { status: 403, message: 'This peer is not enrolled.' },
  body_too_large: { status: 413, message: 'The body is too large.' },
  rate_limited: { status: 429, message: 'Too many requests.' },
} as const;
/** Code of a reply to a peer, a key of {@link PEER_REPLIES}. */
export type PeerReplyCode = keyof typeof PEER_REPLIES;

/**
 * Reply for a key that is not enrolled. It is the one authentication failure with a code of its own. Key ids have 128
 * bits, so the reply does not help anybody to guess one.
 */
export const UNENROLLED_REPLY: PeerReplyCode = 'not_enrolled';

/** Reason for refusing a request. */
export interface Refusal {
  readonly code: PeerReplyCode;
  readonly audit: AuditWord | null;
  /** Id of the key when it is known; ids claimed by unknown senders are not stored. */
  readonly keyId: string | null;
}

/** Builds the JSON text of a reply. */
export const replyBody = (code: PeerReplyCode): string =>
  JSON.stringify({ error: { code, message: PEER_REPLIES[code].message } });
