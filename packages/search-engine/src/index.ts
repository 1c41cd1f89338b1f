export { BucketDigests, bucketNumber, entryDigest } from './digest.js';
export { type EngineSettings, openEngine } from './open-engine.js';
export {
  BUCKETS,
  type BucketDigest,
  type BucketRange,
  type Candidate,
  type CandidateQuery,
  type Candidates,
  type Channel,
  type ChannelAnswer,
  type ChannelState,
  channels,
  type EngineBatch,
  type EngineDescription,
  type EngineEntry,
  EngineError,
  type EngineErrorCode,
  type EngineModel,
  type EngineReceipt,
  type EngineRecord,
  engineErrorCodes,
  MAX_BATCH_RECORDS,
  MAX_CANDIDATES,
  MAX_ENGINE_MESSAGE,
  type SearchEngine,
} from './port.js';
export { isUnspaced, joinUnspaced, splitIntoWords } from './unspaced.js';
