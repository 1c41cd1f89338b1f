/**
 * Test suites for implementers: the cases that every carrier and every store passes. A case throws an `AssertionError` of
 * Node when the implementation breaks a promise, so the suites work with any test runner.
 *
 * @packageDocumentation
 */

export { CARRIER_CASES, type CarrierCase, type CarrierFixture, type NamedArtifact } from './carrier-suite.js';
export { STORE_CASES, type StoreCase, type StoreFixture } from './store-suite.js';
