export { CARRIER_CASES, type CarrierCase, type CarrierFixture, type NamedArtifact } from './carrier-suite.js';
export { GroupDevice } from './group-device.js';
export { MemoryCarrier, named } from './memory-carrier.js';
export { MemoryNonces } from './memory-nonces.js';
export { type HistoryOptions, playHistory, type Violation } from './model/history.js';
export { IncrementalLibrary } from './model/incremental-library.js';
export { type Policy, PROTOCOL } from './model/policy.js';
