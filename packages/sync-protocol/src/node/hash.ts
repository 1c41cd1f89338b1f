import { createHash } from 'node:crypto';
import type { NewHasher } from '../backup/payload-writer.js';

/** SHA-256 of the platform. */
export const nodeHash: NewHasher = () => createHash('sha256');
