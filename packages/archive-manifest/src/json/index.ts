export { canonicalJson } from './canonical-json.js';
export { parseCanonical } from './canonical-line.js';
export { findJsonFlaw, type JsonFlaw } from './find-json-flaw.js';
