/** Maximum number of candidates of one channel. */
export const MAX_CANDIDATES = 1_000;
/** Maximum number of records in one batch. */
export const MAX_BATCH_RECORDS = 500;
/** Number of buckets that records are divided into for comparing an index with the library. */
export const BUCKETS = 1_024;
/** Maximum length of an error message of an engine, in UTF-16 units. */
export const MAX_ENGINE_MESSAGE = 500;

/**
 * Ways in which an engine finds notes. `typo`: words like those of the query, each within one or two edits, or
 * of the same sound. `meaning`:
 * texts whose vectors are near that of the query.
 */
export const channels = ['typo', 'meaning'] as const;
export type Channel = (typeof channels)[number];

/** Note as an engine stores it. */
export interface EngineRecord {
  /** Id of the note. */
  readonly id: string;
  /** Id of the revision; an index with another version of a record is stale. */
  readonly version: string;
  readonly title: string;
  /** Markdown of the note. */
  readonly body: string;
}

/** Changes of a library from one sequence number of its journal to another. */
export interface EngineBatch {
  /** Sequence number up to which the index must have all changes; the batch is refused when it has not. */
  readonly from: number;
  /** Sequence number up to which the index has all changes afterwards. Equal to `from` in a repair. */
  readonly to: number;
  readonly upserts: readonly EngineRecord[];
  /** Ids of records to remove; unknown ids are ignored. */
  readonly deletes: readonly string[];
}

/** Result of a batch. All changes but the rejected ones are durable. */
export interface EngineReceipt {
  /** Records that the engine cannot store, each with the reason. */
  readonly rejected: readonly { readonly id: string; readonly message: string }[];
}

/**
 * State of a channel. `ready`; `building`: its index is not complete yet, as one with the sequence number 0; `off`: the engine is not set up for it;
 * `failed`: it is set up but does not work.
 */
export type ChannelState = 'ready' | 'building' | 'off' | 'failed';

/** Model that turns texts into vectors. */
export interface EngineModel {
  readonly name: string;
  /** SHA-256 of the model file in hexadecimal; empty when the model runs in another program. */
  readonly digest: string;
  readonly dimensions: number;
}

export interface EngineDescription {
  /** Program, such as `notes-search`. */
  readonly name: string;
  readonly version: string;
  /**
   * Random id of the index, made with it. Another id means that the index was lost or replaced. Null: there is no index
   * yet; the first batch, with `from` 0, makes it.
   */
  readonly indexId: string | null;
  /** Sequence number up to which the index has all changes; 0 as long as it never had all notes. */
  readonly sequence: number;
  readonly records: number;
  readonly channels: Readonly<Record<Channel, ChannelState>>;
  readonly model: EngineModel | null;
  /** Reason why a channel is `building` or `failed`; at most `MAX_ENGINE_MESSAGE` UTF-16 units. */
  readonly problem: string | null;
}

export interface CandidateQuery {
  /** Words of the query that are not negated, as one text, in the order of the query. */
  readonly text: string;
  /**
   * These words, folded by the query language. A run of characters without spaces, such as `旅行计划`, is one word, of
   * which each character is a term. The channel `typo` finds notes with words like all of them.
   */
  readonly words: readonly string[];
  readonly channels: readonly Channel[];
  /** Maximum number of candidates of each channel, at most `MAX_CANDIDATES`. */
  readonly limit: number;
}

/** Note that an engine proposes. Scores of one channel are comparable; larger is better. */
export interface Candidate {
  readonly id: string;
  readonly score: number;
}

/** Answer of one channel: candidates, best first, or the reason why there are none. */
export type ChannelAnswer =
  | { readonly state: 'answered'; readonly candidates: readonly Candidate[] }
  | { readonly state: Exclude<ChannelState, 'ready'>; readonly message: string };

export type Candidates = Readonly<Partial<Record<Channel, ChannelAnswer>>>;

/** Number and digest of the records of one bucket. */
export interface BucketDigest {
  readonly bucket: number;
  readonly count: number;
  /** Exclusive or of `entryDigest` of the records, 16 hexadecimal digits. */
  readonly digest: string;
}

/** Range of buckets: `from` up to but not including `to`. */
export interface BucketRange {
  readonly from: number;
  readonly to: number;
}

export type EngineEntry = Pick<EngineRecord, 'id' | 'version'>;

/**
 * Search engine beside the built-in index. It proposes notes; the library decides which of them are found. All methods
 * reject with `EngineError`, also when the signal aborts.
 */
export interface SearchEngine {
  describe(signal?: AbortSignal): Promise<EngineDescription>;
  /** Applies a batch as a whole. A batch that was applied before can be applied again. */
  apply(batch: EngineBatch, signal?: AbortSignal): Promise<EngineReceipt>;
  candidates(query: CandidateQuery, signal?: AbortSignal): Promise<Candidates>;
  /** Returns the digests of all buckets of a range, in order, including empty ones. */
  digests(range: BucketRange, signal?: AbortSignal): Promise<readonly BucketDigest[]>;
  /** Returns the records of one bucket, in no order. */
  entries(bucket: number, signal?: AbortSignal): Promise<readonly EngineEntry[]>;
  /** Removes the index of the library. */
  drop(signal?: AbortSignal): Promise<void>;
}

/**
 * Reasons for which an engine fails. `unreachable`: no answer; `refused`: the key is wrong; `incompatible`: another
 * program, or another version of the protocol; `gap`: the index does not have the changes before a batch; `full`: the
 * disk of the engine is full; `malformed`: an answer that is not of the expected form; `failed`: any other error.
 */
export const engineErrorCodes = [
  'unreachable',
  'refused',
  'incompatible',
  'gap',
  'full',
  'malformed',
  'failed',
] as const;
export type EngineErrorCode = (typeof engineErrorCodes)[number];

export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;

  /** @param message complete sentence, cut to `MAX_ENGINE_MESSAGE`; without text of notes and without keys */
  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message.length > MAX_ENGINE_MESSAGE ? `${message.slice(0, MAX_ENGINE_MESSAGE - 1)}…` : message, options);
    this.code = code;
  }
}
