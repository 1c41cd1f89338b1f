import type { BlockBuilder } from './block-builder.js';

export const NO_START = 0;
/** Result: a container was opened, and the line continues inside it. */
export const CONTAINER = 1;
/** Result: a leaf has consumed the rest of the line. */
export const LEAF = 2;

/** Tries to start one construct at the line's text. */
export type Start = (builder: BlockBuilder) => typeof NO_START | typeof CONTAINER | typeof LEAF;
