export { CARRIER_CASES, type CarrierCase, type CarrierFixture, type NamedArtifact } from './carrier-suite.js';
export { MemoryCarrier, named } from './memory-carrier.js';
export { MemoryNonces } from './memory-nonces.js';
