export { inspect, verify } from './look.js';
