import type { ChannelStates } from './ask-engine.js';
import type { FusedHit } from './fuse.js';

/** Merged search with all its notes, in their order. */
export interface Snapshot {
  readonly hits: readonly FusedHit[];
  readonly channels: ChannelStates;
  /** True when there may be more notes than a snapshot holds. */
  readonly truncated: boolean;
}

/** Snapshot that ends at a time in milliseconds since the Unix epoch. */
export interface StoredSnapshot extends Snapshot {
  readonly expiresAt: number;
}

interface Header extends Omit<StoredSnapshot, 'hits'> {
  readonly count: number;
  readonly idBytes: number;
}

/** Reasons by their byte; an exact match has none. */
const REASONS = [undefined, 'prefix', 'typo', 'meaning'] as const satisfies readonly FusedHit['matchedBy'][];
const SCORE_BYTES = 8;
const LENGTH_BYTES = 4;

/**
 * Encodes a snapshot in about 40 bytes a note: the length of a header in four bytes, the header as JSON, the scores as
 * doubles, a byte for each reason, and the ids in lines. Note keys would be shorter, but SQLite gives the key of a purged
 * note to another one.
 */
export function encodeSnapshot({ hits, ...rest }: StoredSnapshot): Buffer {
  const ids = Buffer.from(hits.map(({ id }) => id).join('\n'), 'utf8');
  const stored: Header = { ...rest, count: hits.length, idBytes: ids.length };
  const header = Buffer.from(JSON.stringify(stored), 'utf8');
  const numbers = Buffer.alloc(hits.length * (SCORE_BYTES + 1));
  for (const [index, { score, matchedBy }] of hits.entries()) {
    numbers.writeDoubleLE(score, index * SCORE_BYTES);
    numbers.writeUInt8(REASONS.indexOf(matchedBy), hits.length * SCORE_BYTES + index);
  }
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(header.length);
  return Buffer.concat([length, header, numbers, ids]);
}

/** Decodes a snapshot; undefined when its bytes are incomplete. */
export function decodeSnapshot(bytes: Buffer): StoredSnapshot | undefined {
  if (bytes.length < LENGTH_BYTES) return undefined;
  const start = LENGTH_BYTES + bytes.readUInt32LE(0);
  if (bytes.length < start) return undefined;
  const { count, idBytes, ...rest } = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, start)) as Header;
  const reasonsAt = start + count * SCORE_BYTES;
  if (bytes.length !== reasonsAt + count + idBytes) return undefined;
  const ids = count === 0 ? [] : bytes.toString('utf8', reasonsAt + count).split('\n');
  const hits = ids.map((id, index): FusedHit => {
    const score = bytes.readDoubleLE(start + index * SCORE_BYTES);
    const matchedBy = REASONS[bytes.readUInt8(reasonsAt + index)];
    return matchedBy === undefined ? { id, score } : { id, score, matchedBy };
  });
  return { ...rest, hits };
}
