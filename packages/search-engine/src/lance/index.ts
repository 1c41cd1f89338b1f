export { LanceEngine, type LanceOptions } from './lance-engine.js';
export {
  batchSchema,
  bucketRangeSchema,
  bucketSchema,
  candidateQuerySchema,
  candidatesSchema,
  descriptionSchema,
  digestsSchema,
  emptySchema,
  entriesSchema,
  LIBRARY_HEADER,
  librarySchema,
  MAX_ID_LENGTH,
  PROTOCOL_HEADER,
  PROTOCOL_VERSION,
  receiptSchema,
} from './protocol.js';
