/**
 * The simulator, for tests within this repository: groups of devices, libraries and carriers in memory, random histories,
 * and faults. It is not published.
 *
 * @packageDocumentation
 */

export { GroupDevice } from './group-device.js';
export { MemoryCarrier } from './memory-carrier.js';
export { MemoryKeys, type MemoryKeysOptions } from './memory-keys.js';
export { MemoryNonces } from './memory-nonces.js';
export { appendOwn, type Change, type LibraryState, moveToNewId } from './memory-state.js';
export { MemoryStore, type MemoryStoreOptions } from './memory-store.js';
export { type HistoryOptions, playHistory, type Violation } from './model/history.js';
export { IncrementalLibrary } from './model/incremental-library.js';
export { type Policy, PROTOCOL } from './model/policy.js';
export { type Intent, type Membership, ModelReplica } from './model/replica.js';
export type { SimulationOptions, StepWeights } from './sim/options.js';
export { type SimulationResult, simulate } from './sim/simulate.js';
export type { Primitives } from './sim/world.js';
