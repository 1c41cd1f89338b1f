export { MemoryCarrier } from './memory-carrier.js';
