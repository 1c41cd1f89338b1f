export { examine } from './check-library.js';
