export { canonicalJson } from './canonical-json.js';
export { parseCanonical } from './canonical-line.js';
