export { examine } from './check-library.js';
export { type SchemaState, schemaState } from './schema.js';
